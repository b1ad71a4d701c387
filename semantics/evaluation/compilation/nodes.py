"""The nodes of compiled expressions: expressions of yaql, each with a function that gives its value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from yaql.language import expressions, utils

from muranopl.semantics.evaluation.calls import call
from muranopl.semantics.evaluation.frames import VariableFrame

NO_VALUE = utils.NO_VALUE
Run = Callable[[VariableFrame], Any]


class CompiledNode:
    """What all compiled nodes have; `run` is the value of one that is called on nothing."""

    run: Run

    def __call__(self, receiver: Any, context: Any, engine: Any) -> Any:
        """Return the value, as yaql asks for it: with functions that `def()` defined it is yaql that chooses."""
        if receiver is NO_VALUE and not context.shadowing:
            return self.run(context)
        return super().__call__(receiver, context, engine)  # type: ignore[misc]


class CallNode(CompiledNode, expressions.Function):  # type: ignore[misc]
    """A function or method called by its name."""


class OperatorNode(CompiledNode, expressions.Function):  # type: ignore[misc]
    """An operator, a display, an index."""

    def __init__(self, name: str, run: Run, *args: Any) -> None:
        super().__init__(name, *args)
        self.uses_receiver = False
        self.run = run


class VariableNode(CompiledNode, expressions.GetContextValue):  # type: ignore[misc]
    """A variable."""


def runner(node: Any) -> Run:
    """Return what gives the value of a compiled node."""
    if isinstance(node, CompiledNode):
        return node.run
    if isinstance(node, expressions.Constant):
        value = node.value
        return lambda _: value
    if isinstance(node, expressions.Wrap):
        return runner(node.expr)
    return lambda frame: node(NO_VALUE, frame, frame.evaluation.engine)


def chosen(name: str, args: Sequence[Any]) -> Run:
    """Return what calls a function that yaql chooses, for arguments that are expressions."""
    given = tuple(args)
    return lambda frame: call(frame.tables, frame, name, NO_VALUE, *given)


def all_plain(args: Sequence[Any]) -> bool:
    """Return whether no argument is left out, and none given by name."""
    return not any(arg is NO_VALUE or isinstance(arg, expressions.MappingRuleExpression) for arg in args)


def operand(node: Any, value: Any) -> Any:
    """Return a constant as the expression it is, as overloads ask for those, and the value of anything else."""
    return node if isinstance(node, expressions.Constant) else value
