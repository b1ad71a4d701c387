"""Expressions made ready to run: each node becomes a function of the variables, in place of yaql's choice at every run.

What a node computes is known from the kinds of its operands; for all others yaql chooses among its overloads as ever,
so there is one meaning of every operator and function. A node is still the expression that yaql knows: functions that
take expressions are given it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from yaql.language import expressions, utils

from muranopl.expression import tree
from muranopl.expression.tree import Expression
from muranopl.expression.yaql_objects import children_first
from muranopl.semantics.evaluation import properties
from muranopl.semantics.evaluation.calls import call
from muranopl.semantics.evaluation.conversion import FrozenDict, charge
from muranopl.semantics.evaluation.frames import VariableFrame, normal
from muranopl.semantics.evaluation.functions import numbers
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView
from muranopl.semantics.evaluation.shortcuts import NUMBERS, SIMPLE, WITH_PLAIN_METHODS

NO_VALUE = utils.NO_VALUE
Run = Callable[[VariableFrame], Any]
Compute = Callable[[VariableFrame, Any, Any], Any]

LITERAL_NULL: Any = utils.create_marker("<literal null>")
"""An argument of a method that is written as `null`: no contract is applied to it (workflow.md, Methods)."""


class _Runnable:
    """What all compiled nodes have; `run` is the value of one that is called on nothing."""

    run: Run

    def __call__(self, receiver: Any, context: Any, engine: Any) -> Any:
        if receiver is NO_VALUE:
            return self.run(context)
        return super().__call__(receiver, context, engine)  # type: ignore[misc]


class _Call(_Runnable, expressions.Function):  # type: ignore[misc]
    """A function or method called by its name."""


class _Operator(_Runnable, expressions.Function):  # type: ignore[misc]
    """An operator, a display, an index."""

    def __init__(self, name: str, run: Run, *args: Any) -> None:
        super().__init__(name, *args)
        self.uses_receiver = False
        self.run = run


class _Variable(_Runnable, expressions.GetContextValue):  # type: ignore[misc]
    """A variable."""


def compiled(expression: Expression) -> Any:
    """Return an expression as yaql has it, every node with a `run`; never recurses."""
    done: list[Any] = []
    for node in children_first(expression):
        count = len(tree.children(node))
        parts = done[len(done) - count :]
        del done[len(done) - count :]
        done.append(_node(node, parts))
    return done[0]


def runner(node: Any) -> Run:
    """Return what gives the value of a compiled node."""
    if isinstance(node, _Runnable):
        return node.run
    if isinstance(node, expressions.Constant):
        value = node.value
        return lambda _: value
    if isinstance(node, expressions.Wrap):
        return runner(node.expr)
    return lambda frame: node(NO_VALUE, frame, frame.evaluation.engine)


def _node(node: Expression, parts: list[Any]) -> Any:
    match node:
        case tree.Literal(value=value):
            return expressions.Constant(value)
        case tree.Keyword(name=name):
            return expressions.KeywordConstant(name)
        case tree.Variable(name=name):
            return _variable(name)
        case tree.Call(name=name):
            return _function(name, parts)
        case tree.Binary(operator="."):
            return _dot(*parts)
        case tree.Binary(operator=sign):
            return _binary(sign, *parts)
        case tree.Unary(operator=sign):
            return _unary(sign, *parts)
        case tree.Group():
            return expressions.Wrap(*parts)
        case tree.Index():
            return _index(parts)
        case tree.ListDisplay():
            return _list("#list", parts)
        case tree.MapDisplay():
            return _map(parts)
        case tree.Pair():
            return expressions.MappingRuleExpression(*parts)
        case _:
            return NO_VALUE


def _variable(name: str) -> Any:
    key = normal(name)

    def run(frame: VariableFrame) -> Any:
        data = frame._data
        return data[key] if key in data else frame.get_data(name)

    made = _Variable(expressions.Constant(name))
    made.run = run
    return made


def _function(name: str, args: list[Any]) -> Any:
    made = _Call(name, *args)
    if name == "list" and not any(
        arg is NO_VALUE or isinstance(arg, expressions.MappingRuleExpression) for arg in args
    ):
        listed = _list("list", args).run
        made.run = lambda frame: call(frame.tables, frame, name, NO_VALUE, *args) if frame.shadowing else listed(frame)
        return made
    given = tuple(args)
    made.run = lambda frame: call(frame.tables, frame, name, NO_VALUE, *given)
    return made


def _operand(node: Any, value: Any) -> Any:
    """Return a constant as the expression it is, as overloads ask for those, and the value of anything else."""
    return node if isinstance(node, expressions.Constant) else value


def _binary(sign: str, left: Any, right: Any) -> Any:
    names = {"=": "*equal", "!=": "*not_equal"}
    name = names.get(sign, f"#operator_{sign}")
    one, other = runner(left), runner(right)
    if sign == "and":
        return _Operator(name, lambda frame: one(frame) and other(frame), left, right)
    if sign == "or":
        return _Operator(name, lambda frame: one(frame) or other(frame), left, right)
    compute = _COMPUTED.get(sign)
    if compute is None:
        return _Operator(name, lambda frame: call(frame.tables, frame, name, NO_VALUE, left, right), left, right)

    def run(frame: VariableFrame) -> Any:
        first, second = one(frame), other(frame)
        result = compute(frame, first, second)
        if result is NO_VALUE:
            operands = _operand(left, first), _operand(right, second)
            return call(frame.tables, frame, name, NO_VALUE, *operands)
        return result

    return _Operator(name, run, left, right)


def _plus(frame: VariableFrame, left: Any, right: Any) -> Any:
    kind, other = type(left), type(right)
    if kind in NUMBERS and other in NUMBERS:
        return numbers.plus(frame, left, right)
    if kind is str and other is str and len(left) + len(right) < _SHORT:
        return left + right
    if kind is tuple and other is tuple and len(left) + len(right) <= frame.budget.limits.items:
        return charge(left + right, frame.budget)
    return NO_VALUE


_SHORT = 10_000
"""Texts that are surely within the limits."""


def _arithmetic(compute: Compute) -> Compute:
    return lambda frame, left, right: (
        compute(frame, left, right) if type(left) in NUMBERS and type(right) in NUMBERS else NO_VALUE
    )


def _comparison(compare: Callable[[Any, Any], bool]) -> Compute:
    def compute(_frame: VariableFrame, left: Any, right: Any) -> Any:
        kind, other = type(left), type(right)
        if (kind in NUMBERS and other in NUMBERS) or (kind is str and other is str):
            return compare(left, right)
        return NO_VALUE

    return compute


def _contained(frame: VariableFrame, left: Any, right: Any) -> Any:
    if type(right) is tuple and type(left) in SIMPLE and len(right) <= frame.budget.limits.items:
        return left in right
    return NO_VALUE


def _mod(_frame: VariableFrame, left: Any, right: Any) -> Any:
    return left % right if type(left) is int and type(right) is int and right else NO_VALUE


def _divided(_frame: VariableFrame, left: Any, right: Any) -> Any:
    return left // right if type(left) is int and type(right) is int and right else NO_VALUE


_COMPUTED: dict[str, Compute] = {
    "*": _arithmetic(numbers.product),
    "+": _plus,
    "-": _arithmetic(numbers.minus),
    "/": _divided,
    "mod": _mod,
    "<": _comparison(operator.lt),
    "<=": _comparison(operator.le),
    ">": _comparison(operator.gt),
    ">=": _comparison(operator.ge),
    "in": _contained,
    "=": lambda _, left, right: left == right,
    "!=": lambda _, left, right: left != right,
}


def _unary(sign: str, operand: Any) -> Any:
    name, value = f"#unary_operator_{sign}", runner(operand)
    if sign == "not":
        return _Operator(name, lambda frame: not value(frame), operand)
    if sign == "-":

        def negated(frame: VariableFrame) -> Any:
            found = value(frame)
            if type(found) in NUMBERS:
                return -found
            return call(frame.tables, frame, name, NO_VALUE, _operand(operand, found))

        return _Operator(name, negated, operand)
    return _Operator(name, lambda frame: call(frame.tables, frame, name, NO_VALUE, operand), operand)


def _list(name: str, args: list[Any]) -> Any:
    runs = [runner(arg) for arg in args]

    def run(frame: VariableFrame) -> Any:
        values = tuple([each(frame) for each in runs])
        if name == "list" and any(_is_lazy(value) for value in values):
            operands = map(_operand, args, values)
            return call(frame.tables, frame, name, NO_VALUE, *operands)
        utils.limit_memory_usage(frame.evaluation.engine, (1, values))
        return charge(values, frame.budget)

    return _Operator(name, run, *args)


def _is_lazy(value: Any) -> bool:
    return type(value) not in SIMPLE and hasattr(value, "__next__")


def _map(args: list[Any]) -> Any:
    name = "#map"
    if not all(isinstance(arg, expressions.MappingRuleExpression) for arg in args):
        return _Operator(name, lambda frame: call(frame.tables, frame, name, NO_VALUE, *args), *args)
    rules = [(runner(arg.source), runner(arg.destination)) for arg in args]

    def run(frame: VariableFrame) -> Any:
        made = FrozenDict([(key(frame), value(frame)) for key, value in rules])
        utils.limit_memory_usage(frame.evaluation.engine, (1, made))
        return charge(made, frame.budget)

    return _Operator(name, run, *args)


def _index(args: list[Any]) -> Any:
    name = "#indexer"
    if len(args) != 2 or isinstance(args[1], expressions.MappingRuleExpression) or args[1] is NO_VALUE:
        return _Operator(name, lambda frame: call(frame.tables, frame, name, NO_VALUE, *args), *args)
    target, index = runner(args[0]), runner(args[1])

    def run(frame: VariableFrame) -> Any:
        found = target(frame)
        if frame.evaluation.lenient or type(found) not in _INDEXED:
            return call(frame.tables, frame, name, NO_VALUE, _operand(args[0], found), args[1])
        at = index(frame)
        if type(found) is tuple and type(at) is int and -len(found) <= at < len(found):
            return found[at]
        if type(found) is FrozenDict and type(at) in SIMPLE and at in found:
            return found[at]
        return call(frame.tables, frame, name, NO_VALUE, _operand(args[0], found), _operand(args[1], at))

    return _Operator(name, run, *args)


_INDEXED = frozenset({tuple, FrozenDict})


def _dot(left: Any, member: Any) -> Any:
    if isinstance(member, expressions.KeywordConstant):
        return _Operator("#operator_.", _attribute(left, member), left, member)
    if isinstance(member, _Call):
        return _Operator("#operator_.", _method(left, member), left, member)
    return _Operator(
        "#operator_.", lambda frame: call(frame.tables, frame, "#operator_.", NO_VALUE, left, member), left, member
    )


def _attribute(left: Any, member: Any) -> Run:
    target, name = runner(left), member.value

    def run(frame: VariableFrame) -> Any:
        found = target(frame)
        kind = type(found)
        if kind is MuranoObject:
            return properties.read(frame, found, name)
        if kind is FrozenDict and name in found:
            return found[name]
        return call(frame.tables, frame, "#operator_.", NO_VALUE, _operand(left, found), member)

    return run


def _method(left: Any, member: _Call) -> Run:
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
    if len(dict(keywords)) < len(keywords):
        return _slow_method(left, member)

    def run(frame: VariableFrame) -> Any:
        found = target(frame)
        kind = type(found)
        if kind is MuranoObject or kind is ObjectView or kind is MuranoType:
            methods = frame.evaluation.evaluator.methods(found if kind is MuranoType else found.type)
            direct = methods.direct(name, on_class=kind is MuranoType)
            if direct is not None:
                frame.budget.spend(1)
                values = [argument(frame) for argument in positional]
                named = {key: argument(frame) for key, argument in keywords}
                return frame.context.invoke(frame, direct.receiver(found), direct.member, values, named)
            if kind is MuranoObject:
                return member(found, frame.before(methods), frame.evaluation.engine)
        elif kind in WITH_PLAIN_METHODS:
            return member(found, frame, frame.evaluation.engine)
        return call(frame.tables, frame, "#operator_.", NO_VALUE, _operand(left, found), member)

    return run


def _slow_method(left: Any, member: _Call) -> Run:
    target = runner(left)

    def run(frame: VariableFrame) -> Any:
        found = target(frame)
        if type(found) in WITH_PLAIN_METHODS:
            return member(found, frame, frame.evaluation.engine)
        return call(frame.tables, frame, "#operator_.", NO_VALUE, _operand(left, found), member)

    return run


def _argument(node: Any) -> Run:
    if isinstance(node, expressions.Constant) and node.value is None:
        return lambda _: LITERAL_NULL
    return runner(node)
