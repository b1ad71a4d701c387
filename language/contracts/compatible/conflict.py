"""Whether an overriding contract is within the one it overrides.

The engine makes a value with the contract of the overriding declaration; every declaration above then only validates
what came out, and validating never converts (conformance/models.json, the `redeclare-*` cases). So the question is
which values one contract *gives* and the other one *takes*. The arguments of methods are the same question the other
comparison round: what callers may give by the overridden declaration, the overriding one must take (`converting`).

Only what is certain is said: a contract that is free YAQL, a predicate, a class that is not known give no conflict.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from muranopl.ard.nodes import Scalar
from muranopl.language.contracts import tree
from muranopl.language.contracts.compatible.comparison import ClassRelation, Conflict, ConflictEffect, Subtyping
from muranopl.language.contracts.compatible.values import gives, has_check, may_take, takes_null
from muranopl.language.contracts.kinds import ANY, DICT, LIST, NOT_NULL, NULL, Kinds, described
from muranopl.language.contracts.type_names import TypeName

Entry = tuple[tree.Contract, tree.Contract]
"""The contract of a key and that of its value."""


def conflict(
    given: tree.Contract, taken: tree.Contract, relation: ClassRelation, *, converting: bool = False
) -> Conflict | None:
    """Return the worst conflict between what one contract gives and another one takes, or None."""
    return _Comparison(relation, converting).worst(given, taken)


class _Comparison(NamedTuple):
    """How contracts are compared: `converting` if what takes also converts, `within` the kinds that can occur."""

    relation: ClassRelation
    converting: bool
    within: Kinds = ANY

    def worst(self, given: tree.Contract, taken: tree.Contract) -> Conflict | None:
        return max(self._conflicts(given, taken), key=lambda each: each.effect, default=None)

    def _conflicts(self, given: tree.Contract, taken: tree.Contract) -> Iterator[Conflict]:
        kinds, takes = gives(given), may_take(taken, converting=self.converting)
        if kinds is None or takes is None:
            return
        kinds &= self.within
        if not kinds & takes & NOT_NULL and kinds & NOT_NULL:
            null = kinds & NULL and takes_null(taken) is not False
            effect = ConflictEffect.ONLY_NULL if null else ConflictEffect.NEVER
            yield Conflict(effect, described(kinds & NOT_NULL), given, taken)
            return
        if isinstance(given, tree.Constant) and not (isinstance(taken, tree.ListOf) and kinds & NOT_NULL):
            if self._refuses_constant(given.value, taken):
                yield Conflict(ConflictEffect.NEVER, repr(given.value), given, taken)
            return
        if not isinstance(given, tree.Constant) and not has_check(given):
            for values in self._refused_scalars(given, taken, kinds, takes):
                yield Conflict(ConflictEffect.SOMETIMES, values, given, taken)
        if isinstance(taken, tree.ListOf):
            if isinstance(given, tree.ListOf):
                yield from self._lists(given, taken)
            else:
                yield from self._single(given, taken, kinds)
        elif isinstance(taken, tree.DictOf) and isinstance(given, tree.DictOf):
            yield from self._mappings(given, taken)

    def _refuses_constant(self, value: object, taken: tree.Contract) -> bool:
        """One value: equal to the other constant, or of a kind that is taken."""
        if isinstance(taken, tree.Constant):
            return taken.value != value
        if value is None:
            return takes_null(taken) is False
        function = taken.function if isinstance(taken, tree.Chain) and self.converting else None
        return function is not None and not function.converts_literal(value)

    def _refused_scalars(self, given: tree.Contract, taken: tree.Contract, kinds: Kinds, takes: Kinds) -> Iterator[str]:
        """What can be said of a value as a whole, in words. All values of the given kinds do occur here."""
        if kinds & NULL and takes_null(taken) is False:
            yield "null"
        if self.converting and isinstance(taken, tree.Chain) and taken.function is not None:
            takes &= ~taken.function.converts_some
        if extra := kinds & NOT_NULL & ~takes:
            yield described(extra)
        elif isinstance(taken, tree.Constant):
            yield f"values other than {taken.value!r}"
        elif isinstance(taken, tree.Chain) and isinstance(given, tree.Chain) and given.typed is not None:
            refused = _refused_sample(given, taken)
            if refused is None and taken.typed is not None:
                function, arguments, _ = taken.typed
                refused = function.refused_values(arguments, given.typed.arguments, self._is_outside)
            if refused is not None:
                yield refused

    def _is_outside(self, given: TypeName, taken: TypeName) -> bool:
        """Whether objects of one class count as refused where another one is taken.

        An argument that asks for a subclass is common, in the engine's own library too: its callers know.
        """
        related = self.relation(given, taken)
        return related is Subtyping.UNRELATED or (related is Subtyping.NOT_SUBTYPE and not self.converting)

    # Lists: lengths, the items at each position, and values that are no list

    def _lists(self, given: tree.ListOf, taken: tree.ListOf) -> Iterator[Conflict]:
        low, high = max(given.minimum, taken.minimum), min(_maximum(given), _maximum(taken))
        if low > high:
            most = "or more" if given.maximum is None else f"to {given.maximum}"
            yield Conflict(ConflictEffect.NEVER, f"lists of {given.minimum} {most}", given, taken)
            return
        if given.minimum < taken.minimum:
            yield Conflict(ConflictEffect.SOMETIMES, f"lists of fewer than {taken.minimum}", given, taken)
        if _maximum(given) > _maximum(taken):
            yield Conflict(ConflictEffect.SOMETIMES, f"lists of more than {taken.maximum}", given, taken)
        for position in range(int(min(high, max(len(given.items), len(taken.items))))):
            found = self.worst(_item(given, position), _item(taken, position))
            if found is not None:
                never = found.effect is ConflictEffect.NEVER and position < low
                yield found.inside(f"[{position}]", ConflictEffect.NEVER if never else ConflictEffect.SOMETIMES)

    def _single(self, given: tree.Contract, taken: tree.ListOf, kinds: Kinds) -> Iterator[Conflict]:
        """What need not be a list: null stands for an empty list, any other value for a list of itself."""
        if kinds & LIST:
            any_list = tree.ListOf(node=given.node, items=(tree.Chain(node=given.node),))
            for each in self._lists(any_list, taken):
                yield each.inside("", ConflictEffect.SOMETIMES)
        found = self.worst(msgspec.structs.replace(given, refuses_null=True), _item(taken, 0))
        if taken.minimum > 1 or _maximum(taken) < 1:
            found = Conflict(ConflictEffect.NEVER, described(kinds & NOT_NULL), given, taken)
        if found is not None and found.effect is ConflictEffect.NEVER:
            null = kinds & NULL and taken.minimum <= 0
            rest = ConflictEffect.ONLY_NULL if null else ConflictEffect.NEVER
            values = described(kinds & NOT_NULL & ~LIST)
            yield Conflict(ConflictEffect.SOMETIMES if kinds & LIST else rest, values, given, taken)
        elif found is not None:
            yield found
        if not self.converting and not has_check(given):
            yield Conflict(ConflictEffect.UNLISTED, described(kinds), given, taken)

    # Mappings: fixed keys, and the pattern for all others. Of a value the overriding contract keeps its own keys only,
    # and it gives each of its fixed keys (null where left out).

    def _mappings(self, given: tree.DictOf, taken: tree.DictOf) -> Iterator[Conflict]:
        """The mappings that one contract gives against another one that takes; `{}` gives and takes any."""
        ours, theirs = _keys(given), _keys(taken)
        if ours is None or theirs is None:
            return
        rest = given.pattern or (None if ours else (tree.Chain(node=given.node), tree.Chain(node=given.node)))
        for key, contract in theirs.items():
            if key in ours:
                found = self.worst(ours[key], contract)
                if found is not None:
                    yield found.of_a_part(f"[{key}]")
                continue
            if takes_null(contract) is False:  # what is left out is validated as null
                effect = ConflictEffect.NEVER if rest is None else ConflictEffect.SOMETIMES
                yield Conflict(effect, f'mappings without "{key}"', given, taken)
            if rest is not None and self._gives_key(rest[0], tree.Constant(node=given.node, value=key)):
                found = self.worst(rest[1], contract)
                if found is not None:
                    yield found.inside(f"[{key}]", ConflictEffect.SOMETIMES)
        if taken.pattern is None:
            return
        for key, contract in ours.items():
            if key not in theirs:
                entry = (tree.Constant(node=given.node, value=key), contract)
                yield from self._entry(entry, taken.pattern, f"[{key}]")
        if rest is not None:
            for each in self._entry(rest, taken.pattern, "[*]"):
                yield each.inside("", ConflictEffect.SOMETIMES)  # there need not be any such key

    def _gives_key(self, pattern: tree.Contract, key: tree.Constant) -> bool:
        """Whether a pattern for keys surely may give a key."""
        if has_check(pattern) or may_take(pattern, converting=False) is None:
            return False
        return self._replace(converting=False).worst(key, pattern) is None

    def _entry(self, given: Entry, taken: Entry, path: str) -> Iterator[Conflict]:
        """A key that is there, and its value, against the pattern for all keys."""
        for ours, theirs, within in zip(given, taken, (ANY & ~(LIST | DICT), ANY), strict=True):
            found = self._replace(within=within).worst(ours, theirs)
            if found is not None:
                yield found.of_a_part(path)


def _refused_sample(given: tree.Chain, taken: tree.Chain) -> str | None:
    """Return, in words, a value that one contract gives and a restriction of the other, of the same type, refuses."""
    if given.function is None or given.function is not taken.function:
        return None
    for sample in given.function.samples:
        if any(call.function.refuses_sample(sample, call.arguments) for call in taken.calls):
            is_long = isinstance(sample, str) and len(sample) >= 10
            return f"a text of {len(str(sample))} characters" if is_long else repr(sample)
    return None


def _maximum(contract: tree.ListOf) -> float:
    """The upper bound; a negative one is none to the engine."""
    return contract.maximum if contract.maximum is not None and contract.maximum >= 0 else float("inf")


def _item(contract: tree.ListOf, position: int) -> tree.Contract:
    return contract.items[min(position, len(contract.items) - 1)] if contract.items else tree.Chain(node=contract.node)


def _keys(contract: tree.DictOf) -> dict[object, tree.Contract] | None:
    """The fixed keys by value; None where one is more than a scalar."""
    found: dict[object, tree.Contract] = {key.value: value for key, value in contract.keys if isinstance(key, Scalar)}
    return found if all(isinstance(key, Scalar) for key, _ in contract.keys) else None
