"""Whether an overriding contract is within the one it overrides.

The engine makes a value with the contract of the overriding declaration; every declaration above then only validates
what came out, and validating never converts (conformance/models.json, the `redeclare-*` cases). So the question is
which values one contract *gives* and the other one *takes*. The arguments of methods are the same question the other
comparison round: what callers may give by the overridden declaration, the overriding one must take (`converting`).

Only what is certain is said: a contract that is free YAQL, a predicate, a class that is not known give no conflict.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.contracts import tree
from muranopl.language.contracts.compatible.comparison import (
    ClassRelation,
    Comparison,
    Conflict,
    ConflictEffect,
)
from muranopl.language.contracts.compatible.lists import list_conflicts
from muranopl.language.contracts.compatible.mappings import dict_conflicts
from muranopl.language.contracts.compatible.values import gives, has_check, may_take, takes_null
from muranopl.language.contracts.kinds import NOT_NULL, NULL, Kinds, described


def conflict(
    given: tree.Contract, taken: tree.Contract, relation: ClassRelation, *, converting: bool = False
) -> Conflict | None:
    """Return the worst conflict between what one contract gives and another one takes, or None."""
    return _worst(given, taken, Comparison(relation, converting, _worst))


def _worst(given: tree.Contract, taken: tree.Contract, comparison: Comparison) -> Conflict | None:
    return max(_conflicts(given, taken, comparison), key=lambda each: each.effect, default=None)


def _conflicts(given: tree.Contract, taken: tree.Contract, comparison: Comparison) -> Iterator[Conflict]:
    kinds, takes = gives(given), may_take(taken, converting=comparison.converting)
    if kinds is None or takes is None:
        return
    kinds &= comparison.within
    if not kinds & takes & NOT_NULL and kinds & NOT_NULL:
        null = kinds & NULL and takes_null(taken) is not False
        yield Conflict(
            ConflictEffect.ONLY_NULL if null else ConflictEffect.NEVER, "", described(kinds & NOT_NULL), given, taken
        )
        return
    if isinstance(given, tree.Constant) and not (isinstance(taken, tree.ListOf) and kinds & NOT_NULL):
        yield from _constant(given, taken, comparison)
        return
    if not isinstance(given, tree.Constant) and not has_check(given):
        yield from _scalars(given, taken, kinds, takes, comparison)
    if isinstance(taken, tree.ListOf):
        yield from list_conflicts(given, taken, kinds, comparison)
    elif isinstance(taken, tree.DictOf) and isinstance(given, tree.DictOf):
        yield from dict_conflicts(given, taken, comparison)


def _constant(given: tree.Constant, taken: tree.Contract, comparison: Comparison) -> Iterator[Conflict]:
    """One value: equal to the other constant, or of a kind that is taken."""
    if isinstance(taken, tree.Constant):
        refused = taken.value != given.value
    elif given.value is None:
        refused = takes_null(taken) is False
    else:
        function = taken.function if isinstance(taken, tree.Chain) and comparison.converting else None
        refused = function is not None and not function.converts_literal(given.value)
    if refused:
        yield Conflict(ConflictEffect.NEVER, "", repr(given.value), given, taken)


def _scalars(
    given: tree.Contract, taken: tree.Contract, kinds: Kinds, takes: Kinds, comparison: Comparison
) -> Iterator[Conflict]:
    """What can be said of a value as a whole. All values of the given kinds do occur here."""

    def some(values: str) -> Conflict:
        return Conflict(ConflictEffect.SOMETIMES, "", values, given, taken)

    if kinds & NULL and takes_null(taken) is False:
        yield some("null")
    if comparison.converting and isinstance(taken, tree.Chain) and taken.function is not None:
        takes &= ~taken.function.converts_some
    if extra := kinds & NOT_NULL & ~takes:
        yield some(described(extra))
    elif isinstance(taken, tree.Constant):
        yield some(f"values other than {taken.value!r}")
    elif isinstance(taken, tree.Chain) and isinstance(given, tree.Chain):
        refused = _refused_sample(given, taken) or _refused_values(given, taken, comparison)
        if refused is not None:
            yield some(refused)


def _refused_sample(given: tree.Chain, taken: tree.Chain) -> str | None:
    """Return, in words, a value that one contract gives and a restriction of the other, of the same type, refuses."""
    if given.function is None or given.function is not taken.function:
        return None
    for sample in given.function.samples:
        if any(call.function.refuses_sample(sample, call.arguments) for call in taken.calls):
            is_long = isinstance(sample, str) and len(sample) >= 10
            return f"a text of {len(str(sample))} characters" if is_long else repr(sample)
    return None


def _refused_values(given: tree.Chain, taken: tree.Chain, comparison: Comparison) -> str | None:
    if given.typed is None or taken.typed is None:
        return None
    function, arguments, _ = taken.typed
    return function.refused_values(arguments, given.typed.arguments, comparison.is_outside)
