"""Reports conflicting meta objects of cardinality One from unrelated parents (see `effective_meta`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.hierarchy.node import TypeNode
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.effective_meta import (
    MetaConflictError,
    MetaSelector,
    effective_meta,
    of_method,
    of_property,
    of_the_class,
)
from muranopl.namespace.result import Names, TypeId, distinct_names


def report_meta_conflicts(
    type_: CompleteType, names: Names, types: Mapping[TypeId, CompleteType], findings: Findings
) -> None:
    """Report the conflicts that arise in a type.

    They are those of the class itself, and of the members it declares.
    """
    for what, place, select in _meeting(type_):
        conflict = _conflict(type_.node, select, names, types)
        if conflict is None or any(
            _conflict(parent, select, names, types) for parent in type_.node.parents
        ):
            continue
        meta, *owners = conflict
        first, second = distinct_names(*owners)
        places = (names.classes[owner].declaration.place for owner in owners)
        findings.report(
            rules.META_CONFLICT,
            place,
            what=what,
            meta=meta.name,
            first=first,
            second=second,
            related=tuple(Related("attached in this class", item) for item in places),
        )


def _conflict(
    node: TypeNode, select: MetaSelector, names: Names, types: Mapping[TypeId, CompleteType]
) -> tuple[TypeId, TypeId, TypeId] | None:
    """Return the meta class in conflict and the first two classes that pass on an object of it.

    Return None without a conflict.
    """
    try:
        effective_meta(node, select, names, types)
    except MetaConflictError as error:
        meta, first, second, *_ = error.args
        return meta, first, second
    return None


def _meeting(type_: CompleteType) -> Iterator[tuple[str, Place, MetaSelector]]:
    """Yield the places of a type where meta objects from several lines of descent may meet."""
    declaration = type_.declared.declaration
    if len(type_.parents) > 1:
        yield f'class "{type_.id.name}"', declaration.place, of_the_class
    for property_ in declaration.properties:
        if len(type_.properties[property_.name].overridden) > 1:
            name = property_.name
            yield f'property "{name}"', property_.name_node.place, of_property(name)
    for method in declaration.all_methods:
        if len(type_.methods[method.symbol].overridden) > 1:
            yield (f'method "{method.name}"', method.name_node.place, of_method(method.name))
