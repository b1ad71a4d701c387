"""Compares an overriding contract with the one it overrides, for checks of properties and arguments.

The engine makes a value with the contract of the overriding declaration; every declaration above
then only validates the result, and validating never converts (conformance/models.json, the
`redeclare-*` cases). So the question is which values one contract *gives* and the other one
*takes*. For arguments of methods the question is reversed: the overriding declaration must take
what callers may give by the overridden one, and converts it.

Only certain conflicts are reported: a contract that is free YAQL, a predicate or an unknown class
gives none.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node, Scalar
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.bounds import COMPARED_CONTRACTS
from muranopl.language.contracts import tree
from muranopl.language.contracts.compatible.comparison import (
    ClassRelation,
    Conflict,
    ConflictEffect,
    Subtyping,
    contradict,
)
from muranopl.language.contracts.facts import (
    VALIDATING,
    WITHOUT_PREDICATES,
    ContractFacts,
    has_check,
)
from muranopl.language.contracts.kinds import ANY, DICT, LIST, NOT_NULL, NULL, Kinds, described
from muranopl.language.contracts.predicates.functions import is_certainly_false
from muranopl.language.contracts.type_names import TypeName

Entry = tuple[tree.Contract, tree.Contract]
"""The contracts of a key and of its value."""


def conflict(
    given: tree.Contract,
    taken: tree.Contract,
    relation: ClassRelation,
    facts: ContractFacts = VALIDATING,
) -> Conflict | None:
    """Return the worst conflict between what one contract gives and another one takes, or None."""
    return _Comparison(relation, facts).worst(given, taken)


class _Comparison:
    """Compares pairs of contracts, each pair once."""

    def __init__(self, relation: ClassRelation, facts: ContractFacts) -> None:
        self._relation = relation
        self._facts = facts
        self._known: dict[tuple[tree.Contract, tree.Contract, Kinds], Conflict | None] = {}
        self._anything: dict[Node, tree.Chain] = {}

    def worst(
        self, given: tree.Contract, taken: tree.Contract, within: Kinds = ANY
    ) -> Conflict | None:
        """Return the worst conflict, or None; `within` are the kinds of values that can occur.

        Beyond COMPARED_CONTRACTS pairs of contracts the answer is None, which means "unknown".
        """
        key = (given, taken, within)
        if key not in self._known:
            if len(self._known) >= COMPARED_CONTRACTS.most:
                return None
            result = self._conflicts(given, taken, within)
            self._known[key] = max(result, key=lambda item: item.effect, default=None)
        return self._known[key]

    def _conflicts(
        self, given: tree.Contract, taken: tree.Contract, within: Kinds
    ) -> Iterator[Conflict]:
        kinds, takes = self._facts.gives(given), self._facts.may_take(taken)
        if kinds is None or takes is None:
            return
        kinds &= within
        never = kinds & NOT_NULL and not kinds & takes & NOT_NULL
        conditions: list[Expression] = []
        if isinstance(given, tree.Chain) and isinstance(taken, tree.Chain) and not never:
            never = contradict(given, taken)
            if never:
                conditions = [*given.conditions, *taken.conditions]
        if never:
            null = kinds & NULL and not (
                self._facts.takes_null(taken) is False
                or any(is_certainly_false(part, None) for part in conditions)
            )
            effect = ConflictEffect.ONLY_NULL if null else ConflictEffect.NEVER
            yield Conflict(effect, described(kinds & NOT_NULL), given, taken)
            return
        if isinstance(given, tree.Constant):
            if not (isinstance(taken, tree.ListOf) and kinds & NOT_NULL):
                if self._refuses_constant(given.value, taken):
                    yield Conflict(ConflictEffect.NEVER, repr(given.value), given, taken)
                return
        elif not has_check(given):
            for values in self._refused_scalars(given, taken, kinds, takes):
                yield Conflict(ConflictEffect.SOMETIMES, values, given, taken)
        if isinstance(taken, tree.ListOf):
            if isinstance(given, tree.ListOf):
                yield from self._lists(given, taken, within)
            else:
                yield from self._single(given, taken, kinds, within)
        elif isinstance(taken, tree.DictOf) and isinstance(given, tree.DictOf):
            yield from self._mappings(given, taken, within)

    def _refuses_constant(self, value: object, taken: tree.Contract) -> bool:
        """Return whether a contract refuses a constant.

        A contract refuses one that differs from its own, or that it cannot convert.
        """
        if isinstance(taken, tree.Constant):
            return taken.value != value
        if value is None:
            return self._facts.takes_null(taken) is False
        return (
            self._facts.converting
            and isinstance(taken, tree.Chain)
            and self._facts.constant_problem(taken, value) is not None
        )

    def _refused_scalars(
        self, given: tree.Contract, taken: tree.Contract, kinds: Kinds, takes: Kinds
    ) -> Iterator[str]:
        """Yield descriptions of the values that are refused as a whole.

        All values of the given kinds occur here.
        """
        refuses_null = kinds & NULL and self._facts.takes_null(taken) is False
        by_kind = refuses_null and (
            not has_check(taken) or WITHOUT_PREDICATES.takes_null(taken) is False
        )
        if by_kind:
            yield "null"
        if self._facts.converting and isinstance(taken, tree.Chain) and taken.function is not None:
            takes &= ~taken.function.converts_some
        if extra := kinds & NOT_NULL & ~takes:
            yield described(extra)
        elif isinstance(taken, tree.Constant):
            yield f"values other than {taken.value!r}"
        elif (
            isinstance(taken, tree.Chain)
            and isinstance(given, tree.Chain)
            and given.typed is not None
        ):
            refused = _refused_sample(given, taken)
            if refused is None and taken.typed is not None:
                function, arguments, _ = taken.typed
                refused = function.refused_values(
                    arguments, given.typed.arguments, self._is_outside
                )
            if refused is not None:
                yield refused
        if refuses_null and not by_kind:
            yield "null"  # any other value is a better example for a predicate

    def _is_outside(self, given: TypeName, taken: TypeName) -> bool:
        """Return whether objects of one class count as refused where another one is taken.

        An argument that asks for a subclass is common, in the engine's own library too, so it does
        not count.
        """
        related = self._relation(given, taken)
        return related is Subtyping.UNRELATED or (
            related is Subtyping.NOT_SUBTYPE and not self._facts.converting
        )

    # Lists: lengths, the items at each position, and values that are not a list

    def _lists(self, given: tree.ListOf, taken: tree.ListOf, within: Kinds) -> Iterator[Conflict]:
        fewest, least = self._facts.least_items(given), self._facts.least_items(taken)
        low, high = max(fewest, least), min(_maximum(given), _maximum(taken))
        if low > high:
            most = "or more"
            if given.maximum is not None:
                most = f"to {given.maximum}"
            yield Conflict(ConflictEffect.NEVER, f"lists of {fewest} {most}", given, taken)
            return
        if fewest < least:
            values = f"lists of fewer than {least}"
            yield Conflict(ConflictEffect.SOMETIMES, values, given, taken)
        if _maximum(given) > _maximum(taken):
            values = f"lists of more than {taken.maximum}"
            yield Conflict(ConflictEffect.SOMETIMES, values, given, taken)
        # Behind the last contract of either list all items have the same contracts: comparing up to
        # there is enough.
        for position in range(int(min(high, max(len(given.items), len(taken.items))))):
            result = self.worst(
                self._item(given, position), self._item(taken, position), within | NULL
            )
            if result is not None:
                never = result.effect is ConflictEffect.NEVER and position < low
                effect = ConflictEffect.NEVER if never else ConflictEffect.SOMETIMES
                yield result.inside(f"[{position}]", effect)

    def _item(self, contract: tree.ListOf, position: int) -> tree.Contract:
        last = len(contract.items) - 1
        if contract.items:
            return contract.items[min(position, last)]
        return self._any(contract)

    def _any(self, instead: tree.Contract) -> tree.Chain:
        """Return the contract of any value, one per node, so that compared pairs are found."""
        return self._anything.setdefault(instead.node, tree.Chain(node=instead.node))

    def _single(
        self, given: tree.Contract, taken: tree.ListOf, kinds: Kinds, within: Kinds
    ) -> Iterator[Conflict]:
        """Yield the conflicts of a value that may be no list.

        Null is an empty list, others a list of one.
        """
        if kinds & LIST:
            any_list = tree.ListOf(node=given.node, items=(self._any(given),))
            for list_ in self._lists(any_list, taken, within):
                yield list_.inside("", ConflictEffect.SOMETIMES)
        # Null becomes an empty list, so the contract of the items is never applied to it
        result = self.worst(given, self._item(taken, 0), within & ~NULL)
        least = self._facts.least_items(taken)
        if least > 1 or _maximum(taken) < 1:
            result = Conflict(ConflictEffect.NEVER, described(kinds & NOT_NULL), given, taken)
        if result is not None and result.effect is ConflictEffect.NEVER:
            null = kinds & NULL and least <= 0
            rest = ConflictEffect.ONLY_NULL if null else ConflictEffect.NEVER
            values = described(kinds & NOT_NULL & ~LIST)
            yield Conflict(ConflictEffect.SOMETIMES if kinds & LIST else rest, values, given, taken)
        elif result is not None:
            yield result
        if not self._facts.converting and not has_check(given):
            yield Conflict(ConflictEffect.UNLISTED, described(kinds), given, taken)

    # Mappings: fixed keys, and the pattern for all others. Of a value the overriding contract keeps
    # its own keys only, and it gives each of its fixed keys (null where left out).

    def _mappings(
        self, given: tree.DictOf, taken: tree.DictOf, within: Kinds
    ) -> Iterator[Conflict]:
        """Yield the conflicts between mappings; `{}` gives and takes any mapping."""
        ours, theirs = _keys(given), _keys(taken)
        if ours is None or theirs is None:
            return
        # A mapping contract without keys and without a pattern gives any other key.
        rest = given.pattern or (None if ours else (self._any(given), self._any(given)))
        for key, contract in theirs.items():
            if key in ours:
                result = self.worst(ours[key], contract, within | NULL)
                if result is not None:
                    yield result.of_a_part(f"[{key}]")
                continue
            # What is left out is validated as null
            if self._facts.takes_null(contract) is False:
                effect = ConflictEffect.NEVER if rest is None else ConflictEffect.SOMETIMES
                yield Conflict(effect, f'mappings without "{key}"', given, taken)
            if rest is not None and self._gives_key(
                rest[0], tree.Constant(node=given.node, value=key)
            ):
                result = self.worst(rest[1], contract, within | NULL)
                if result is not None:
                    yield result.inside(f"[{key}]", ConflictEffect.SOMETIMES)
        if taken.pattern is None:
            return
        for key, contract in ours.items():
            if key not in theirs:
                entry = (tree.Constant(node=given.node, value=key), contract)
                yield from self._entry(entry, taken.pattern, f"[{key}]")
        if rest is not None:
            for other in self._entry(rest, taken.pattern, "[*]"):
                yield other.inside("", ConflictEffect.SOMETIMES)  # there need not be any

    def _gives_key(self, pattern: tree.Contract, key: tree.Constant) -> bool:
        """Return whether a pattern for keys certainly gives a key."""
        if has_check(pattern) or self._facts.may_take(pattern) is None:
            return False
        return conflict(key, pattern, self._relation, self._facts) is None

    def _entry(self, given: Entry, taken: Entry, path: str) -> Iterator[Conflict]:
        """Yield the conflicts of an existing key and its value with the pattern for all keys."""
        # No key is a list or a mapping: a contract that makes one is refused
        for ours, theirs, within in zip(given, taken, (ANY & ~(LIST | DICT), ANY), strict=True):
            result = self.worst(ours, theirs, within)
            if result is not None:
                yield result.of_a_part(path)


def _refused_sample(given: tree.Chain, taken: tree.Chain) -> str | None:
    """Return, in words, a sample that a restriction of the taking contract refuses."""
    if given.function is None or given.function is not taken.function:
        return None
    for sample in given.function.samples:
        if any(call.function.refuses_sample(sample, call.arguments) for call in taken.calls):
            if isinstance(sample, str) and len(sample) >= 10:
                return f"a string of {len(sample)} characters"
            return repr(sample)
    return None


def _maximum(contract: tree.ListOf) -> float:
    """Return the maximal length.

    A negative bound means that there is no limit, as in the engine.
    """
    if contract.maximum is not None and contract.maximum >= 0:
        return contract.maximum
    return float("inf")


def _keys(contract: tree.DictOf) -> dict[object, tree.Contract] | None:
    """Return the contracts of the fixed keys by key, or None where a key is not a scalar."""
    result: dict[object, tree.Contract] = {}
    for key, value in contract.keys:
        if not isinstance(key, Scalar):
            return None
        result[key.value] = value
    return result
