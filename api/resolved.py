"""What `Catalog.resolve` answers: one class, complete."""

from __future__ import annotations

from typing import Any, NamedTuple

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import Place


class ResolutionError(Exception):
    """A class cannot be resolved; `diagnostics` say why."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class AttachedMeta(NamedTuple):
    """A meta object: "full.Name/version" of its class, and the values of its properties as plain data.

    A property that is not given has its default, else None; an expression is `{"yaql": text}`.
    """

    type: str
    values: dict[str, Any]


class ResolvedMember(NamedTuple):
    """A property or method and the class that declares it ("full.Name/version").

    `contract` and `default` are those of a property (`default` is None where there is none, or it is null), and
    `inherited_contracts` those of the declarations above it, nearest first, which validate the value too. `place` is
    that of the declaration. `ambiguous` lists all declaring classes where unrelated parents declare the name, else it
    is empty. `meta` are the meta objects in effect; None where two parents hand down conflicting ones.
    """

    name: str
    declaring: str
    usage: str
    ambiguous: tuple[str, ...]
    contract: str | None
    default: Any
    inherited_contracts: tuple[str, ...]
    place: Place
    meta: tuple[AttachedMeta, ...] | None


class MetaFacts(NamedTuple):
    """What a meta class says about its objects: how many at one place, attached to what, and whether inherited."""

    cardinality: str
    applies: tuple[str, ...]
    inherited: bool


class ResolvedClass(NamedTuple):
    """A class with all it has. Types are "full.Name/version"; ancestors come breadth first.

    `extensions` are the names of its extension methods, `meta` its meta objects (None where two parents hand down
    conflicting ones), `facts` those of a meta class, None for a plain class.
    """

    name: str
    version: str
    package: str
    usage: str
    parents: tuple[str, ...]
    ancestors: tuple[str, ...]
    properties: dict[str, ResolvedMember]
    methods: dict[str, ResolvedMember]
    imports: tuple[str, ...]
    extensions: tuple[str, ...]
    meta: tuple[AttachedMeta, ...] | None
    facts: MetaFacts | None
    place: Place
