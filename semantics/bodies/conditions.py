"""Reports comparisons and cases that are never true, as a contract never lets the value be that."""

from __future__ import annotations

from typing import Any

from muranopl.ard.descriptions import cut
from muranopl.ard.nodes import Scalar, Yaql
from muranopl.ard.yaql.tree import Binary
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.language.grammar.instructions.branches import Match
from muranopl.semantics.abstract.comparisons import never_true, possible
from muranopl.semantics.abstract.results import text_of
from muranopl.semantics.abstract.values import UNKNOWN, ConstantValue, Value, constant
from muranopl.semantics.bodies.scope import ExpressionScope, MethodContext


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
    if origin and not other.is_null and never_true(tree.operator, left, right):
        text, subject = cut(scope.text(tree)), scope.text(part)
        facts = _facts(subject, declared, other, scope.method)
        scope.method.report(rules.NEVER_TRUE, scope.place(tree), text=text, **facts)


def check_cases(instruction: Match, value: Value, method: MethodContext) -> None:
    """Report cases of a Match that the value never equals."""
    if not value.origin or not isinstance(instruction.value, Yaql):
        return
    subject = instruction.value.text
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
    return {
        "problem": f"`{cut(subject)}` is {possible(declared)}",
        "suggestion": did_you_mean(near, instead_of=meant),
        "related": declared.origin,
    }
