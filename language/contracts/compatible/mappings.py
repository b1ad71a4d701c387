"""Mapping contracts: fixed keys, and the pattern for all others.

Of a value the overriding contract keeps its own keys only, and it gives each of its fixed keys (null where left out).
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Scalar
from muranopl.language.contracts import tree
from muranopl.language.contracts.compatible.comparison import Comparison, Conflict, ConflictEffect
from muranopl.language.contracts.compatible.values import has_check, may_take, takes_null
from muranopl.language.contracts.kinds import ANY, DICT, LIST

Entry = tuple[tree.Contract, tree.Contract]
"""The contract of a key and that of its value."""


def dict_conflicts(given: tree.DictOf, taken: tree.DictOf, comparison: Comparison) -> Iterator[Conflict]:
    """The mappings that one contract gives against another one that takes; `{}` gives and takes any."""
    ours, theirs = _keys(given), _keys(taken)
    if ours is None or theirs is None:
        return
    rest = given.pattern or (None if ours else (tree.Chain(node=given.node), tree.Chain(node=given.node)))
    for key, contract in theirs.items():
        if key in ours:
            found = comparison.worst(ours[key], contract, comparison)
            if found is not None:
                yield found.of_a_part(f"[{key}]")
            continue
        if takes_null(contract) is False:  # what is left out is validated as null
            effect = ConflictEffect.NEVER if rest is None else ConflictEffect.SOMETIMES
            yield Conflict(effect, "", f'mappings without "{key}"', given, taken)
        if rest is not None:
            yield from _among_the_rest(rest, tree.Constant(node=given.node, value=key), contract, comparison)
    if taken.pattern is None:
        return
    for key, contract in ours.items():
        if key not in theirs:
            yield from _entry(
                (tree.Constant(node=given.node, value=key), contract), taken.pattern, f"[{key}]", comparison
            )
    if rest is not None:
        for conflict in _entry(rest, taken.pattern, "[*]", comparison):
            yield conflict.inside("", ConflictEffect.SOMETIMES)  # there need not be any such key


def _among_the_rest(
    rest: Entry, key: tree.Constant, contract: tree.Contract, comparison: Comparison
) -> Iterator[Conflict]:
    """A fixed key of the contract that takes, where the one that gives has a pattern that may give it."""
    surely = not has_check(rest[0]) and may_take(rest[0], converting=False) is not None
    if surely and comparison.worst(key, rest[0], comparison._replace(converting=False)) is None:
        found = comparison.worst(rest[1], contract, comparison)
        if found is not None:
            yield found.inside(f"[{key.value}]", ConflictEffect.SOMETIMES)


def _entry(given: Entry, taken: Entry, path: str, comparison: Comparison) -> Iterator[Conflict]:
    """A key that is there, and its value, against the pattern for all keys."""
    for ours, theirs, within in zip(given, taken, (ANY & ~(LIST | DICT), ANY), strict=True):
        found = comparison.worst(ours, theirs, comparison._replace(within=within))
        if found is not None:
            yield found.of_a_part(path)


def _keys(contract: tree.DictOf) -> dict[object, tree.Contract] | None:
    """The fixed keys by value; None where one is more than a scalar."""
    found: dict[object, tree.Contract] = {}
    for key, value in contract.keys:
        if not isinstance(key, Scalar):
            return None
        found[key.value] = value
    return found
