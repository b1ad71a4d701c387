"""Wraps declarations as opaque values: results of `typeinfo()`, and declarations reached from these."""

from __future__ import annotations

import dataclasses

from muranopl.language.grammar.class_ import ClassUsage
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.semantics.evaluation.objects import MuranoType


@dataclasses.dataclass(frozen=True)
class ReflectedType:
    """A class."""

    type: MuranoType

    def __repr__(self) -> str:
        return f"<class {self.type}>"


class ReflectedMetaType(ReflectedType):
    """A meta class."""


@dataclasses.dataclass(frozen=True)
class ReflectedProperty:
    """A property, with the class that declares it."""

    type: MuranoType
    declaration: PropertyDeclaration

    def __repr__(self) -> str:
        return f"<property {self.type}.{self.declaration.name}>"


@dataclasses.dataclass(frozen=True)
class ReflectedMethod:
    """A method, with the class that declares it and its name there."""

    type: MuranoType
    name: str
    declaration: MethodDeclaration

    def __repr__(self) -> str:
        return f"<method {self.type}.{self.name}>"


@dataclasses.dataclass(frozen=True)
class ReflectedArgument:
    """An argument of a method."""

    method: ReflectedMethod
    declaration: ArgumentDeclaration

    def __repr__(self) -> str:
        return f"<argument {self.method.type}.{self.method.name}.{self.declaration.name}>"


@dataclasses.dataclass(frozen=True)
class ReflectedPackage:
    """The package of a class."""

    type: MuranoType

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReflectedPackage) and other.type.id.package == self.type.id.package

    def __hash__(self) -> int:
        return hash(self.type.id.package)

    def __repr__(self) -> str:
        return f"<package {self.type.id.package}>"


REFLECTED = (ReflectedType, ReflectedProperty, ReflectedMethod, ReflectedArgument, ReflectedPackage)


def info(type_: MuranoType) -> ReflectedType:
    """Return the result of `typeinfo` for a class."""
    return (ReflectedMetaType if type_.complete.usage is ClassUsage.META else ReflectedType)(type_)
