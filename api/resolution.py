"""One class, resolved: the answer of `Catalog.resolve`."""

from __future__ import annotations

from typing import Any, NamedTuple

from muranopl.diagnostics.model import Diagnostic
from muranopl.inherit.complete import CompleteType, Member
from muranopl.namespace.result import TypeId


class ResolutionError(Exception):
    """A class cannot be resolved; `diagnostics` say why."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class ResolvedMember(NamedTuple):
    """A property or method and the class that declares it ("full.Name/version").

    `ambiguous` lists all declaring classes where unrelated parents declare the name; it is empty otherwise.
    """

    name: str
    declaring: str
    usage: str
    ambiguous: tuple[str, ...] = ()


class ResolvedClass(NamedTuple):
    """A class with all it has. Parents and ancestors are "full.Name/version"; ancestors come breadth first."""

    name: str
    version: str
    package: str
    usage: str
    parents: tuple[str, ...]
    ancestors: tuple[str, ...]
    properties: dict[str, ResolvedMember]
    methods: dict[str, ResolvedMember]


def resolved(type_: CompleteType) -> ResolvedClass:
    """The public view of a complete type."""
    return ResolvedClass(
        name=type_.id.name,
        version=type_.id.package.version,
        package=type_.id.package.name,
        usage=type_.usage.value,
        parents=tuple(map(str, type_.parents)),
        ancestors=tuple(map(str, type_.ancestors)),
        properties={name: _member(member, member.declaration.usage.value) for name, member in type_.properties.items()},
        methods={name: _member(member, member.declaration.usage.value) for name, member in type_.methods.items()},
    )


def _member(member: Member[Any], usage: str) -> ResolvedMember:
    types: tuple[TypeId, ...] = tuple(type_ for type_, _ in member.candidates)
    return ResolvedMember(member.name, str(types[0]), usage, tuple(map(str, types)) if len(types) > 1 else ())
