"""Compiles expressions: each node becomes a function of the variables.

The function replaces yaql's choice of overloads at each evaluation where the kinds of the operands
determine the result. For all other operands yaql chooses as usual, so that each operator and
function has one meaning. A node remains an expression of yaql, as functions that take expressions
are passed nodes.
"""

from __future__ import annotations

from typing import Any

from yaql.language import expressions, utils

from muranopl.ard.yaql import tree
from muranopl.ard.yaql.tree import Expression
from muranopl.semantics.evaluation.compilation.members import DOT, attribute, method
from muranopl.semantics.evaluation.compilation.nodes import (
    NO_VALUE,
    CallNode,
    CompiledNode,
    OperatorNode,
    Run,
    VariableNode,
    all_plain,
    call,
    chosen,
    operand,
    runner,
)
from muranopl.semantics.evaluation.compilation.operators import COMPUTED, NUMBERS, SIMPLE
from muranopl.semantics.evaluation.conversion import FrozenDict, charge
from muranopl.semantics.evaluation.frames import VariableFrame, normal


def compiled(expression: Expression) -> Run:
    """Return the function that evaluates an expression; does not recurse."""
    done: list[tuple[Any, int]] = []
    # Children before parents, in reverse order
    for node in reversed(list(tree.walk(expression))):
        parts = [done.pop() for _ in tree.children(node)]
        result = _node(node, [part for part, _ in parts])
        uncounted = 1 + sum(steps for _, steps in parts)
        # Long expressions count their nodes in groups, which costs less than one by one.
        if uncounted > _UNCOUNTED and isinstance(result, CompiledNode):
            result.run = _counted(result.run, uncounted)
            uncounted = 0
        done.append((result, uncounted))
    return runner(done[0][0])


# Nodes evaluated without counting steps. Repetitions are counted elsewhere, so only long
# expressions matter.
_UNCOUNTED = 16


def _counted(run: Run, steps: int) -> Run:
    def counted(frame: VariableFrame) -> Any:
        frame.evaluation.budget.spend(steps)
        return run(frame)

    return counted


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
            return OperatorNode("#list", _list("#list", parts), *parts)
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
        # Most variables are in the innermost frame.
        return data[key] if key in data else frame.get_data(name)

    result = VariableNode(expressions.Constant(name))
    result.run = run
    return result


def _function(name: str, args: list[Any]) -> Any:
    result = CallNode(name, *args)
    result.run = _list("list", args) if name == "list" else chosen(name, args)
    return result


def _binary(sign: str, left: Any, right: Any) -> Any:
    # yaql registers these two under names of their own.
    names = {"=": "*equal", "!=": "*not_equal"}
    name = names.get(sign, f"#operator_{sign}")
    one, other = runner(left), runner(right)
    if sign == "and":
        return OperatorNode(name, lambda frame: one(frame) and other(frame), left, right)
    if sign == "or":
        return OperatorNode(name, lambda frame: one(frame) or other(frame), left, right)
    compute = COMPUTED.get(sign)
    if compute is None:
        return OperatorNode(name, chosen(name, (left, right)), left, right)

    def run(frame: VariableFrame) -> Any:
        first, second = one(frame), other(frame)
        result = compute(frame, first, second)
        if result is NO_VALUE:
            # Values already computed are passed, so that nothing is evaluated twice.
            operands = operand(left, first), operand(right, second)
            return call(frame.tables, frame, name, NO_VALUE, *operands)
        return result

    return OperatorNode(name, run, left, right)


def _unary(sign: str, target: Any) -> Any:
    name, value = f"#unary_operator_{sign}", runner(target)
    if sign == "not":
        return OperatorNode(name, lambda frame: not value(frame), target)
    if sign != "-":
        return OperatorNode(name, chosen(name, (target,)), target)

    def negated(frame: VariableFrame) -> Any:
        result = value(frame)
        if type(result) in NUMBERS:
            return -result
        return call(frame.tables, frame, name, NO_VALUE, operand(target, result))

    return OperatorNode(name, negated, target)


def _list(name: str, args: list[Any]) -> Run:
    if not all_plain(args):
        return chosen(name, args)
    runs = [runner(arg) for arg in args]

    def run(frame: VariableFrame) -> Any:
        values = tuple([run(frame) for run in runs])
        if name == "list" and any(_is_lazy(value) for value in values):
            operands = map(operand, args, values)
            return call(frame.tables, frame, name, NO_VALUE, *operands)
        utils.limit_memory_usage(frame.evaluation.engine, (1, values))
        return charge(values, frame.budget)

    return run


def _is_lazy(value: Any) -> bool:
    return type(value) not in SIMPLE and hasattr(value, "__next__")


def _map(args: list[Any]) -> Any:
    name = "#map"
    if not all(isinstance(arg, expressions.MappingRuleExpression) for arg in args):
        return OperatorNode(name, chosen(name, args), *args)
    rules = [(runner(arg.source), runner(arg.destination)) for arg in args]

    def run(frame: VariableFrame) -> Any:
        result = FrozenDict([(key(frame), value(frame)) for key, value in rules])
        utils.limit_memory_usage(frame.evaluation.engine, (1, result))
        return charge(result, frame.budget)

    return OperatorNode(name, run, *args)


def _index(args: list[Any]) -> Any:
    name = "#indexer"
    if len(args) != 2 or not all_plain(args):
        return OperatorNode(name, chosen(name, args), *args)
    target, index = runner(args[0]), runner(args[1])

    def run(frame: VariableFrame) -> Any:
        result = target(frame)
        # In old versions an index may be a predicate, which must not be evaluated here.
        if frame.evaluation.lenient or type(result) not in _INDEXED:
            return call(frame.tables, frame, name, NO_VALUE, operand(args[0], result), args[1])
        at = index(frame)
        if type(result) is tuple and type(at) is int and -len(result) <= at < len(result):
            return result[at]
        if type(result) is FrozenDict and type(at) in SIMPLE and at in result:
            return result[at]
        return call(
            frame.tables, frame, name, NO_VALUE, operand(args[0], result), operand(args[1], at)
        )

    return OperatorNode(name, run, *args)


_INDEXED = frozenset({tuple, FrozenDict})


def _dot(left: Any, member: Any) -> Any:
    if isinstance(member, expressions.KeywordConstant):
        run = attribute(left, member)
    elif isinstance(member, CallNode):
        run = method(left, member)
    else:
        run = chosen(DOT, (left, member))
    return OperatorNode(DOT, run, left, member)
