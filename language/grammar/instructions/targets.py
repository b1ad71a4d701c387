"""Checks the targets of assignments by their form (reference: workflow, Assignment targets).

`$.x.append(): value` and `$.x.insert(1): value`, which the first edition of the language has, are
fixed in the form of today. Whether a target can be written is checked in `semantics.bodies.assignment`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import (
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
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Fix, Severity, fixed_by
from muranopl.diagnostics.findings import Findings

_OBJECT = ("$", "$this")
_SPECIAL = (*_OBJECT, "$1")
_GROWING = {"append": 0, "insert": 1}
"""Functions of lists that the first edition of the language has as targets, with the number of
their arguments there.
"""
_SHOWN_LENGTH = 60


def check_target(target: Yaql, value: Node, findings: Findings) -> None:
    """Report a target that cannot be assigned to: running the assignment fails."""
    tree = bare(target.tree)
    if tree.__class__ is Variable and tree.name not in _SPECIAL:
        return  # as most
    if isinstance(tree, Variable) and tree.name == "$1":
        # The assignment changes `$` (evaluation.json, assign/numbered-variable).
        findings.report(
            rules.BAD_TARGET,
            target,
            target="$1",
            problem="it is another name for `$`, the object",
            severity=Severity.WARNING,
        )
    result = _problem(tree)
    if result is not None:
        where, problem = result
        suggestion, fixes = None, None
        growing = _growing(tree)
        if growing is not None:
            collection, call = growing
            changed = target.text[collection.start : collection.end]
            grown = functools.partial(_grown, target, changed, call)
            argument = _as_argument(value)
            shown = argument if argument and len(argument) <= _SHOWN_LENGTH else "value"
            suggestion = f"write `{changed}: {grown(shown)}`"
            fixes = functools.partial(_grown_fix, target, value, growing, grown)
        if "`?.`" in problem:
            suggestion = f"write `{target.text.replace('?.', '.')}`"
        findings.report(
            rules.BAD_TARGET,
            place_within(target, where.start, where.end),
            target=target.text,
            problem=problem,
            suggestion=suggestion,
            fixes=fixes or (),
        )


def _growing(tree: Expression) -> tuple[Expression, Call] | None:
    """Return the collection and the call of `$.x.append()` and `$.x.insert(1)`; None for others."""
    call = tree.right if isinstance(tree, Binary) else None
    if not isinstance(tree, Binary) or not isinstance(call, Call):
        return None
    if _GROWING.get(call.name) != len(call.arguments) or _problem(bare(tree.left)):
        return None
    return tree.left, call


def _grown(target: Yaql, changed: str, call: Call, argument: str) -> str:
    """Return the changed collection: `$.x.append(argument)`."""
    arguments = [target.text[item.start : item.end] for item in call.arguments]
    return f"{changed}.{call.name}({', '.join((*arguments, argument))})"


def _problem(tree: Expression) -> tuple[Expression, str] | None:
    """Return the part of a target that is wrong, and the problem; None if the target is valid."""
    if isinstance(tree, Variable):
        if tree.name in _OBJECT:
            return (tree, "it is the object itself")
        return None
    if _is_path(tree):
        return _path_problem(tree)
    return tree, _refusal(tree)


def _is_path(tree: Expression) -> bool:
    return isinstance(tree, Index) or (isinstance(tree, Binary) and tree.operator == ".")


def _path_problem(tree: Expression) -> tuple[Expression, str] | None:
    """Return the part of a path of attributes and indexes that is wrong, and the problem.

    Return None if there is none.
    """
    tree = bare(tree)
    if isinstance(tree, Index):
        if len(tree.arguments) != 1 or isinstance(tree.arguments[0], Pair):
            return tree, "an item has one index"
        return _path_problem(tree.receiver)
    if isinstance(tree, Binary) and tree.operator == ".":
        if not isinstance(tree.right, Keyword):
            return tree.right, _refusal(tree.right)
        return _path_problem(tree.left)
    if isinstance(tree, Variable) or _is_type(tree):
        return None
    return tree, _refusal(tree)


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
        return "it is a class; only its static properties can be assigned to"
    if isinstance(tree, (Binary, Unary)):
        return f"`{tree.operator}` computes a new value"
    return "it is neither a variable nor a property"


def _grown_fix(
    target: Yaql, value: Node, growing: tuple[Expression, Call], grown: Callable[[str], str]
) -> tuple[Fix, ...]:
    """Return the fix that writes `$.x: $.x.append(value)`; a collection is set to a variable first.

    `grown` returns the changed collection for an argument.
    """
    from muranopl.ard.rewriting import item_after, replaced_within, rewritten

    (collection, call), argument = growing, _as_argument(value)
    changed = target.text[collection.start : collection.end]
    title = f"write `{changed}: {changed}.{call.name}(...)`"
    if argument is not None:
        left = replaced_within(target, collection.end, call.end, "")
        fixes = fixed_by(title, left, rewritten(value, grown(argument)))
        if fixes:
            return fixes
    variable = _free_name(target)
    return fixed_by(
        title,
        replaced_within(target, 0, len(target.text), variable),
        item_after(target, value, f"{changed}: {grown(variable)}"),
    )


def _free_name(target: Yaql) -> str:
    """Return the name of a variable that the file does not use."""
    text = target.file.text or ""
    name = f"$added{target.line}"
    while name in text:
        name += "x"
    return name


def _as_argument(value: Node) -> str | None:
    """Return a value as an expression of one line; None for collections and other long texts."""
    if isinstance(value, Yaql):
        return None if "\n" in value.text else value.text
    if not isinstance(value, Scalar):
        return None
    if isinstance(value.value, str):
        text = value.value.replace("\\", "\\\\").replace("'", "\\'")
        return f"'{text}'" if text.isprintable() else None
    if isinstance(value.value, bool):
        return str(value.value).lower()
    if isinstance(value.value, int):
        return str(value.value)
    return "null" if value.value is None else None
