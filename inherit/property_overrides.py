"""Checks of a property that overrides one of a parent: its contract, its usage and its Default.

The engine makes a value by the nearest contract and has every other declaration validate it; a
workflow may assign only where every declaration allows it (conformance/models.json, `redeclare-*`;
reference: workflow, Dispatch).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, is_null
from muranopl.diagnostics.bounds import COMPARED_DECLARATIONS
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import OVERRIDDEN_OWNED
from muranopl.inherit.complete import Member
from muranopl.language.contracts.compatible.comparison import (
    ClassRelation,
    Conflict,
    ConflictEffect,
    shortened,
)
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.objects import OWNED
from muranopl.language.contracts.tree import (
    Chain,
    Constant,
    Contract,
    DictOf,
    ListOf,
    is_reported,
    walk,
)
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import TypeId

GIVEN = frozenset({PropertyUsage.IN, PropertyUsage.IN_OUT, PropertyUsage.CONST})
ASSIGNED = frozenset(
    {
        PropertyUsage.OUT,
        PropertyUsage.IN_OUT,
        PropertyUsage.RUNTIME,
        PropertyUsage.STATIC,
        PropertyUsage.CONFIG,
    }
)
IGNORED = frozenset({PropertyUsage.RUNTIME, PropertyUsage.CONFIG})
"""Usages that are not read from object models. For `Out` the language says so too, but the engine
reads it.
"""
ALWAYS_SET = frozenset({*GIVEN, PropertyUsage.OUT, PropertyUsage.CONFIG})
"""Usages that are set when an object is made, and validated by all declarations; others are set by
workflows only.
"""

NOT_ASSIGNED = "workflows can no longer assign it"
_OUT = PropertyUsage.OUT

Declared = tuple[TypeId, PropertyDeclaration]


Assigned = Callable[[], Mapping[str, Place]]
"""Returns where methods of ancestors assign properties, by their names."""


def check_property(
    member: Member[PropertyDeclaration],
    relation: ClassRelation,
    assigned: Assigned,
    facts: ContractFacts,
    findings: Findings,
) -> None:
    """Check one property against the declarations it hides."""
    own = member.declaration
    _check_default(member, facts, findings)
    result = max(
        _contract_conflicts(member, relation), key=lambda item: item[1].effect, default=None
    )
    if result is not None:
        _report_contract(own, *result, findings)
    else:
        _check_owned(member, findings)
    for type_, above in member.overridden:
        problem = usage_problem(own.usage, above.usage)
        place = assigned().get(own.name) if problem is NOT_ASSIGNED else None
        # An output may become an input if no method sets it: it is then an object that exists
        # already.
        if problem is not None and (
            place is not None or problem is not NOT_ASSIGNED or above.usage is not _OUT
        ):
            usage = own.node.get("Usage") if isinstance(own.node, nodes.Mapping) else None
            findings.report(
                rules.USAGE_BROKEN,
                (usage or own.name_node).place,
                name=own.name,
                base=type_.name,
                usage=own.usage.value,
                declared=above.usage.value,
                problem=problem,
                related=(
                    Related(f"declared in {type_.name}", above.name_node.place),
                    *(() if place is None else (Related("assigned here", place),)),
                ),
            )
            break


def _check_owned(member: Member[PropertyDeclaration], findings: Findings) -> None:
    """Report owned() in a declaration that is overridden, which no object fulfils in the engine."""
    own = member.declaration
    if own.contract is None or own.usage is PropertyUsage.STATIC:
        return
    for type_, above in member.overridden:
        if above.contract is None or not has_owned(above.contract):
            continue
        findings.report(
            rules.CONTRACT_NOT_KEPT,
            own.contract.node.place,
            name=own.name,
            base=type_.name,
            problem="owned() there rejects every object in the engine, as this class declares the property again "
            f"(--quirk {OVERRIDDEN_OWNED.name})",
            suggestion=OVERRIDDEN_OWNED.remedy,
            related=(Related(f"the contract in {type_.name}", above.contract.node.place),),
        )
        return


def has_owned(contract: Contract) -> bool:
    """Return whether a contract, or a part of it, has `owned()`."""
    parts = (contract,) if isinstance(contract, Chain) else walk(contract)
    chains = (part for part in parts if isinstance(part, Chain))
    return any(call.function is OWNED for chain in chains for call in chain.calls)


def _check_default(
    member: Member[PropertyDeclaration], facts: ContractFacts, findings: Findings
) -> None:
    """Report a Default that is not repeated: a declaration replaces the one above as a whole."""
    own, contract = member.declaration, _contract(member.declaration)
    if contract is None or own.default is not None or own.usage is PropertyUsage.STATIC:
        return
    for type_, above in member.overridden:
        if (
            above.default is None
            or above.usage is PropertyUsage.STATIC
            or _is_what_null_becomes(above.default, contract)
        ):
            continue
        if own.usage is PropertyUsage.RUNTIME:
            problem = "it has no value here until a workflow sets one"
        elif facts.is_required(own):
            problem = "objects created without a value are rejected here"
        else:
            problem = "objects created without a value have a different one here"
        findings.report(
            rules.DEFAULT_LOST,
            own.name_node.place,
            name=own.name,
            base=type_.name,
            problem=problem,
            related=(Related(f"the Default in {type_.name}", above.default.place),),
        )
        return


def _is_what_null_becomes(default: Node, contract: Contract) -> bool:
    """Return whether a property without a Default has this very value."""
    match contract, default:
        case (ListOf(), nodes.Sequence(items=())) | (DictOf(), nodes.Mapping(pairs=())):
            return True
    return is_null(default)


def hidden_not_kept(member: Member[PropertyDeclaration], relation: ClassRelation) -> list[Declared]:
    """Return the hidden declarations whose contracts a property does not keep."""
    return [above for above, _ in _contract_conflicts(member, relation)]


def is_usage_kept(member: Member[PropertyDeclaration]) -> bool:
    """Return whether a property can do all that the declarations that it hides can do."""
    usage = member.declaration.usage
    return not any(usage_problem(usage, above.usage) for _, above in member.overridden)


def _contract_conflicts(
    member: Member[PropertyDeclaration], relation: ClassRelation
) -> Iterator[tuple[Declared, Conflict]]:
    """Yield the conflicts with declarations hidden directly, and the worst of those above.

    Conflicts that a declaration in between has as well are reported there.
    """
    own = _contract(member.declaration)
    if own is None or not member.overridden:
        return
    # Few properties override one
    from muranopl.language.contracts.compatible.conflict import conflict
    from muranopl.language.contracts.describe import describe

    direct = {type_ for type_, _ in member.overridden}
    # Keyed by text, as equal contracts of ancestors give the same conflicts
    between: dict[str, Contract] = {}
    for type_, declaration in itertools.islice(
        member.declarations(), 1, 1 + COMPARED_DECLARATIONS.most
    ):
        text = "" if declaration.contract is None else describe(declaration.contract)
        if text in between and type_ not in direct:
            continue
        above = _contract(declaration)
        if above is None:
            continue
        result = conflict(own, above, relation)
        if result is not None and (
            type_ in direct
            or (
                _bad(result)
                and not any(_bad(conflict(item, above, relation)) for item in between.values())
            )
        ):
            yield (type_, declaration), result
        # A conflict further up is new only if no contract in between has it already.
        between[text] = above


def _bad(found: Conflict | None) -> bool:
    return found is not None and found.effect >= ConflictEffect.ONLY_NULL


def _contract(declaration: PropertyDeclaration) -> Contract | None:
    """Return the contract to compare; None for one that was reported at its declaration."""
    contract = declaration.contract
    if contract is None or is_reported(contract):
        return None
    # An empty contract, which is reported, is rather forgotten than meant
    if isinstance(contract, Constant) and contract.value is None:
        return None
    return contract


def _report_contract(
    own: PropertyDeclaration, above: Declared, found: Conflict, findings: Findings
) -> None:
    type_, declaration = above
    assert own.contract is not None  # noqa: S101 - there was something to compare
    assert declaration.contract is not None  # noqa: S101
    never = found.effect is ConflictEffect.NEVER and own.usage in ALWAYS_SET
    findings.report(
        rules.NO_COMMON_VALUE if never else rules.CONTRACT_NOT_KEPT,
        own.contract.node.place,
        name=own.name + found.path,
        base=type_.name,
        problem=_problem(found),
        related=(Related(f"the contract in {type_.name}", declaration.contract.node.place),),
    )


def _problem(found: Conflict) -> str:
    here, there = shortened(found.given), shortened(found.taken)
    if found.effect is ConflictEffect.NEVER:
        return f"no value satisfies both {here} here and {there} there"
    if found.effect is ConflictEffect.ONLY_NULL:
        return f"only null satisfies both {here} here and {there} there"
    if found.effect is ConflictEffect.UNLISTED:
        return f"{here} keeps a single value as it is, but {there} there converts it to a list"
    return f"{here} accepts {found.values}, but {there} there does not"


def usage_problem(own: PropertyUsage, above: PropertyUsage) -> str | None:
    """Return what a property can no longer do, or still cannot do, because of its usage.

    Return None if nothing.
    """
    if own is above:
        return None
    if PropertyUsage.STATIC in (own, above):
        is_static = own is PropertyUsage.STATIC
        here = "all objects share one value" if is_static else "each object has its own value"
        return f"{here} here, unlike there"
    if above is PropertyUsage.CONFIG:
        return "the class configuration or the Default replaces the value that a user provides"
    if above in GIVEN and own in IGNORED:
        return "a value in the object model is no longer used"
    if above is PropertyUsage.IN_OUT and own is PropertyUsage.OUT:
        return "users should no longer provide its value"
    if above in ASSIGNED and own not in ASSIGNED:
        return NOT_ASSIGNED
    if own in ASSIGNED and above not in ASSIGNED:
        return "workflows still cannot assign it, as every declaration must allow that"
    return None
