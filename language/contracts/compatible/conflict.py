"""Whether an overriding contract is within the one it overrides.

The engine makes a value with the contract of the overriding declaration; every declaration above then only validates
what came out, and validating never converts (conformance/models.json, the `redeclare-*` cases). So the question is
which values one contract *gives* and the other one *takes*. The arguments of methods are the same question the other
way round: what callers may give by the overridden declaration, the overriding one must take (`converting`).

Only what is certain is said: a contract that is free YAQL, a predicate, a class that is not known give no conflict.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.contracts import tree
from muranopl.language.contracts.compatible.checks import refused_sample
from muranopl.language.contracts.compatible.lists import list_conflicts
from muranopl.language.contracts.compatible.mappings import dict_conflicts
from muranopl.language.contracts.compatible.model import Conflict, Kin, Kinship, Outcome, Way
from muranopl.language.contracts.compatible.values import gives, has_check, may_take, takes_null
from muranopl.language.contracts.kinds import DICT, NOT_NULL, NOTHING, NULL, OTHER, STRING, Kinds, described


def conflict(given: tree.Contract, taken: tree.Contract, kin: Kin, *, converting: bool = False) -> Conflict | None:
    """Return the worst conflict between what one contract gives and another one takes, or None."""
    return _worst(given, taken, Way(kin, converting, _worst))


def _worst(given: tree.Contract, taken: tree.Contract, way: Way) -> Conflict | None:
    return max(_conflicts(given, taken, way), key=lambda each: each.outcome, default=None)


def _conflicts(given: tree.Contract, taken: tree.Contract, way: Way) -> Iterator[Conflict]:
    kinds, takes = gives(given), may_take(taken, converting=way.converting)
    if kinds is None or takes is None:
        return
    kinds &= way.within
    if not kinds & takes & NOT_NULL and kinds & NOT_NULL:
        null = kinds & NULL and takes_null(taken) is not False
        yield Conflict(Outcome.ONLY_NULL if null else Outcome.NEVER, "", described(kinds & NOT_NULL), given, taken)
        return
    if isinstance(given, tree.Constant) and not (isinstance(taken, tree.ListOf) and kinds & NOT_NULL):
        yield from _constant(given, taken, way)
        return
    if not isinstance(given, tree.Constant) and not has_check(given):
        yield from _scalars(given, taken, kinds, takes, way)
    if isinstance(taken, tree.ListOf):
        yield from list_conflicts(given, taken, kinds, way)
    elif isinstance(taken, tree.DictOf) and isinstance(given, tree.DictOf):
        yield from dict_conflicts(given, taken, way)


def _constant(given: tree.Constant, taken: tree.Contract, way: Way) -> Iterator[Conflict]:
    """One value: equal to the other constant, or of a kind that is taken."""
    if isinstance(taken, tree.Constant):
        refused = taken.value != given.value
    elif given.value is None:
        refused = takes_null(taken) is False
    else:
        refused = isinstance(taken, tree.Int) and way.converting and not _is_number(given.value)
    if refused:
        yield Conflict(Outcome.NEVER, "", repr(given.value), given, taken)


def _is_number(value: object) -> bool:
    try:
        int(value)  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _scalars(given: tree.Contract, taken: tree.Contract, kinds: Kinds, takes: Kinds, way: Way) -> Iterator[Conflict]:
    """What can be said of a value as a whole. All values of the given kinds do occur here."""

    def some(values: str) -> Conflict:
        return Conflict(Outcome.SOMETIMES, "", values, given, taken)

    if kinds & NULL and takes_null(taken) is False:
        yield some("null")
    partly = _PARTLY.get(type(taken), NOTHING) if way.converting else NOTHING
    if extra := kinds & NOT_NULL & ~(takes & ~partly):
        yield some(described(kinds & NOT_NULL if extra == kinds & NOT_NULL else extra))
    elif isinstance(taken, tree.Constant):
        yield some(f"values other than {taken.value!r}")
    elif (sample := refused_sample(given, taken)) is not None:
        yield some(sample)
    if isinstance(taken, (tree.ObjectOf, tree.Template)) and isinstance(given, (tree.ObjectOf, tree.Template)):
        known = taken.type is not None and given.type is not None and taken.version is None
        # An argument that asks for a subclass is common, in the engine's own library too: its callers know.
        refused = {Kinship.UNRELATED} if way.converting else {Kinship.UNRELATED, Kinship.NOT_BELOW}
        if known and way.kin(given.type, taken.type) in refused:  # type: ignore[arg-type]
            yield some(f"objects that are no {taken.type.text}")  # type: ignore[union-attr]


_PARTLY = {
    tree.Int: STRING | OTHER,
    tree.ObjectOf: STRING | DICT,
    tree.Template: DICT,
}
"""Where converting depends on the value: a text may be a number or an id, a mapping an object."""
