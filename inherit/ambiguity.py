"""Names that unrelated parents both declare: the class loads, but using the name fails.

For a property every object of the class uses it: no such object can be made (conformance/models.json,
mi-same-name-ambiguous).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.namespace.result import TypeId, told_apart


def report_ambiguous(type_: CompleteType, types: Mapping[TypeId, CompleteType], findings: Findings) -> None:
    """Report the ambiguous names of the lines of descent that meet in a type."""
    for noun, member in _met_here(type_, types):
        first, second = told_apart(*(owner for owner, _ in member.candidates[:2]))
        findings.report(
            rules.AMBIGUOUS_MEMBER,
            type_.declared.declaration.place,
            noun=noun,
            name=member.name,
            first=first,
            second=second,
            related=tuple(
                Related(f"declared in {owner.name}", declaration.name_node.place)
                for owner, declaration in member.candidates
            ),
        )


def _met_here(type_: CompleteType, types: Mapping[TypeId, CompleteType]) -> Iterator[tuple[str, Member[Any]]]:
    """The members that become ambiguous in this type; two versions of one class are a conflict of their own."""
    parents = [types[parent] for parent in type_.parents if parent in types]
    if len(parents) < 2:  # nothing meets here
        return
    for noun, table in (("property", type_.properties), ("method", type_.methods)):
        for name, member in table.items():
            if not member.ambiguous or name in LIFE_CYCLE.values():
                continue
            above = (parent.properties if noun == "property" else parent.methods for parent in parents)
            owners = {owner.name for owner, _ in member.candidates}
            if len(owners) == len(member.candidates) and not any(
                name in each and each[name].ambiguous for each in above
            ):
                yield noun, member
