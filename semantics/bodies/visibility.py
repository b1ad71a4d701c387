"""Answers which packages a package sees, their names of methods, and which methods are implemented in Python.

Methods in Python have no bodies to check. `execution.natives` has the implementations of calls.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping

from muranopl.diagnostics.graphs import grouped
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.library import PYTHON_CLASSES
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, Names, TypeId
from muranopl.read.package import PackageId
from muranopl.semantics.bodies.surroundings import Surroundings


class Visibility:
    """The packages that packages of a catalog see, directly or not, and names in them."""

    def __init__(
        self, names: Names, types: Mapping[TypeId, CompleteType], around: Surroundings
    ) -> None:
        self._names, self._types, self._around = names, types, around
        self.requires_all_it_names = functools.cache(
            functools.partial(_requires_all_it_names, names)
        )
        self._visible_method_names: dict[str, frozenset[str]] = {}

    def is_called_by_constructors(self, name: str, asking: PackageId) -> bool:
        """Return whether a method of that name may be called by a constructor, directly or not."""
        return self._around.is_called_by_constructors(asking.name, name)

    def is_any_method(self, name: str, asking: PackageId) -> bool:
        """Return whether any class has a method of that name."""
        return name in self._visible_methods(asking.name) or self._around.is_method(
            asking.name, name
        )

    def has_all_requirements(self, package: PackageId) -> bool:
        """Return whether all packages that a package requires are at hand."""
        return all(item.chosen is not None for item in self._names.requirements.get(package, ()))

    def visible_packages(self, package: PackageId) -> list[DeclaredPackage]:
        """Return the packages that a package sees, directly or not, in order.

        Itself and packages that it names without requiring them are included.
        """
        result = [
            item
            for id_, item in self._names.packages.items()
            if self._around.sees(package.name, id_.name)
        ]
        return sorted(result, key=lambda item: item.id)

    def other_packages(self, package: PackageId) -> list[str]:
        """Return the names of all other packages at hand."""
        return sorted(self._around.packages(package.name))

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
    def _method_names(self) -> Mapping[str, Collection[str]]:
        """The names of the methods that each package declares."""
        return grouped(
            (type_.id.package.name, method.symbol)
            for type_ in self._types.values()
            for method in type_.declared.declaration.all_methods
        )

    def directly_visible_methods(self, package: PackageId) -> Iterator[str]:
        """Yield the method names of the packages that a package sees directly.

        Only its own if it names classes of packages that it does not require.
        """
        for declared in self._directly_visible(package):
            yield from (method.name for method in declared.declaration.all_methods)

    def directly_declaring(self, method: str, package: PackageId) -> set[str]:
        """Return the full names of classes with a method, of the packages that one sees directly."""
        return {
            declared.id.name
            for declared in self._directly_visible(package)
            if any(method == item.name for item in declared.declaration.all_methods)
        }

    def _directly_visible(self, package: PackageId) -> Iterator[DeclaredClass]:
        names = self._names
        visible = [package]
        if self.requires_all_it_names(package):
            required = (item.chosen for item in names.requirements.get(package, ()))
            visible += filter(None, (names.core.get(package), names.engine_core, *required))
        for other in visible:
            opened = names.packages.get(other)
            yield from () if opened is None else opened.classes.values()


def _requires_all_it_names(names: Names, package: PackageId) -> bool:
    """Return whether all classes that a package names are in packages it requires.

    Others may have any members.
    """
    # The core library is required by every package without being named.
    packages = {package, names.core.get(package), names.engine_core}
    packages.update(item.chosen for item in names.requirements.get(package, ()))
    opened = names.packages.get(package)
    owners = () if opened is None else opened.classes.values()
    result = (
        names.resolved.get(item) for owner in owners for item in names.references.get(owner.id, ())
    )
    return all(item is not None and item.package in packages for item in result)


class NativeMethods:
    """The methods of a catalog that are implemented in Python, by the engine or by plugins."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def passes_literal_null(self, argument: ArgumentDeclaration) -> bool:
        """Return whether a literal null passes the contract of an argument in the engine.

        Methods that are implemented in Python check it.
        """
        return argument not in self._arguments

    @functools.cached_property
    def methods(self) -> frozenset[MethodDeclaration]:
        """The methods that the engine implements in Python."""
        core = {*self._names.core.values(), self._names.engine_core}
        owners = (
            class_
            for id_, package in self._names.packages.items()
            if id_ in core or package.package.is_extension
            for class_ in package.classes.values()
        )
        return frozenset(
            method
            for owner in owners
            if self.is_native(owner.id)
            for method in owner.declaration.methods
        )

    @functools.cached_property
    def _arguments(self) -> frozenset[ArgumentDeclaration]:
        return frozenset(argument for method in self.methods for argument in method.arguments)

    def is_native(self, owner: TypeId) -> bool:
        """Return whether the methods of a class are implemented in Python."""
        if owner.package.name == CORE_LIBRARY:
            return owner.name in PYTHON_CLASSES
        return self.is_of_plugin(owner)

    def is_of_plugin(self, owner: TypeId) -> bool:
        """Return whether a class is one of an extension plugin."""
        declared = self._names.packages.get(owner.package)
        return declared is not None and declared.package.is_extension

    def is_in_given_python(self, id_: TypeId) -> bool:
        """Return whether the engine may define a class in Python, with a core library of its own.

        Such a library may belong to another version of the engine, with methods that no document
        describes.
        """
        core = self._names.engine_core
        if core is None or id_.package == core or id_.package.name != CORE_LIBRARY:
            return False
        return id_.name in PYTHON_CLASSES or id_.name not in self._names.packages[core].classes
