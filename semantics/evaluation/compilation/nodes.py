"""Defines the nodes of compiled expressions: yaql's, each with a function that evaluates it.

Yaql chooses the overload of a function that is called, and every call and result is charged to the
budget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from yaql.language import exceptions, expressions, utils
from yaql.language.runner import choose_overload

from muranopl.semantics.evaluation.conversion import charge
from muranopl.semantics.evaluation.error_messages import shown
from muranopl.semantics.evaluation.frames import FailedCall, VariableFrame
from muranopl.semantics.evaluation.tables import Tables, find

NO_VALUE = utils.NO_VALUE
Run = Callable[[VariableFrame], Any]
# The steps that yaql's choice of an overload costs, relative to a compiled node.
_CHOICE = 5


class CompiledNode:
    """Base of all compiled nodes; `run` evaluates a node that has no receiver."""

    run: Run

    def __call__(self, receiver: Any, context: Any, engine: Any) -> Any:
        """Return the value for yaql, which chooses itself if `def()` has defined functions."""
        if receiver is NO_VALUE and not context.shadowing:
            return self.run(context)
        return super().__call__(receiver, context, engine)  # type: ignore[misc]


class CallNode(CompiledNode, expressions.Function):  # type: ignore[misc]
    """A function or method called by its name."""


class OperatorNode(CompiledNode, expressions.Function):  # type: ignore[misc]
    """An operator, a list or mapping display, or an index."""

    def __init__(self, name: str, run: Run, *args: Any) -> None:
        super().__init__(name, *args)
        self.uses_receiver = False
        self.run = run


class VariableNode(CompiledNode, expressions.GetContextValue):  # type: ignore[misc]
    """A variable."""


def call(
    tables: Tables, frame: VariableFrame, name: str, receiver: Any, *args: Any, **kwargs: Any
) -> Any:
    """Call a function of some tables; arguments that are expressions are evaluated in `frame`."""
    evaluation = frame.evaluation
    evaluation.budget.spend(_CHOICE)
    try:
        levels = find(tables, name, method=receiver is not NO_VALUE)
        if not levels:
            if receiver is NO_VALUE:
                raise exceptions.NoFunctionRegisteredException(name)
            raise exceptions.NoMethodRegisteredException(name, shown(receiver))
        result = choose_overload(name, levels, evaluation.engine, receiver, frame, args, kwargs)()
        utils.limit_memory_usage(evaluation.engine, (1, result))
        return charge(result, evaluation.budget)
    # It would end a lazy sequence silently.
    except StopIteration as error:
        wrapped = exceptions.WrappedException(error)
        evaluation.record_failure(FailedCall(wrapped, name, receiver, args, frame))
        raise wrapped from None
    except Exception as error:
        evaluation.record_failure(FailedCall(error, name, receiver, args, frame))
        raise


def runner(node: Any) -> Run:
    """Return the function that evaluates a compiled node."""
    if isinstance(node, CompiledNode):
        return node.run
    if isinstance(node, expressions.Constant):
        # Bound once, which is faster than reading the attribute at every evaluation.
        value = node.value
        return lambda _: value
    if isinstance(node, expressions.Wrap):
        return runner(node.expr)
    return lambda frame: node(NO_VALUE, frame, frame.evaluation.engine)


def chosen(name: str, args: Sequence[Any]) -> Run:
    """Return the function that calls an overload chosen by yaql; arguments are expressions."""
    arguments = tuple(args)
    return lambda frame: call(frame.tables, frame, name, NO_VALUE, *arguments)


def all_plain(args: Sequence[Any]) -> bool:
    """Return whether no argument is left out or passed by name."""
    return not any(
        arg is NO_VALUE or isinstance(arg, expressions.MappingRuleExpression) for arg in args
    )


def operand(node: Any, value: Any) -> Any:
    """Return a constant as its expression, as overloads ask for these, other nodes as values."""
    if isinstance(node, expressions.Constant):
        return node
    return value
