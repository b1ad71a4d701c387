"""Subtyping of classes that contracts of two versions of a package name."""

from __future__ import annotations

from muranopl.language.contracts.compatible.comparison import ClassRelation, Subtyping
from muranopl.language.contracts.type_names import TypeName
from muranopl.phases.results import PhaseResults


def relation_between(first: PhaseResults, second: PhaseResults) -> ClassRelation:
    """Return the function that compares classes of two versions by name.

    Contracts of either version may name the classes. For a class with an unknown ancestor the
    answer is UNKNOWN.
    """
    resolved = {**first.names.resolved, **second.names.resolved}
    types = {**first.inheritance.types, **second.inheritance.types}

    def relation(name: TypeName, other: TypeName) -> Subtyping:
        own, target = resolved.get(name), resolved.get(other)
        if own is None or target is None:
            return Subtyping.UNKNOWN
        if own.name == target.name:
            return Subtyping.SUBTYPE
        type_, below = types.get(own), types.get(target)
        if type_ is None or type_.incomplete:
            return Subtyping.UNKNOWN
        if target.name in {above.name for above in type_.ancestors}:
            return Subtyping.SUBTYPE
        is_above = below is None or own.name in {item.name for item in below.ancestors}
        return Subtyping.NOT_SUBTYPE if is_above else Subtyping.UNRELATED

    return relation
