"""List contracts: lengths, the items at each position, and values that are no list."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.language.contracts import tree
from muranopl.language.contracts.compatible.comparison import Comparison, Conflict, ConflictEffect
from muranopl.language.contracts.compatible.values import has_check
from muranopl.language.contracts.kinds import LIST, NOT_NULL, NULL, Kinds, described


def list_conflicts(
    given: tree.Contract, taken: tree.ListOf, kinds: Kinds, comparison: Comparison
) -> Iterator[Conflict]:
    """What a contract gives (of these kinds) against a list contract that takes."""
    if not isinstance(given, tree.ListOf):
        yield from _single(given, taken, kinds, comparison)
        return
    low, high = max(given.minimum, taken.minimum), min(_maximum(given), _maximum(taken))
    if low > high:
        yield Conflict(ConflictEffect.NEVER, "", _sizes(given), given, taken)
        return
    if given.minimum < taken.minimum:
        yield Conflict(ConflictEffect.SOMETIMES, "", f"lists of fewer than {taken.minimum}", given, taken)
    if _maximum(given) > _maximum(taken):
        yield Conflict(ConflictEffect.SOMETIMES, "", f"lists of more than {taken.maximum}", given, taken)
    for position in range(int(min(high, max(len(given.items), len(taken.items))))):
        found = comparison.worst(_item(given, position), _item(taken, position), comparison)
        if found is not None:
            never = found.effect is ConflictEffect.NEVER and position < low
            yield found.inside(f"[{position}]", ConflictEffect.NEVER if never else ConflictEffect.SOMETIMES)


def _single(given: tree.Contract, taken: tree.ListOf, kinds: Kinds, comparison: Comparison) -> Iterator[Conflict]:
    """What need not be a list: null stands for an empty list, any other value for a list of itself."""
    if kinds & LIST:
        any_list = tree.ListOf(node=given.node, items=(tree.Chain(node=given.node),))
        yield from (
            each.inside("", ConflictEffect.SOMETIMES) for each in list_conflicts(any_list, taken, LIST, comparison)
        )
    found = comparison.worst(_without_null(given), _item(taken, 0), comparison)
    if taken.minimum > 1 or _maximum(taken) < 1:
        found = Conflict(ConflictEffect.NEVER, "", described(kinds & NOT_NULL), given, taken)
    if found is not None and found.effect is ConflictEffect.NEVER:
        null = kinds & NULL and taken.minimum <= 0
        rest = ConflictEffect.SOMETIMES if kinds & LIST else ConflictEffect.ONLY_NULL if null else ConflictEffect.NEVER
        yield Conflict(rest, "", described(kinds & NOT_NULL & ~LIST), given, taken)
    elif found is not None:
        yield found
    if not comparison.converting and not has_check(given):
        yield Conflict(ConflictEffect.UNLISTED, "", described(kinds), given, taken)


def _without_null(contract: tree.Contract) -> tree.Contract:
    return msgspec.structs.replace(contract, refuses_null=True)


def _maximum(contract: tree.ListOf) -> float:
    """The upper bound; a negative one is none to the engine."""
    return contract.maximum if contract.maximum is not None and contract.maximum >= 0 else float("inf")


def _sizes(contract: tree.ListOf) -> str:
    if contract.maximum is None:
        return f"lists of {contract.minimum} or more"
    return f"lists of {contract.minimum} to {contract.maximum}"


def _item(contract: tree.ListOf, position: int) -> tree.Contract:
    if not contract.items:
        return tree.Chain(node=contract.node)
    return contract.items[min(position, len(contract.items) - 1)]
