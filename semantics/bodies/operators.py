"""Infers operators that the table of functions cannot describe; reports comparisons that are never true.

Other operators: `semantics.abstract`.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.descriptions import cut
from muranopl.ard.nodes import Scalar, Yaql
from muranopl.ard.yaql.tree import Binary, Expression, Index, Keyword, ListDisplay, Unary, word
from muranopl.ard.yaql.written_lambdas import as_code
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.language.contracts import kinds
from muranopl.language.grammar.instructions.statements import Match
from muranopl.semantics.abstract.failures import missing_item
from muranopl.semantics.abstract.overloads import CallArgument, CallArguments, matching_forms
from muranopl.semantics.abstract.results import missing_key, text_of
from muranopl.semantics.abstract.value_contents import item_of, shown
from muranopl.semantics.abstract.values import (
    BOOL,
    UNKNOWN,
    ClassType,
    ConstantValue,
    Value,
    constant,
    instances,
    without_null,
)
from muranopl.semantics.bodies.scope import ExpressionScope, MethodContext


def class_named(tree: Unary | Binary, scope: ExpressionScope) -> Value:
    """Infer `:Name` and `prefix:Name`."""
    if isinstance(tree, Unary):
        is_name = tree.operand.__class__ is Keyword
    else:
        is_name = tree.left.__class__ is tree.right.__class__ is Keyword
    if not is_name:
        # Such as `nginx:1.2`.
        remedy = "write a class as `prefix:Name`, with a prefix from Namespaces"
        _report_text(tree, "names no class", remedy, scope)
        return UNKNOWN
    result = scope.classes.literal(scope.method.own.id, scope.node, tree)
    if result is None:
        return UNKNOWN
    return instances((ClassType(result, exact=True),), kinds.CLASS)


def _report_text(tree: Expression, reading: str, remedy: str, scope: ExpressionScope) -> None:
    """Report text that parses as an expression, though it was hardly meant as one."""
    from muranopl.semantics.bodies.rewriting import quoted

    text = quoted(tree, scope)
    scope.report(
        rules.WRONG_OPERANDS,
        tree,
        problem=f"`{scope.text(tree)}` is read as an expression, but {reading}",
        suggestion=f"quote it: {text}" if text else remedy,
    )


def is_instance(tree: Binary, left: Value, right: Value, scope: ExpressionScope) -> Value:
    """Infer `x is Class`, where `x` is an object or null."""
    if not right.may_be(kinds.CLASS | kinds.STRING):
        problem = (
            f"`is` needs a class on its right, but `{scope.text(tree.right)}` is {shown(right)}"
        )
        compared, sign = tree.right, "="
        if isinstance(compared, Unary) and compared.operator == "not":
            compared, sign = compared.operand, "!="
        written = f"{scope.text(tree.left)} {sign} {scope.text(compared)}"
        suggestion = f"to compare values, write `{written}`"
        scope.report(rules.WRONG_OPERANDS, tree, problem=problem, suggestion=suggestion)
        return BOOL
    if not left.may_be(kinds.OBJECT | kinds.NULL):
        problem = (
            f"`{scope.text(tree.left)}` is {shown(left)}, but `is` tests the class of an object"
        )
        scope.report(rules.WRONG_OPERANDS, tree, problem=problem)
    return BOOL


def check_names(tree: Binary, left: Value, scope: ExpressionScope) -> None:
    """Report the left side of `let(x => 1) -> $x`, if it defines no names for the right one."""
    # A variable that is never set is reported itself; what may be anything may be names, too.
    if not left.may_be(kinds.NULL):
        name = scope.text(tree.left)
        problem = (
            f"`{name}` is {shown(left)}, which defines no variables for the expression after `->`"
        )
        suggestion = "write `let(name => value)` before it, or a mapping"
        if word(tree.left) is not None:
            suggestion = as_code(name, tree.right, scope.text(tree.right))
        scope.report(rules.WRONG_OPERANDS, tree, problem=problem, suggestion=suggestion)


def check_member(tree: Binary, scope: ExpressionScope) -> None:
    """Report a `.` without a name or call after it, as in `10.1.2.3/24` or `$list.[0]`."""
    if isinstance(tree.right, ListDisplay) and len(tree.right.arguments) == 1:
        left, right = scope.text(tree.left), scope.text(tree.right)
        problem = f"`{right}` after `{tree.operator}` is not a property or method"
        suggestion = f"write `{left}{right}`"
        scope.report(rules.WRONG_OPERANDS, tree, problem=problem, suggestion=suggestion)
        return
    reading = f"`{scope.text(tree.right)}` is not a property or method"
    remedy = "write the name of a property or a call after the `.`"
    _report_text(tree, reading, remedy, scope)


def index(tree: Index, receiver: Value, arguments: CallArguments, scope: ExpressionScope) -> Value:
    """Infer `x[y]`."""
    if receiver.known:
        with_receiver = arguments.called_on(CallArgument(tree.receiver, receiver))
        if not matching_forms("index", "[]", with_receiver, scope.functions):
            if not scope.null_fails(receiver, tree.receiver, "null has no items", tree):
                _report_no_items(tree, without_null(receiver), arguments, scope)
            return UNKNOWN
        if _report_nothing_there(tree, receiver, arguments, scope):
            return UNKNOWN
    # In versions 1.0 and 1.1 `x[y]` is an item, or all items for which y is true.
    if not receiver.only(kinds.LIST | kinds.NULL) or scope.functions.lenient:
        return UNKNOWN
    return item_of(receiver)


def _report_nothing_there(
    tree: Index, receiver: Value, arguments: CallArguments, scope: ExpressionScope
) -> bool:
    """Report an index after the end of a list, or a key that a mapping lacks."""
    if not scope.values_count or len(arguments.positional) != 1 or arguments.named:
        return False
    index = arguments.positional[0].value
    text, at = scope.text(tree.receiver), scope.text(tree.arguments[0])
    number = missing_item(receiver, index)
    if number is not None:
        items = {0: "no items", 1: "one item"}.get(number, f"{number} items")
        problem = f"`{text}` has {items}, but no item at index {at}"
    elif not scope.functions.lenient and _lacks(receiver, index):
        key = text_of(index)
        problem = f"`{text}` has no key {at}" if key is None else f'`{text}` has no key "{key}"'
    else:
        return False
    scope.report(rules.WRONG_OPERANDS, tree, severity=scope.severity, problem=problem)
    return True


def _lacks(mapping: Value, index: Value) -> bool:
    """Return whether a mapping certainly lacks a key."""
    key = text_of(index)
    is_decided = key is not None or not index.may_be(kinds.STRING)
    return is_decided and missing_key(mapping, key)


def _report_no_items(
    tree: Index, receiver: Value, arguments: CallArguments, scope: ExpressionScope
) -> None:
    text = scope.text(tree.receiver)
    problem = f"`{text}` is {shown(receiver)}, which cannot be indexed"
    suggestion = None
    if receiver.only(kinds.STRING) and len(arguments.positional) == 1:
        suggestion = f"write `{text}.substring({scope.text(tree.arguments[0])}, 1)`"
    elif receiver.may_be(kinds.ITEMS | kinds.DICT):
        problem = f"`{text}` is {shown(receiver)}, which cannot be indexed by {arguments.shown()}"
    scope.report(rules.WRONG_OPERANDS, tree, problem=problem, suggestion=suggestion)


COMPARING = frozenset({"in", "=", "<", "<=", ">", ">="})
"""The operators that are checked; `!=` is left out: it is hardly ever a mistake."""


def check_comparison(tree: Binary, left: Value, right: Value, scope: ExpressionScope) -> None:
    """Report a comparison that is never true.

    Only contracts are a reason: constants that code compares may be switches of its author, and
    null is compared to be on the safe side.
    """
    if left.alternatives is None or right.alternatives is None or scope.applied:
        return
    declared, other, part = left, right, tree.left
    origin = left.origin
    if not origin:
        declared, other, part = right, left, tree.right
        origin = right.origin
    if not origin or other.is_null:
        return
    from muranopl.semantics.abstract.comparisons import never_true

    if never_true(tree.operator, left, right):
        text, subject = cut(scope.text(tree)), scope.text(part)
        facts = _facts(subject, declared, other, scope.method)
        scope.method.report(rules.NEVER_TRUE, scope.place(tree), text=text, **facts)


def check_cases(instruction: Match, value: Value, method: MethodContext) -> None:
    """Report cases of a Match that the value never equals."""
    if not value.origin or not isinstance(instruction.value, Yaql):
        return
    subject = instruction.value.text
    from muranopl.semantics.abstract.comparisons import never_true, possible

    for case in instruction.cases:
        case_value = constant(case.key.value) if isinstance(case.key, Scalar) else UNKNOWN
        if not case_value.is_null and never_true("=", value, case_value):
            text = f"{cut(subject)} = {possible(case_value)}"
            facts = _facts(subject, value, case_value, method)
            method.report(rules.NEVER_TRUE, case.key.place, text=text, **facts)


def _facts(subject: str, declared: Value, other: Value, method: MethodContext) -> dict[str, Any]:
    """Return why the value of `subject` is never another one, and which one may be meant."""
    choices = [
        item.value
        for item in declared.alternatives or ()
        if isinstance(item, ConstantValue) and isinstance(item.value, str)
    ]
    meant, near = text_of(other), None
    if meant is not None and choices:
        near = method.nearest(meant, choices, ("choices", *choices))
    from muranopl.semantics.abstract.comparisons import possible

    return {
        "problem": f"`{cut(subject)}` is {possible(declared)}",
        "suggestion": did_you_mean(near, instead_of=meant),
        "related": declared.origin,
    }
