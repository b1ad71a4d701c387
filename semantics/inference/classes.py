"""The classes that a body can refer to, for inference: their relations and their members."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.diagnostics.diagnostic import Related
from muranopl.expression.tree import Expression
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.meant_arguments import as_used
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.method import (
    CONSTRUCTOR,
    ArgumentDeclaration,
    ArgumentUsage,
    MethodDeclaration,
    MethodUsage,
)
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.language.library import PYTHON_CLASSES
from muranopl.namespace.result import DeclaredPackage, Names, TypeId
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ClassType,
    Value,
    instances,
    nullable,
)
from muranopl.semantics.binding import Parameters, has_no_default, parameters
from muranopl.semantics.inference.contracts import named_class, type_of
from muranopl.semantics.inference.surroundings import Surroundings

_GIVEN = {PropertyUsage.IN, PropertyUsage.IN_OUT, PropertyUsage.CONST}
"""Usages of properties that have a value in every object.

Others may be null despite their contract.
"""

T = TypeVar("T", bound=Hashable)


class _VisibleDescendants(msgspec.Struct, frozen=True):
    """The descendants of a class that a package sees, and their ancestors but those of the class.

    A descendant has a member that the class lacks if one of these `classes` declares it; those that
    are `incomplete` may have any member.
    """

    classes: frozenset[TypeId] = frozenset()
    incomplete: tuple[CompleteType, ...] = ()


_NOTHING_BELOW = _VisibleDescendants()


class ClassIndex:
    """All classes of a catalog."""

    def __init__(
        self, names: Names, types: Mapping[TypeId, CompleteType], around: Surroundings
    ) -> None:
        self.names = names
        self.facts = ContractFacts(quirks=names.quirks)
        self._types = types
        self._around = around
        # Caches by class, member or package: bodies ask the same questions again and again.
        self._literals: dict[TypeId, dict[tuple[int, int, int], TypeId | None]] = {}
        self._properties: dict[PropertyDeclaration, Value] = {}
        self._arguments: dict[ArgumentDeclaration, Value] = {}
        self._descendants: dict[tuple[TypeId, PackageId], _VisibleDescendants] = {}
        self._parameters: dict[MethodDeclaration, Parameters[ArgumentDeclaration]] = {}
        self._as_used: dict[MethodDeclaration, MethodDeclaration] = {}
        self._requires_all: dict[PackageId, bool] = {}
        self._visible_method_names: dict[str, frozenset[str]] = {}
        self._objects_of_core: dict[tuple[str, PackageId], Value] = {}
        self._imports_unknown: dict[TypeId, bool] = {}
        self._extensions: dict[TypeId, dict[str, list[Member[MethodDeclaration]]]] = {}

    @property
    def surroundings(self) -> Surroundings:
        """The interface for questions about packages that a package does not see."""
        return self._around

    def get(self, id_: TypeId) -> CompleteType | None:
        """Return a class whose ancestors and members are all known, else None."""
        result = self._types.get(id_)
        return None if result is None or result.incomplete else result

    def get_incomplete(self, id_: TypeId) -> CompleteType | None:
        """Return a class that may have unknown ancestors; check its members with `declares`."""
        return self._types.get(id_)

    def declares(self, type_: CompleteType, member: Member[Any] | None) -> bool:
        """Return whether a member is certainly the one its name refers to.

        It is if all unknown ancestors of the class are above the class that declares the member.
        """
        if member is None or not type_.incomplete:
            return member is not None
        # Above the class that declares the member nothing can come before it.
        pending, visited = [type_.id], {member.declaring}
        while pending:
            current = pending.pop()
            if current not in visited:
                visited.add(current)
                result = self._types.get(current)
                if result is None or len(result.parents) < len(
                    result.declared.declaration.extends
                ):
                    return False
                pending.extend(result.parents)
        return True

    def constructor_arguments(
        self, type_: CompleteType
    ) -> tuple[dict[str, tuple[TypeId, ArgumentDeclaration]], bool]:
        """Return the arguments of all constructors of a class, and whether one takes any others.

        The arguments are by name, each with the class that declares it; the nearest one of a name
        counts.
        """
        init = type_.methods.get(CONSTRUCTOR)
        result: dict[str, tuple[TypeId, ArgumentDeclaration]] = {}
        is_open = False
        for owner, method in () if init is None else init.chain:
            for argument in method.arguments:
                # Those of `*args` and `**kwargs` take any name, so no name is wrong.
                if argument.usage is ArgumentUsage.STANDARD:
                    result.setdefault(argument.name, (owner, argument))
                else:
                    is_open = True
        return result, is_open

    def parameters(
        self, declaration: MethodDeclaration
    ) -> Parameters[ArgumentDeclaration]:
        """Return the parameters of a method as binding needs them."""
        result = self._parameters.get(declaration)
        if result is None:
            required: Callable[[ArgumentDeclaration], bool] = self.facts.is_required
            if declaration in self._native:
                required = has_no_default
            result = self._parameters[declaration] = parameters(
                declaration.arguments, required
            )
        return result

    def is_required(self, owner: TypeId, argument: ArgumentDeclaration) -> bool:
        """Return whether a constructor argument that the class `owner` declares must be given."""
        if self._is_native(owner):
            return has_no_default(argument)
        return self.facts.is_required(argument)

    @functools.cached_property
    def _native(self) -> frozenset[MethodDeclaration]:
        """The methods that the engine implements in Python."""
        core = {*self.names.core.values(), self.names.shadowed}
        owners = (
            class_
            for id_, package in self.names.packages.items()
            if id_ in core or package.package.is_extension
            for class_ in package.classes.values()
        )
        return frozenset(
            method
            for owner in owners
            if self._is_native(owner.id)
            for method in owner.declaration.methods
        )

    def passes_literal_null(self, argument: ArgumentDeclaration) -> bool:
        """Return whether a literal null passes the contract of an argument in the engine.

        Methods that are implemented in Python check it.
        """
        return argument not in self._native_arguments

    @functools.cached_property
    def _native_arguments(self) -> frozenset[ArgumentDeclaration]:
        return frozenset(
            argument for method in self._native for argument in method.arguments
        )

    def _is_native(self, owner: TypeId) -> bool:
        if owner.package.name == CORE_LIBRARY:
            return owner.name in PYTHON_CLASSES
        declared = self.names.packages.get(owner.package)
        return declared is not None and declared.package.is_extension

    def is_in_given_python(self, id_: TypeId) -> bool:
        """Return whether the engine may define a class in Python, with a core library of its own.

        Such a library may belong to another version of the engine, with methods that no document
        describes.
        """
        shadowed = self.names.shadowed
        if (
            shadowed is None
            or id_.package == shadowed
            or id_.package.name != CORE_LIBRARY
        ):
            return False
        return (
            id_.name in PYTHON_CLASSES
            or id_.name not in self.names.packages[shadowed].classes
        )

    def as_used(self, declaration: MethodDeclaration) -> MethodDeclaration:
        """Return the method with its arguments renamed to the names that its body uses."""
        result = self._as_used.get(declaration)
        if result is None:
            result = self._as_used[declaration] = as_used(declaration)
        return result

    def extends(self, id_: TypeId, other: TypeId) -> bool:
        """Return whether a class is `other` or one of its descendants."""
        if id_ == other:
            return True
        result = self._types.get(id_)
        return result is not None and other in result.ancestors

    def descendant_may_have_property(
        self, id_: TypeId, name: str, asking: PackageId
    ) -> bool:
        """Return whether a known descendant of a class that lacks a property may have it."""
        below = self._visible_descendants(id_, asking)
        if below.incomplete or not below.classes.isdisjoint(
            self._declaring_property.get(name, ())
        ):
            return True
        # Last, as the result of the check depends on other packages if this is asked.
        return self._around.may_have_property(asking.name, id_, name)

    def descendant_may_have_method(
        self, id_: TypeId, name: str, asking: PackageId
    ) -> bool:
        """Return whether a known descendant of a class that lacks a method may have it."""
        below = self._visible_descendants(id_, asking)
        if below.incomplete or not below.classes.isdisjoint(
            self._declaring_method.get(name, ())
        ):
            return True
        return self._around.may_have_method(asking.name, id_, name)

    def is_overridden(
        self,
        id_: TypeId,
        name: str,
        asking: PackageId,
        otherwise: Callable[[CompleteType], bool],
    ) -> bool:
        """Return whether a known descendant of a class overrides a method.

        `otherwise` decides this for descendants that the package sees; of others a declaration is
        enough.
        """
        below = self._visible_descendants(id_, asking)
        others = below.classes.intersection(self._declaring_method.get(name, ()))
        again = {
            item.id: item
            for other in others
            for item in (self._types[other], *self._below.get(other, ()))
        }
        candidates = (
            *below.incomplete,
            *(item for item in again.values() if item.id in below.classes),
        )
        if any(map(otherwise, candidates)):
            return True
        # Bodies of packages that are not seen are not here: a declaration may take anything.
        return self._around.is_overridden(asking.name, id_, name)

    def have_common_descendant(
        self, id_: TypeId, other: TypeId, asking: PackageId
    ) -> bool:
        """Return whether a known descendant of a class is `other` or a descendant of it too."""
        below = self._visible_descendants(id_, asking)
        # Every descendant is also one of `other` if the class itself is.
        if other in below.classes or (below.classes and self.extends(id_, other)):
            return True
        return self._around.share_descendant(asking.name, id_, other)

    def is_called_by_constructors(self, name: str, asking: PackageId) -> bool:
        """Return whether a method of that name may be called by a constructor, directly or not."""
        return self._around.is_called_by_constructors(asking.name, name)

    def is_any_method(self, name: str, asking: PackageId) -> bool:
        """Return whether any class has a method of that name."""
        return name in self._visible_methods(asking.name) or self._around.is_method(
            asking.name, name
        )

    def _visible_descendants(
        self, id_: TypeId, asking: PackageId
    ) -> _VisibleDescendants:
        result = self._descendants.get((id_, asking))
        if result is None:
            result = self._descendants[id_, asking] = self._collect_descendants(
                id_, asking
            )
        return result

    def _collect_descendants(
        self, id_: TypeId, asking: PackageId
    ) -> _VisibleDescendants:
        """Return the descendants of a class that a package sees.

        Their ancestors are those beside the class, see `_VisibleDescendants`.
        """
        # Only what the package sees: other descendants are a matter of the surroundings.
        below = [
            item
            for item in self._below.get(id_, ())
            if self._around.sees(asking.name, item.id.package.name)
        ]
        if not below:
            return _NOTHING_BELOW
        own = self._types.get(id_)
        above = {id_} if own is None else {id_, *own.ancestors}
        classes, pending = {item.id for item in below}, below
        while pending:
            # Descendants may inherit members from classes beside this one.
            parents = {
                parent
                for item in pending
                for parent in item.parents
                if parent not in classes
            }
            parents -= above
            classes |= parents
            pending = [
                self._types[parent] for parent in parents if parent in self._types
            ]
        return _VisibleDescendants(
            frozenset(classes), tuple(item for item in below if item.incomplete)
        )

    @functools.cached_property
    def _below(self) -> dict[TypeId, tuple[CompleteType, ...]]:
        result: dict[TypeId, list[CompleteType]] = {}
        for type_ in self._types.values():
            for ancestor in type_.ancestors:
                result.setdefault(ancestor, []).append(type_)
        return {id_: tuple(types) for id_, types in result.items()}

    @functools.cached_property
    def _declaring_property(self) -> Mapping[str, set[TypeId]]:
        """The classes that declare a property themselves, by its name."""
        return _declaring(
            (type_.id, type_.declared.declaration.properties)
            for type_ in self._types.values()
        )

    @functools.cached_property
    def _declaring_method(self) -> Mapping[str, set[TypeId]]:
        """The classes that declare a method themselves, by its name."""
        return _declaring(
            (type_.id, type_.declared.declaration.all_methods)
            for type_ in self._types.values()
        )

    def literal(
        self, owner: TypeId, node: Yaql, expression: Expression
    ) -> TypeId | None:
        """Return the class that a name in an expression of `owner` refers to, None if unknown."""
        result = self._literals.get(owner)
        if result is None:
            # Names were looked up once, by their place in the text.
            written = self.names.references.get(owner, ())
            result = {
                (id(item.node), item.start, item.end): self.names.resolved.get(item)
                for item in written
            }
            self._literals[owner] = result
        return result.get((id(node), expression.start, expression.end))

    def property(self, member: Member[PropertyDeclaration]) -> Value:
        """Return the type of the value read from a property."""
        # Several ancestors declare it, and reading it is ambiguous.
        if len(member.candidates) > 1:
            return UNKNOWN
        declaration = member.declaration
        result = self._properties.get(declaration)
        if result is None:
            # Usages set by methods may still be null when the property is read.
            created = self._type(
                declaration, f'property "{declaration.name}" of {member.declaring.name}'
            )
            result = self._properties[declaration] = (
                created if declaration.usage in _GIVEN else nullable(created)
            )
        return result

    def argument(self, declaration: ArgumentDeclaration) -> Value:
        """Return the type of an argument inside its method.

        It may be null, as a literal null in a call passes every contract in the engine.
        """
        result = self._arguments.get(declaration)
        if result is None:
            result = nullable(self._type(declaration, f'argument "{declaration.name}"'))
            self._arguments[declaration] = result
        return result

    def _type(
        self, declaration: PropertyDeclaration | ArgumentDeclaration, what: str
    ) -> Value:
        related = (Related(f"{what} is declared here", declaration.name_node.place),)
        return type_of(declaration.contract, self.names.resolved, related)

    def object_of_core(self, name: str, asking: PackageId) -> Value:
        """Return the type of objects of exactly one class of the core library a package sees."""
        result = self._objects_of_core.get((name, asking))
        if result is None:
            core = self.names.core.get(asking)
            classes = (
                () if core is None else (ClassType(TypeId(name, core), exact=True),)
            )
            result = self._objects_of_core[name, asking] = instances(classes)
        return result

    def contract(self, contract: Contract) -> TypeId | None:
        """Return the class of the objects that a contract takes, None for other contracts."""
        named = named_class(contract)
        return None if named is None else self.names.resolved.get(named)

    def extensions(
        self, owner: CompleteType, name: str
    ) -> Sequence[Member[MethodDeclaration]]:
        """Return the extension methods of a name that code of a class can use.

        These are its own, and those of classes that it imports.
        """
        result = self._extensions.get(owner.id)
        if result is None:
            result = self._extensions[owner.id] = self._extensions_of(owner)
        return result.get(name, ())

    def _extensions_of(
        self, owner: CompleteType
    ) -> dict[str, list[Member[MethodDeclaration]]]:
        result: dict[str, list[Member[MethodDeclaration]]] = {}
        for id_ in (owner.id, *self._imported(owner)):
            type_ = None if id_ is None else self._types.get(id_)
            for name, member in () if type_ is None else type_.methods.items():
                if member.declaration.usage is MethodUsage.EXTENSION:
                    result.setdefault(name, []).append(member)
        return result

    def imports_unknown(self, owner: CompleteType) -> bool:
        """Return whether a class imports one that is not known completely."""
        result = self._imports_unknown.get(owner.id)
        if result is None:
            result = any(
                id_ is None or self.get(id_) is None for id_ in self._imported(owner)
            )
            self._imports_unknown[owner.id] = result
        return result

    def _imported(self, owner: CompleteType) -> Iterator[TypeId | None]:
        return map(self.names.resolved.get, owner.declared.declaration.imports)

    def has_all_requirements(self, package: PackageId) -> bool:
        """Return whether all packages that a package requires are at hand."""
        return all(
            item.chosen is not None for item in self.names.requirements.get(package, ())
        )

    def visible_packages(self, package: PackageId) -> list[DeclaredPackage]:
        """Return the packages that a package sees, directly or not, in order.

        Itself and packages that it names without requiring them are included.
        """
        result = [
            item
            for id_, item in self.names.packages.items()
            if self._around.sees(package.name, id_.name)
        ]
        return sorted(result, key=lambda item: item.id)

    def other_packages(self, package: PackageId) -> list[str]:
        """Return the names of all other packages at hand."""
        return sorted(self._around.packages(package.name))

    def requires_all_it_names(self, package: PackageId) -> bool:
        """Return whether all classes that a package names are in packages it requires.

        Others may have any members.
        """
        if package not in self._requires_all:
            names = self.names
            # The core library is required by every package without being named.
            packages = {package, names.core.get(package), names.shadowed}
            packages.update(item.chosen for item in names.requirements.get(package, ()))
            opened = names.packages.get(package)
            owners = () if opened is None else opened.classes.values()
            result = (
                names.resolved.get(item)
                for owner in owners
                for item in names.references.get(owner.id, ())
            )
            self._requires_all[package] = all(
                item is not None and item.package in packages for item in result
            )
        return self._requires_all[package]

    def _visible_methods(self, package: str) -> frozenset[str]:
        """Return the names of the methods of all classes that a package sees, directly or not."""
        result = self._visible_method_names.get(package)
        if result is None:
            names = (
                self._method_names.get(other, ())
                for other in self._around.visible_packages(package)
            )
            result = self._visible_method_names[package] = frozenset().union(*names)
        return result

    @functools.cached_property
    def _method_names(self) -> dict[str, set[str]]:
        """The names of the methods that each package declares."""
        result: dict[str, set[str]] = {}
        for type_ in self._types.values():
            own = result.setdefault(type_.id.package.name, set())
            own.update(
                method.symbol for method in type_.declared.declaration.all_methods
            )
        return result

    def directly_visible_methods(self, package: PackageId) -> Iterator[str]:
        """Yield the method names of the packages that a package sees directly.

        Only its own if it names classes of packages that it does not require.
        """
        names = self.names
        visible = [package]
        if self.requires_all_it_names(package):
            required = (item.chosen for item in names.requirements.get(package, ()))
            visible += filter(
                None, (names.core.get(package), names.shadowed, *required)
            )
        for other in visible:
            opened = names.packages.get(other)
            for declared in () if opened is None else opened.classes.values():
                yield from (method.name for method in declared.declaration.all_methods)


def _declaring(
    members: Iterable[tuple[TypeId, Iterable[PropertyDeclaration | MethodDeclaration]]],
) -> Mapping[str, set[TypeId]]:
    result: dict[str, set[TypeId]] = {}
    for id_, declarations in members:
        for declaration in declarations:
            result.setdefault(declaration.symbol, set()).add(id_)
    return result
