"""Declarations that hide one of a parent: whether the class still keeps what its parent promises.

Puccini's rule (language/puccini-phases.txt): when overriding, make sure not to break the contract. The reference engine
compares nothing when a class is loaded; it is the values of objects and the calls that fail later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muranopl.contracts.compatible_model import Kin
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.grammar.entity import Named
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.assignments import assignments
from muranopl.inherit.complete import ALIASES, CompleteType
from muranopl.inherit.kinship import named_classes
from muranopl.inherit.overridden_methods import check_method
from muranopl.inherit.overridden_properties import check_property
from muranopl.namespace.result import Names, TypeId

LIFE_CYCLE = frozenset({*ALIASES.values(), "__init__"})
"""Constructors and destructors: each class has its own, run one after the other, and nobody calls them by contract."""

_Table = tuple[dict[str, Named], dict[str, Named]]


class Overrides:
    """Which declarations of a type hide one of an ancestor, known before any type is complete."""

    def __init__(self, names: Names, hierarchy: Hierarchy) -> None:
        self._names = names
        self._hierarchy = hierarchy
        self._tables = {id_: _table(names, id_) for id_ in names.classes}

    def needs(self, id_: TypeId) -> tuple[TypeId, ...] | None:
        """The types that must be complete to check a type: itself and those its contracts, or the hidden ones, name.

        None where the type hides nothing.
        """
        found: dict[TypeId, None] = {id_: None}
        hides = False
        for ancestor in self._hierarchy.ancestors(id_):
            for own, above in zip(self._tables[id_], self._tables.get(ancestor, ({}, {})), strict=True):
                for name in [name for name in own if name in above]:
                    hides = True
                    found.update(dict.fromkeys(self._meant(own[name])))
                    found.update(dict.fromkeys(self._meant(above[name])))
        return tuple(found) if hides else None

    def _meant(self, member: Named) -> Iterator[TypeId]:
        for written in named_classes(member):
            meaning = self._names.meaning.get(written)
            if meaning is not None and meaning in self._names.classes:
                yield meaning


def check_overrides(type_: CompleteType, names: Names, kin: Kin, findings: Findings) -> None:
    """Check every own declaration of a type that hides one of a parent."""

    def assigned(name: str) -> Place | None:
        known = (names.classes[above].declaration for above in type_.ancestors if above in names.classes)
        return next((place for above in known for place in assignments(above, name)), None)

    declaration = type_.declared.declaration
    for property_ in declaration.properties:
        check_property(type_.properties[property_.name], kin, assigned, findings)
    for method in declaration.all_methods:
        name = ALIASES.get(method.name, method.name)
        if name not in LIFE_CYCLE:
            check_method(type_.methods[name], kin, findings)


def _table(names: Names, id_: TypeId) -> _Table:
    declaration = names.classes[id_].declaration
    methods: Mapping[str, Any] = {each.name: each for each in declaration.all_methods}
    return (
        {each.name: each for each in declaration.properties},
        {name: each for name, each in methods.items() if ALIASES.get(name, name) not in LIFE_CYCLE},
    )
