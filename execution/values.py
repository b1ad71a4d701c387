"""Values of instructions: nested data with expressions, compiled to functions of the activation."""

from __future__ import annotations

import collections.abc
import operator
from collections.abc import Callable
from typing import Any

from yaql.language import utils

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, walk
from muranopl.execution.machine import Activation, Machine, This
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.compilation.compiler import compiled
from muranopl.semantics.evaluation.conversion import (
    FrozenDict,
    GivenTuple,
    OrderedSet,
    charge,
    freeze,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView

Value = Callable[[Activation], Any]

_SETTLED = frozenset(
    {type(None), bool, int, float, str, bytes, MuranoObject, MuranoType, OrderedSet}
)


def value_of(node: Node | None) -> Value:
    """Return the function that computes the value of a node, outer expressions first.

    Nothing in it is lazy.
    """
    if node is None:
        return nothing
    if isinstance(node, Yaql):
        run = compiled(node.tree)

        def expression(activation: Activation) -> Any:
            frame = activation.frame
            value = run(frame)
            return value if type(value) in _SETTLED else settled(value, frame.budget)

        return expression
    if not any(isinstance(item, Yaql) for item in walk(node)):
        constant = freeze(_data(node))
        return lambda _: constant
    if isinstance(node, Sequence):
        items = [value_of(item) for item in node.items]
        return lambda activation: charge(
            tuple([item(activation) for item in items]), activation.frame.budget
        )
    assert isinstance(node, Mapping)  # noqa: S101 - no other node has nodes inside
    pairs = [(value_of(key), value_of(value)) for key, value in node.pairs]

    def mapping(activation: Activation) -> Any:
        result = FrozenDict([(key(activation), value(activation)) for key, value in pairs])
        return charge(result, activation.frame.budget)

    return mapping


def nothing(_: Activation) -> None:
    """Return null, as a value or a block that is not there."""


def _data(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [_data(item) for item in node.items]
    if isinstance(node, Mapping):
        return {freeze(_data(key)): _data(value) for key, value in node.pairs}
    return None


def settled(value: Any, budget: Budget) -> Any:
    """Return a value as variables store it: without lazy parts, and immutable.

    Shared parts count each time. Raise ExhaustedError if it is too large.
    """
    kind = type(value)
    if kind in _SETTLED:
        return value
    charge(value, budget)
    return _settled(value, budget)


def _settled(value: Any, budget: Budget) -> Any:
    """Return a settled value whose size was charged already."""
    kind = type(value)
    if kind in _SETTLED:
        return value
    if kind is ObjectView:
        # In the engine, too, a result of `find` equals its object only once it is stored
        return value.object if value.type is value.object.type else value
    if kind is tuple:
        items = [_settled(item, budget) for item in value]
        # Copies are made only of parts that change.
        return value if all(map(operator.is_, items, value)) else tuple(items)
    if kind is FrozenDict:
        inside = {key: _settled(item, budget) for key, item in value.items()}
        if all(map(operator.is_, inside.values(), value.values())):
            return value
        return FrozenDict(inside)
    if kind is list or kind is GivenTuple:
        return tuple([_settled(item, budget) for item in value])
    if isinstance(value, collections.abc.Mapping):
        return FrozenDict({key: _settled(item, budget) for key, item in value.items()})
    if isinstance(value, collections.abc.Set):
        return OrderedSet([_settled(item, budget) for item in value])
    if (
        kind is range
        or isinstance(value, (collections.abc.Iterator, collections.abc.ValuesView))
        or (utils.is_iterable(value) and not utils.is_sequence(value))
    ):
        return tuple(
            [
                settled(item, budget)
                # The engine limits the items of lazy sequences, not those of finished lists
                for item in utils.limit_iterable(value, budget.limits.items)
            ]
        )
    return value


def evaluated(machine: Machine, node: Node, type_: MuranoType, this: This) -> Any:
    """Return the yaql value of a node in the file of a class, for `this`."""
    frame = machine.frame(type_, this)
    activation = Activation(machine, type_, "", this, frame, node, may_write=False)
    return settled(value_of(node)(activation), frame.budget)
