"""Predicates of two contracts that no value fulfils: `$ > 10` and `$ < 5`, `$ in list(a)` and `$ = b`."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.yaql.tree import Expression, operands
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicate_ranges import choices, simple_constant, value_range
from muranopl.language.contracts.predicates import condition, is_certainly_false


def contradict(first: tree.Chain, second: tree.Chain) -> bool:
    """Return whether certainly no value but null fulfils the predicates of both contracts.

    Return False for a contract that takes no value by itself, which is reported.
    """
    # Predicates of different types see different values
    if first.function is not second.function:
        return False
    ours, theirs = conditions_of(first), conditions_of(second)
    if not ours or not theirs:
        return False
    is_integer = first.function is not None and first.function.inferred == kinds.INT
    return _is_impossible([*ours, *theirs], is_integer=is_integer) and not any(
        _is_impossible(parts, is_integer=is_integer) for parts in (ours, theirs)
    )


def refuses_null(contract: tree.Chain) -> bool:
    """Return whether a predicate of a contract is certainly false for null."""
    return any(is_certainly_false(part, None) for part in conditions_of(contract))


def conditions_of(contract: tree.Chain) -> list[Expression]:
    """Return the parts of the predicates behind the function that gives the type."""
    calls = list(contract.calls)
    if contract.typed is not None:
        calls = calls[calls.index(contract.typed) + 1 :]
    return [
        part
        for call in calls
        if isinstance(call.arguments, Predicate)
        for part in operands(call.arguments.expression, "and")
    ]


def _is_impossible(parts: Iterable[Expression], *, is_integer: bool) -> bool:
    """Return whether no value but null fulfils all of some conditions."""
    known = [item for item in map(condition, parts) if item is not None]
    for item in known:
        allowed = choices(item, simple_constant)
        if allowed is not None:
            return all(
                any(is_certainly_false(part, choice) for part in parts) for choice in allowed
            )
    for of_length in (False, True):
        limits = value_range(known, simple_constant, of_length=of_length)
        least, most = limits.integers
        whole = (is_integer or of_length) and least is not None and most is not None
        if limits.is_empty or (whole and (least or 0) > (most or 0)):
            return True
    return False
