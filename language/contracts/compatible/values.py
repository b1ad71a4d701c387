"""The kinds of values that contracts give, and those they certainly refuse.

Measured on the engine (conformance/contracts.json and the `redeclare-*` cases of models.json). An
overridden declaration only validates the value that the overriding one made, and validating never
converts; the contract of an argument converts what it can.
"""

from __future__ import annotations

from muranopl.language.contracts import tree
from muranopl.language.contracts.kinds import ANY, BOOL, DICT, INT, LIST, NOT_NULL, NULL, OTHER, Kinds, kind_of


def gives(contract: tree.Contract) -> Kinds | None:
    """Return the kinds of values that can come out of a contract; None where that is unknown."""
    if isinstance(contract, tree.Constant):
        return kind_of(contract.value)
    if isinstance(contract, tree.ListOf):
        return None if _is_bounds_only(contract) else LIST  # null becomes an empty list
    if isinstance(contract, tree.DictOf):
        return DICT  # null becomes an empty mapping
    if not isinstance(contract, tree.Chain):
        return None
    given = ANY if contract.function is None else contract.function.gives
    if any(given & NOT_NULL & ~call.function.gives for call in contract.calls):
        return None  # `owned()` after something that is no object: it never takes anything but null
    return given & ~NULL if contract.refuses_null else given


def may_take(contract: tree.Contract, *, converting: bool) -> Kinds | None:
    """Return the kinds of which a contract takes at least some values.

    None where that is unknown.
    """
    if isinstance(contract, tree.Constant):
        kind = kind_of(contract.value)
        numbers = INT | BOOL | OTHER  # 1, true and 1.0 are equal to the engine
        return numbers if kind & numbers else kind
    if isinstance(contract, tree.Free) or _is_bounds_only(contract):
        return None
    kinds = DICT | NULL if isinstance(contract, tree.DictOf) else ANY  # what is no list is taken as its only item
    if isinstance(contract, tree.Chain) and contract.function is not None:
        kinds = contract.function.converts if converting else contract.function.gives
    if kinds & OTHER:
        kinds |= OTHER  # no contract function gives one of those, so they need not be told apart
    return kinds & ~NULL if takes_null(contract) is False else kinds


def takes_null(contract: tree.Contract) -> bool | None:
    """Return whether a contract takes null; None where that is unknown.

    A list contract reads null as an empty list, a mapping contract as a mapping without keys.
    """
    if isinstance(contract, tree.Constant):
        return contract.value is None
    if isinstance(contract, tree.Free) or _is_bounds_only(contract):
        return None
    if isinstance(contract, tree.ListOf):
        return contract.minimum <= 0
    if isinstance(contract, tree.DictOf):
        return contract.takes_null
    if contract.refuses_null:
        return False
    return None if has_check(contract) else True


def has_check(contract: tree.Contract) -> bool:
    """Return whether a predicate narrows the contract, so that some values are refused for reasons not known here."""
    return isinstance(contract, tree.Chain) and contract.narrows


def _is_bounds_only(contract: tree.Contract) -> bool:
    """Return whether a contract is like `[2]`: bounds without an item, where the engine fails for any value."""
    return (
        isinstance(contract, tree.ListOf)
        and not contract.items
        and (contract.minimum > 0 or contract.maximum is not None)
    )
