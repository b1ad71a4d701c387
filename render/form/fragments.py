"""Evaluates the expressions of a UI definition, and model fragments anew at each use.

Reference: ui-agreement, section 2.
A fragment is passed to expressions as it is written: lists and mappings with unevaluated
expressions, each of which is its node. The result of an expression is evaluated further, in the
same frame, until nothing is left to evaluate. So `$template` inside `switch()`, which rebinds `$`,
still sees the data of the place where it is used. Values remember their nodes, so that all parts of
the result have the place where they are written.
"""

from __future__ import annotations

import collections.abc
import datetime
import functools
from collections.abc import Callable, Mapping
from typing import Any, cast

from yaql.language import utils

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Scalar, Sequence, Yaql
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.bounds import DATA_DEPTH
from muranopl.semantics.evaluation.bounds import SharedBudget
from muranopl.semantics.evaluation.context import EvaluationContext
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.errors import (
    NO_VALUE_ERRORS,
    EvaluationError,
    NotEvaluatedError,
    SpentError,
)
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.layers import FunctionLayer

Begin = Callable[[], VariableFrame]
"""Begins an evaluation and returns its outermost variables."""

_TOO_DEEP = (
    f"its value is nested deeper than {DATA_DEPTH.most} levels; "
    "templates may contain one another in a cycle"
)
FAILURES = (*NO_VALUE_ERRORS, SpentError)
"""The errors that evaluation raises if an expression has no value."""

SENDABLE = (str, int, float, bool, type(None))
"""The types of scalars that can be sent."""


class FailedExpressionError(EvaluationError):
    """An expression of a UI definition has no value; `args[0]` is the reason."""

    def __init__(self, node: Yaql, problem: str, called: str | None = None) -> None:
        super().__init__(problem)
        self.node = node
        self.called = called


class Fragments:
    """Evaluates fragments of one UI definition, within one budget.

    `current` is the innermost expression.
    """

    def __init__(self) -> None:
        self.budget = SharedBudget()
        # No function of UI definitions asks for classes.
        self._evaluator = Evaluator(cast(EvaluationContext, None), self.budget)
        self.current: Yaql | None = None
        self._raw: dict[int, tuple[Node, Any]] = {}
        self._sources: dict[int, tuple[Any, Node]] = {}

    def frame(self, layer: FunctionLayer, variables: Mapping[str, Any]) -> VariableFrame:
        """Begin an evaluation with some functions and variables, which are yaql values."""
        return self._evaluator.frame_outside(layer, variables)

    def value(self, node: Yaql, frame: VariableFrame, *, plain: bool = False) -> Any:
        """Return the value of an expression, as plain data if `plain`.

        Raise FailedExpressionError.
        """
        around, self.current = self.current, node
        try:
            return self._evaluator.answer(node.tree, frame, plain=plain)
        except FailedExpressionError:
            raise
        except NotEvaluatedError as error:
            raise FailedExpressionError(node, f"{error} is not evaluated here") from None
        except EvaluationError as error:
            raise FailedExpressionError(node, str(error), error.called) from None
        except FAILURES as error:
            raise FailedExpressionError(node, str(error)) from None
        finally:
            self.current = around

    def evaluated(self, node: Node, begin: Begin) -> Node:
        """Return a fragment with each expression evaluated on its own.

        Raise FailedExpressionError.
        """
        if isinstance(node, Yaql):
            return self.evaluated_in(node, self.begun(begin, node), node)
        return _with_parts(node, lambda part: self.evaluated(part, begin))

    def begun(self, begin: Begin, node: Yaql) -> VariableFrame:
        """Begin the evaluation of an expression; raise FailedExpressionError."""
        try:
            return begin()
        except FAILURES as error:
            raise FailedExpressionError(node, str(error)) from None

    def evaluated_in(self, node: Node, frame: VariableFrame, at: Yaql) -> Node:
        """Return a fragment used in `at`, with all expressions evaluated.

        Raise FailedExpressionError.
        """
        try:
            return self._evaluated(node, frame, at, DATA_DEPTH.most)
        except FailedExpressionError:
            raise
        except FAILURES as error:
            raise FailedExpressionError(at, str(error)) from None

    def raw(self, node: Node) -> Any:
        """Return a fragment as a yaql value without evaluating it."""
        if isinstance(node, Scalar):
            return node.value
        if not isinstance(node, (nodes.Mapping, Sequence)):
            return node
        cached = self._raw.get(id(node))
        return self._container(node) if cached is None else cached[1]

    def made(self, value: Any, frame: VariableFrame) -> Node:
        """Return a part of a fragment as nodes, evaluated in a frame for the current expression."""
        if self.current is None:
            raise AssertionError("no expression is evaluated")
        return self._made(value, frame, self.current, DATA_DEPTH.most)

    # Nodes → values

    def _container(self, node: nodes.Mapping | Sequence) -> Any:
        value: Any
        if isinstance(node, Sequence):
            value = tuple([self.raw(item) for item in node.items])
        else:
            value = FrozenDict({self.raw(key): self.raw(item) for key, item in node.pairs})
        self._raw[id(node)] = (node, value)
        if value:  # all empty tuples are one
            # The value is kept, so that its id stays unique.
            self._sources[id(value)] = (value, node)
        return value

    # Values → nodes

    def _evaluated(self, node: Node, frame: VariableFrame, at: Yaql, depth: int) -> Node:
        if isinstance(node, Scalar):
            return node
        frame.budget.spend(1)
        if depth == 0:
            raise FailedExpressionError(at, _TOO_DEEP)
        if isinstance(node, Yaql):
            return self._made(self.value(node, frame), frame, node, depth - 1)
        return _with_parts(node, lambda part: self._evaluated(part, frame, at, depth - 1))

    def _made(self, value: Any, frame: VariableFrame, at: Yaql, depth: int) -> Node:
        """Return the node of a result of an expression."""
        if isinstance(value, Yaql):
            return self._evaluated(value, frame, at, depth)
        source = self._sources.get(id(value))
        if source is not None:
            return self._evaluated(source[1], frame, at, depth)
        if isinstance(value, SENDABLE):
            return Scalar(*at.span, value)
        return self._made_container(value, frame, at, depth)

    def _made_container(self, value: Any, frame: VariableFrame, at: Yaql, depth: int) -> Node:
        frame.budget.spend(1)
        if depth == 0:
            raise FailedExpressionError(at, _TOO_DEEP)
        node = functools.partial(self._made, frame=frame, at=at, depth=depth - 1)
        if isinstance(value, collections.abc.Mapping):
            pairs = [(node(key), node(item)) for key, item in value.items()]
            return nodes.Mapping(*at.span, tuple(pairs))
        if isinstance(value, collections.abc.Set):
            raise FailedExpressionError(
                at, "it returns a set, which cannot be sent as JSON; convert it with toList()"
            )
        if isinstance(value, (datetime.date, datetime.timedelta)):
            raise FailedExpressionError(
                at, "it returns a date, which cannot be sent as JSON; convert it with str()"
            )
        if utils.is_iterable(value) or isinstance(value, (list, tuple)):
            return Sequence(*at.span, tuple([node(item) for item in _items(value, at)]))
        raise FailedExpressionError(at, "it returns a value that cannot be sent as JSON")


def _items(value: Any, at: Yaql) -> list[Any]:
    try:
        return list(value)  # a lazy sequence, deep inside, is run here
    except (*FAILURES, MemoryError):
        raise
    except Exception as error:
        machine_limits.note(error)
        raise FailedExpressionError(at, "a lazy sequence in its value fails") from None


def _with_parts(node: Node, replaced: Callable[[Node], Node]) -> Node:
    """Return a node with its keys and values, or its items, passed through `replaced`."""
    if isinstance(node, nodes.Mapping):
        pairs = [(replaced(key), replaced(value)) for key, value in node.pairs]
        return nodes.Mapping(*node.span, tuple(pairs))
    if isinstance(node, Sequence):
        return Sequence(*node.span, tuple([replaced(item) for item in node.items]))
    return node
