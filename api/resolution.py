"""One class, resolved: the answer of `Catalog.resolve`."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from muranopl.diagnostics.model import Diagnostic
from muranopl.grammar.quirks import Quirk
from muranopl.grammar.versions import DEFAULT_SPEC
from muranopl.hierarchy.phase import build
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.phase import inherit
from muranopl.namespace.result import TypeId
from muranopl.namespace.session import Session
from muranopl.phases.driver import Outcome
from muranopl.refusals import refusals


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


class Resolver:
    """Answers about single classes, one engine session long."""

    def __init__(self, outcome: Outcome, quirks: frozenset[Quirk]) -> None:
        self._outcome = outcome
        self._quirks = quirks
        self._session = Session(outcome.names)

    def resolve(self, name: str, version: str | None, package: str | None) -> ResolvedClass:
        """See `muranopl.Catalog.resolve`."""
        spec = version or DEFAULT_SPEC
        opened = self._session.package(package, spec) if package else self._session.holder(name, spec)
        found = None if opened is None else self._session.find_own(opened, name)
        if found is None:
            where = f" in package {package}" if package else ""
            raise ResolutionError(f'class "{name}" is not found{where} in version {spec}', self._about(name))
        return resolved(self._complete(found))

    def _complete(self, id_: TypeId) -> CompleteType:
        """Load one class and make it complete; whatever the engine would refuse on the way is raised."""
        reached = self._session.reach(id_)
        names = msgspec.structs.replace(
            self._outcome.names, classes=reached.classes, meaning=reached.meaning, roots=reached.roots
        )
        hierarchy = build(names, self._quirks)
        inheritance = inherit(names, hierarchy)
        problems = refusals(reached, (*self._outcome.everything, *hierarchy.diagnostics, *inheritance.diagnostics))
        type_ = inheritance.types.get(id_)
        if problems or reached.missing or type_ is None or type_.incomplete:
            raise ResolutionError(f'class "{id_.name}" cannot be loaded', problems or self._about(id_.name))
        return type_

    def _about(self, name: str) -> tuple[Diagnostic, ...]:
        """The diagnostics of the packages that have a class, else all: one of them is the cause."""
        packages = {each.package.id.name for each in self._outcome.names.packages.values() if name in each.classes}
        everything = sorted(self._outcome.everything, key=Diagnostic.sort_key)
        return tuple(each for each in everything if each.package in packages) or tuple(everything)


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
