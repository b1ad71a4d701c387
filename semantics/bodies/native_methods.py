"""Tells which methods of a catalog are implemented in Python, by the engine or by plugins.

Their classes in MuranoPL have no bodies to check. `execution.natives` has the implementations of calls.
"""

from __future__ import annotations

import functools

from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.library import PYTHON_CLASSES
from muranopl.namespace.result import Names, TypeId


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
