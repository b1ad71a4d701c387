"""Converts between plain data and yaql's values.

Values in yaql are immutable: lists are tuples, mappings are yaql's FrozenDict, sets have a fixed
order.
"""

from __future__ import annotations

import collections.abc
import datetime
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from yaql.language import utils

from muranopl.diagnostics.bounds import DATA_DEPTH
from muranopl.language.contracts.apply import GivenList
from muranopl.semantics.evaluation.bounds import Budget, MeteredIterator
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView

FrozenDict = utils.FrozenDict

_ATOMS = frozenset(
    {
        type(None),
        bool,
        int,
        float,
        bytes,
        MuranoObject,
        MuranoType,
        datetime.date,
        datetime.datetime,
        datetime.timedelta,
    }
)


class OrderedSet(frozenset[Any]):
    """A set with one order, whatever the hash seed: by the kind of the item, then by its text."""

    def __new__(cls, items: Iterable[Any]) -> OrderedSet:
        """Create the set of some plain or frozen items."""
        self = super().__new__(cls, items)
        self.order = tuple(sorted(frozenset.__iter__(self), key=_order))
        return self

    order: tuple[Any, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.order)

    def __repr__(self) -> str:
        if self.order:
            return f"frozenset({{{', '.join(map(repr, self.order))}}})"
        return "frozenset()"


def _order(item: Any) -> tuple[str, Any]:
    if isinstance(item, (bool, int, float)):
        return ("", (item, type(item).__name__))
    # Values of different kinds cannot be compared directly.
    return (type(item).__name__, item if isinstance(item, str) else repr(item))


class GivenTuple(tuple[Any, ...]):
    """The yaql value of a list of an object model that equals no other list; see `GivenList`."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GivenTuple) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)


_CONTAINERS = frozenset({tuple, list, dict, FrozenDict, OrderedSet, GivenTuple})


def freeze(value: Any) -> Any:
    """Return plain data as a yaql value."""
    if isinstance(value, (list, tuple)):
        kind = GivenTuple if isinstance(value, (GivenList, GivenTuple)) else tuple
        return kind([freeze(item) for item in value])
    if isinstance(value, dict):
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if isinstance(value, (set, frozenset)):
        return OrderedSet(map(freeze, value))
    return value


def charge(result: Any, budget: Budget) -> Any:
    """Charge the result of a function to the budget, and return it in normal form.

    Sets get an order, the items of lazy sequences are counted when they are taken. Raise
    ExhaustedError.
    """
    kind = type(result)
    if kind in _ATOMS:
        return result
    if kind is str:
        budget.spend(len(result) >> 8)
    elif kind in _CONTAINERS:
        if len(result):
            # Copying 16 parts takes about as long as one step.
            budget.spend(size_of(result, budget) >> 4)
    elif kind is range:
        budget.parts(len(result))
    elif kind is frozenset or kind is set:
        budget.spend(size_of(result, budget) >> 3)
        return OrderedSet(result)
    elif kind is not MeteredIterator and isinstance(result, collections.abc.Iterator):
        return MeteredIterator(result, budget)
    return result


def size_of(value: Any, budget: Budget) -> int:
    """Return the size of a container with everything inside it.

    Shared parts count each time. Raise ExhaustedError.
    """
    total = 0
    stack = [value]
    while stack:
        current = stack.pop()
        total += len(current)
        budget.parts(total)
        children = current
        if hasattr(current, "values"):
            children = itertools.chain(current, current.values())
        for child in children:
            kind = type(child)
            if kind is str:
                total += len(child) >> 6
            elif kind in _CONTAINERS:
                stack.append(child)
    return total


def thaw(value: Any, budget: Budget, levels: int = DATA_DEPTH.most) -> Any:
    """Return a yaql value as plain data; lazy sequences are evaluated completely.

    Shared parts are copied and counted each time. Raise EvaluationError if a key of a mapping is a
    list or a mapping, ExhaustedError if more than `levels` containers are nested, or the budget is
    spent.
    """
    kind = type(value)
    if kind in _ATOMS or kind is str:
        return value
    # Charged before it is copied: the copy may be what exceeds the limit.
    if kind in _CONTAINERS and value:
        budget.spend(size_of(value, budget) >> 4)
    return _thawed(value, budget, levels)


def _thawed(value: Any, budget: Budget, levels: int) -> Any:
    """Return plain data for a value whose size was charged already; raise ExhaustedError."""
    kind = type(value)
    if kind in _ATOMS or kind is str:
        return value
    if kind is ObjectView:
        return value.object
    if levels == 0 and (isinstance(value, collections.abc.Mapping) or utils.is_iterable(value)):
        raise ExhaustedError(f"a value is nested deeper than {DATA_DEPTH.most} levels")
    if isinstance(value, collections.abc.Mapping):
        return {as_key(key): _thawed(item, budget, levels - 1) for key, item in value.items()}
    if utils.is_sequence(value) or isinstance(value, collections.abc.Set):
        if kind not in _CONTAINERS:  # `size_of` looks into no others, such as ranges
            budget.spend(len(value) >> 4)
        return [_thawed(item, budget, levels - 1) for item in value]
    if utils.is_iterable(value):
        items = utils.limit_iterable(value, budget.limits.items)
        return [thaw(item, budget, levels - 1) for item in items]
    return value


def taken(value: Any, budget: Budget) -> Any:
    """Return a value with lazy sequences evaluated, both itself and directly inside it."""
    if isinstance(value, collections.abc.Iterator):
        return tuple(
            [taken(item, budget) for item in utils.limit_iterable(value, budget.limits.items)]
        )
    is_mapping = type(value) is FrozenDict
    inside = value.values() if is_mapping else value if type(value) is tuple else ()
    if not any(isinstance(item, collections.abc.Iterator) for item in inside):
        return value
    if is_mapping:
        return FrozenDict({key: taken(item, budget) for key, item in value.items()})
    return tuple([taken(item, budget) for item in value])


def as_key(key: Any) -> Any:
    """Return a key of a mapping as plain data; raise EvaluationError for a list or a mapping."""
    if isinstance(key, ObjectView):
        return key.object
    if isinstance(key, (list, tuple, collections.abc.Mapping, collections.abc.Set)):
        raise EvaluationError("a key of a mapping is a list or a mapping")
    return key
