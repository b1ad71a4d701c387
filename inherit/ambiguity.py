"""Reports names that unrelated parents both declare: the class loads, but using the name fails.

A property is used by every object of the class: no such object can be made
(conformance/models.json, mi-same-name-ambiguous).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import STATIC_FIRST, Quirk
from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import TypeId, distinct_names


def report_ambiguous(
    type_: CompleteType,
    types: Mapping[TypeId, CompleteType],
    quirks: Collection[Quirk],
    findings: Findings,
) -> None:
    """Report the names that are ambiguous in a type, but in none of its parents."""
    for noun, member in _met_here(type_, types):
        is_fatal = noun == "property" and _prevents_objects(type_, member, quirks)
        first, second = distinct_names(*(owner for owner, _ in member.candidates[:2]))
        findings.report(
            rules.AMBIGUOUS_MEMBER,
            type_.declared.declaration.place,
            noun=noun,
            severity=Severity.ERROR if is_fatal else None,
            name=member.name,
            first=first,
            second=second,
            notes=_notes(member),
            related=tuple(
                Related(f"declared in {owner.name}", declaration.name_node.place)
                for owner, declaration in member.candidates
            ),
        )


def _prevents_objects(type_: CompleteType, member: Member[Any], quirks: Collection[Quirk]) -> bool:
    """Return whether no object of a type can be made, as none can have the value of a property.

    A constructor that has an argument of that name may take the value instead.
    """
    constructor = type_.methods.get(LIFE_CYCLE["initialize"])
    taken = () if constructor is None else constructor.chain
    names = {argument.name for _, declaration in taken for argument in declaration.arguments}
    usages = _usages(member)
    if member.name in names or (PropertyUsage.STATIC in usages and STATIC_FIRST in quirks):
        return False
    if member.declaration.default is None:
        usages.discard(PropertyUsage.RUNTIME)
    return bool(usages - {PropertyUsage.STATIC})


def _usages(member: Member[Any]) -> set[PropertyUsage]:
    """Return the usages of the declarations of a property."""
    return {
        declaration.usage
        for _, declaration in member.candidates
        if isinstance(declaration, PropertyDeclaration)
    }


def _notes(member: Member[Any]) -> tuple[str, ...]:
    """Return how the engine differs where a property is Static in some parents only."""
    usages = _usages(member)
    if PropertyUsage.STATIC not in usages or len(usages) == 1:
        return ()
    return (f"the engine may load objects without this property (--quirk {STATIC_FIRST.name})",)


def _met_here(
    type_: CompleteType, types: Mapping[TypeId, CompleteType]
) -> Iterator[tuple[str, Member[Any]]]:
    """Yield the members that become ambiguous in this type.

    Two versions of one class are a separate conflict.
    """
    parents = [types[parent] for parent in type_.parents if parent in types]
    if len(parents) < 2:  # nothing meets here
        return
    for noun, table in (("property", type_.properties), ("method", type_.methods)):
        for name, member in table.items():
            # All constructors and destructors are run, so that none has to be chosen
            if not member.ambiguous or name in LIFE_CYCLE.values():
                continue
            above = (
                parent.properties if noun == "property" else parent.methods for parent in parents
            )
            owners = {owner.name for owner, _ in member.candidates}
            if len(owners) == len(member.candidates) and not any(
                name in item and item[name].ambiguous for item in above
            ):
                yield noun, member
