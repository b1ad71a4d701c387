"""Holds the results of the phases about a package, and makes symbols of what they resolved."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import CONSTRUCTOR
from muranopl.namespace.package_scope import ModelNames
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, TypeId
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package, PackageId
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.observation import ObservedClass, observe
from muranopl.semantics.bodies.surroundings import AllFacts, Surroundings
from muranopl.workspace.symbols.symbol import MEMBERS, Symbol, SymbolKind


class Meaning:
    """The results of the phases about one package; the code of a class is inferred on demand."""

    def __init__(self, package: Package, results: PhaseResults) -> None:
        self.package = package
        self.results = results
        self.names = results.names
        self.types = results.inheritance.types
        self._observed: dict[TypeId, ObservedClass] = {}

    @property
    def id(self) -> PackageId:
        """The identity of the package."""
        return self.package.id

    @property
    def opened(self) -> DeclaredPackage | None:
        """The package with its classes by full name."""
        return self.names.packages.get(self.id)

    def package_of(self, symbol: Symbol) -> DeclaredPackage | None:
        """Return the package that declares a symbol, if it is available."""
        return None if symbol.package is None else self.names.packages.get(symbol.package)

    def class_of(self, symbol: Symbol) -> DeclaredClass | None:
        """Return the class that a symbol is, or that declares it, if it is available."""
        id_ = type_of(symbol)
        return None if id_ is None else self.names.classes.get(id_)

    @property
    def classes(self) -> ClassIndex:
        """All classes at hand."""
        return self._all.classes

    @functools.cached_property
    def _all(self) -> _AllClasses:
        return _all_classes(self.results)

    @functools.cached_property
    def model_names(self) -> ModelNames | None:
        """Lookup of the classes that UI definitions name."""
        return None if self.opened is None else ModelNames(self.opened, self.names)

    @functools.cached_property
    def _declared(self) -> dict[ClassDeclaration, DeclaredClass]:
        classes = () if self.opened is None else self.opened.classes.values()
        return {item.declaration: item for item in classes}

    def declared(self, declaration: ClassDeclaration) -> DeclaredClass | None:
        """Return the class of a document, None if another one of its name counts."""
        return self._declared.get(declaration)

    def observed(self, id_: TypeId) -> ObservedClass | None:
        """Return the inferred code of a class."""
        type_ = self.types.get(id_)
        if type_ is None:
            return None
        if id_ not in self._observed:
            self._observed[id_] = observe(type_, self.classes)
        return self._observed[id_]

    def constructor_argument(self, name: str, owner: TypeId) -> Symbol:
        """Return the symbol of an argument of the constructor that a class declares."""
        type_ = self.types.get(owner)
        methods = () if type_ is None else type_.declared.declaration.all_methods
        title = next((item.name for item in methods if item.symbol == CONSTRUCTOR), CONSTRUCTOR)
        return local_symbol(SymbolKind.ARGUMENT, name, title, owner)

    def declaring(self, kind: SymbolKind, name: str) -> frozenset[TypeId]:
        """Return the classes at hand that declare a property, or a method, of a name."""
        if kind is SymbolKind.METHOD:
            return self._all.methods.get(name, _NO_CLASSES)
        return self._all.properties.get(name, _NO_CLASSES)


_NO_CLASSES: frozenset[TypeId] = frozenset()


class _AllClasses:
    """Facts about all classes at hand, the same for all packages."""

    def __init__(self, results: PhaseResults) -> None:
        # Facts about other packages only decide about reports, so that none are collected
        around = Surroundings(results.read.index, lambda: AllFacts(()))
        types = results.inheritance.types
        self.classes = ClassIndex(results.names, types, around)
        self._declarations = {type_.id: type_.declared.declaration for type_ in types.values()}

    @functools.cached_property
    def methods(self) -> dict[str, frozenset[TypeId]]:
        """The classes that declare a method, by its name."""
        return _declaring(
            (id_, method.name)
            for id_, declaration in self._declarations.items()
            for method in declaration.all_methods
        )

    @functools.cached_property
    def properties(self) -> dict[str, frozenset[TypeId]]:
        """The classes that declare a property, by its name."""
        return _declaring(
            (id_, property_.name)
            for id_, declaration in self._declarations.items()
            for property_ in declaration.properties
        )


@functools.lru_cache(1)  # packages that are asked about together have the same results
def _all_classes(results: PhaseResults) -> _AllClasses:
    return _AllClasses(results)


def _declaring(members: Iterator[tuple[TypeId, str]]) -> dict[str, frozenset[TypeId]]:
    result: dict[str, set[TypeId]] = {}
    for id_, name in members:
        result.setdefault(name, set()).add(id_)
    return {name: frozenset(ids) for name, ids in result.items()}


def class_symbol(id_: TypeId) -> Symbol:
    """Return the symbol of a class."""
    return Symbol(SymbolKind.CLASS, id_.name, package=id_.package)


def member_symbol(kind: SymbolKind, name: str, owner: TypeId) -> Symbol:
    """Return the symbol of a property or a method that a class declares."""
    return Symbol(kind, name, owner.name, owner.package)


def local_symbol(kind: SymbolKind, name: str, method: str, owner: TypeId) -> Symbol:
    """Return the symbol of an argument or a variable of a method."""
    return Symbol(kind, name, f"{owner.name}.{method}", owner.package)


def file_symbol(path: str, package: PackageId) -> Symbol:
    """Return the symbol of a file by its path in the package."""
    return Symbol(SymbolKind.FILE, path, package=package)


def package_symbol(name: str, id_: PackageId | None) -> Symbol:
    """Return the symbol of a package, which need not be at hand."""
    return Symbol(SymbolKind.PACKAGE, name, package=id_)


def type_of(symbol: Symbol) -> TypeId | None:
    """Return the class that a symbol is, or that declares it."""
    if symbol.package is None:
        return None
    if symbol.kind is SymbolKind.CLASS:
        return TypeId(symbol.name, symbol.package)
    if symbol.kind in MEMBERS:
        return TypeId(symbol.owner, symbol.package)
    if symbol.kind in {SymbolKind.ARGUMENT, SymbolKind.VARIABLE}:
        return TypeId(method_of(symbol)[0], symbol.package)
    return None


def method_of(symbol: Symbol) -> tuple[str, str]:
    """Return the class and the method of an argument or a variable."""
    class_, _, method = symbol.owner.rpartition(".")
    # The engine's names, such as `.init`, begin with a dot themselves
    if class_.endswith("."):
        class_, method = class_[:-1], f".{method}"
    return class_, method.partition("@")[0]
