"""Compiles the operator `.`: reading attributes and calling methods."""

from __future__ import annotations

from typing import Any

from yaql.language import expressions

from muranopl.semantics.binding import LITERAL_NULL
from muranopl.semantics.evaluation import properties
from muranopl.semantics.evaluation.bounds import MeteredIterator
from muranopl.semantics.evaluation.compilation.nodes import (
    NO_VALUE,
    CallNode,
    Run,
    call,
    operand,
    runner,
)
from muranopl.semantics.evaluation.compilation.operators import SIMPLE
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView, real

DOT = "#operator_."
_WITH_PLAIN_METHODS = frozenset({*SIMPLE, tuple, FrozenDict, MeteredIterator})


def attribute(left: Any, member: Any) -> Run:
    """Return the function that reads the attribute named by `member` of the value of a node."""
    target, name = runner(left), member.value

    def run(frame: VariableFrame) -> Any:
        result = target(frame)
        kind = type(result)
        if kind is MuranoObject:
            return properties.read(frame, result, name)
        if kind is FrozenDict and (name in result or frame.evaluation.lenient):
            return result.get(name)
        return call(frame.tables, frame, DOT, NO_VALUE, operand(left, result), member)

    return run


def method(left: Any, member: CallNode) -> Run:
    """Return the function that calls a method on the value of a node."""
    target, name = runner(left), member.name
    positional: list[Any] = []
    keywords: list[tuple[str, Any]] = []
    for arg in member.args:
        if isinstance(arg, expressions.MappingRuleExpression):
            source = arg.source
            if not isinstance(source, expressions.Constant) or not isinstance(source.value, str):
                return _slow_method(left, member)
            keywords.append((source.value, _argument(arg.destination)))
        elif keywords or arg is NO_VALUE:
            return _slow_method(left, member)
        else:
            positional.append(_argument(arg))
    # A repeated name is an error, which the slow way reports.
    if len(dict(keywords)) < len(keywords):
        return _slow_method(left, member)

    def run(frame: VariableFrame) -> Any:
        result = target(frame)
        kind = type(result)
        if kind is MuranoObject or kind is ObjectView or kind is MuranoType:
            methods = frame.evaluation.evaluator.methods(
                result if kind is MuranoType else result.type
            )
            direct = methods.direct(name, on_class=kind is MuranoType)
            if direct is not None:
                frame.evaluation.budget.spend(1)
                values = [argument(frame) for argument in positional]
                named = {key: argument(frame) for key, argument in keywords}
                receiver = direct.type or real(result)
                return call_context(
                    frame.context.invoke, frame, receiver, direct.member, values, named
                )
            if kind is MuranoObject:
                # The methods of the class precede functions of the same name.
                return member(result, frame.before(methods), frame.evaluation.engine)
        elif kind in _WITH_PLAIN_METHODS:
            return member(result, frame, frame.evaluation.engine)
        return call(frame.tables, frame, DOT, NO_VALUE, operand(left, result), member)

    return run


def _slow_method(left: Any, member: CallNode) -> Run:
    target = runner(left)

    def run(frame: VariableFrame) -> Any:
        result = target(frame)
        if type(result) in _WITH_PLAIN_METHODS:
            return member(result, frame, frame.evaluation.engine)
        return call(frame.tables, frame, DOT, NO_VALUE, operand(left, result), member)

    return run


def _argument(node: Any) -> Run:
    if isinstance(node, expressions.Constant) and node.value is None:
        return lambda _: LITERAL_NULL
    return runner(node)
