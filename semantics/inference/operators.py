"""Operators: what they take and give."""

from __future__ import annotations

from muranopl.diagnostics.catalogue import calls as rules
from muranopl.expression.tree import Binary, Expression, Index, Keyword, Unary
from muranopl.language.contracts import kinds
from muranopl.semantics.inference.overloads import CallArgument, CallArguments, matching_forms, results
from muranopl.semantics.inference.scope import ExpressionScope
from muranopl.semantics.inference.types import ANY, BOOL, ClassType, Type, shown, without_null

_EQUAL = frozenset({"=", "!="})


def class_named(tree: Expression, scope: ExpressionScope) -> Type:
    """`:Name` and `prefix:Name`."""
    parts = (tree.left, tree.right) if isinstance(tree, Binary) else (tree.operand,) if isinstance(tree, Unary) else ()
    if not all(isinstance(part, Keyword) for part in parts):
        scope.report(rules.WRONG_OPERANDS, tree, problem="`:` stands before the name of a class, behind its prefix")
    found = scope.method.classes.literal(scope.method.own.id, scope.node, tree)
    return Type(kinds.CLASS, () if found is None else (ClassType(found, exact=True),))


def unary(tree: Unary, operand: Type, scope: ExpressionScope) -> Type:
    """`-x`, `+x`."""
    return _result("unary", tree, (CallArgument(tree.operand, operand),), scope)


def binary(tree: Binary, left: Type, right: Type, scope: ExpressionScope) -> Type:
    """`x + y`, `x < y`, ..."""
    if tree.operator in _EQUAL:
        return BOOL
    return _result("binary", tree, (CallArgument(tree.left, left), CallArgument(tree.right, right)), scope)


def is_instance(tree: Binary, left: Type, scope: ExpressionScope) -> Type:
    """`x is Class`: of an object or null."""
    if not left.may_be(kinds.OBJECT | kinds.NULL):
        problem = f"`is` asks for the class of an object, not of {shown(left)}"
        scope.report(rules.WRONG_OPERANDS, tree, problem=problem)
    return BOOL


def report_no_name(tree: Binary, scope: ExpressionScope) -> None:
    """`10.1.2.3/24` reads as an expression: behind a `.` stands a name or a call, nothing else."""
    problem = "`.` is followed by a name or a call; a text with dots in it stands in quotes"
    scope.report(rules.WRONG_OPERANDS, tree, problem=problem)


def index(tree: Index, receiver: Type, given: CallArguments, scope: ExpressionScope) -> Type:
    """`x[y]`."""
    if receiver.known:
        whole = CallArguments((CallArgument(tree.receiver, receiver), *given.positional), given.named)
        if not matching_forms("index", "[]", whole, scope.method.functions):
            if not scope.null_fails(receiver, tree, "null has no items"):
                problem = f"{shown(without_null(receiver))} has no items by {given.shown()}"
                scope.report(rules.WRONG_OPERANDS, tree, problem=problem)
            return ANY
    # In versions 1.0 and 1.1 `x[y]` is an item, or all items for which y is true.
    if not receiver.only(kinds.LIST | kinds.NULL) or scope.method.functions.lenient:
        return ANY
    return receiver.item or ANY


def _result(form: str, tree: Unary | Binary, operands: tuple[CallArgument, ...], scope: ExpressionScope) -> Type:
    operator = tree.operator
    functions = scope.method.functions
    given = CallArguments(operands)
    forms = matching_forms(form, operator, given, functions)
    if forms or not functions.forms(form, operator):
        return results(forms, given)
    types = [each.type for each in operands]
    problem = f"`{operator}` does not take {' and '.join(shown(_but_null(type_)) for type_ in types)}"
    if not any(scope.null_fails(type_, tree, problem) for type_ in types):
        scope.report(rules.WRONG_OPERANDS, tree, problem=problem)
    return ANY


def _but_null(type_: Type) -> Type:
    """A type as messages show it: that it may be null as well is no reason."""
    return type_ if type_.kinds == kinds.NULL else without_null(type_)
