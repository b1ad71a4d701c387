"""Targets of assignments (reference: workflow, Assignment targets)."""

from __future__ import annotations

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.expression.tree import (
    Binary,
    Call,
    Expression,
    Index,
    Keyword,
    Pair,
    Unary,
    Variable,
    bare,
)

_OBJECT = ("$", "$this")


def check_target(target: Yaql, findings: Findings) -> None:
    """Report a target that cannot be assigned to: running the assignment fails."""
    result = _problem(target, findings)
    if result is None:
        return
    where, problem = result
    place = place_within(target, where.start, where.end)
    suggestion = f"write `{target.text.replace('?.', '.')}`" if "`?.`" in problem else None
    findings.report(
        rules.BAD_TARGET, place, target=target.text, problem=problem, suggestion=suggestion
    )


def _problem(target: Yaql, findings: Findings) -> tuple[Expression, str] | None:
    """Return the part of a target that is wrong, and the problem; None if the target is valid."""
    tree = bare(target.tree)
    if isinstance(tree, Variable):
        if tree.name == "$1":
            _report_numbered(target, findings)
        return (tree, "it is the object itself") if tree.name in _OBJECT else None
    if not isinstance(tree, Index) and not (isinstance(tree, Binary) and tree.operator == "."):
        return tree, _refusal(tree)
    return _path_problem(tree)


def _path_problem(tree: Expression) -> tuple[Expression, str] | None:
    """Return the part of a path of attributes and indexes that is wrong, and the problem.

    Or None.
    """
    while True:
        tree = bare(tree)
        if isinstance(tree, Index):
            if len(tree.arguments) != 1 or isinstance(tree.arguments[0], Pair):
                return tree, "an item has one index"
            tree = tree.receiver
        elif isinstance(tree, Binary) and tree.operator == ".":
            if not isinstance(tree.right, Keyword):
                return tree.right, _refusal(tree.right)
            tree = tree.left
        else:
            return None if isinstance(tree, Variable) or _is_type(tree) else (tree, _refusal(tree))


def _is_type(tree: Expression) -> bool:
    """Return whether an expression is `:Name`, `ns:Name` or `type(...)`."""
    if isinstance(tree, Call):
        return tree.name == "type"
    return isinstance(tree, (Unary, Binary)) and tree.operator == ":"


def _refusal(tree: Expression) -> str:
    if isinstance(tree, Call) and tree.name != "type":
        return f"{tree.name}() is a call"
    if isinstance(tree, Binary) and tree.operator == "?.":
        return "`?.` only reads"
    if _is_type(tree):
        return "it is a class; its static properties can be"
    if isinstance(tree, (Binary, Unary)):
        return f"`{tree.operator}` computes a new value"
    return "it is neither a variable nor a property"


def _report_numbered(target: Yaql, findings: Findings) -> None:
    """Report `$1` as a target: it is another spelling of `$`.

    The assignment changes `$` (evaluation.json, assign/numbered-variable).
    """
    problem = "it is another name of `$`, the object"
    findings.report(
        rules.BAD_TARGET, target, target="$1", problem=problem, severity=Severity.WARNING
    )
