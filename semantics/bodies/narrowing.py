"""Narrows types: draws conclusions from a condition about the variables it tests, for its branches."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Literal,
    Unary,
    Variable,
    bare,
    operands,
)
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import UNKNOWN, ClassType, instances
from muranopl.semantics.bodies.assigned import variable_name
from muranopl.semantics.bodies.expressions import infer
from muranopl.semantics.bodies.scope import MethodContext

_names_variable = re.compile(r"\$\w").search
_LOGICAL = frozenset({"and", "or"})
_COMPARING = frozenset({"=", "!=", "<", ">", "<=", ">=", "is", "in"})


def narrow(condition: Node, method: MethodContext, *, true: bool) -> None:
    """Apply the knowledge that a condition is true, or false.

    A variable whose kind was tested becomes unknown. So does one that is null wherever it is set
    and is tested for null: the code after the test never runs, and that is no mistake.
    """
    if type(condition) is not Yaql or not _names_variable(condition.text):
        return
    variables = method.variables
    for name, of_kind in _tested_variables(condition.tree):
        current = variables.value(name)
        if current is not None and (of_kind or current.kinds == kinds.NULL):
            variables.narrow(name, UNKNOWN)
    if true:
        # The first test of a variable counts
        for tree in reversed(operands(condition.tree, "and")):
            if isinstance(tree, Binary) and tree.operator == "is":
                _narrow_class(tree, condition, method)


def _tests(tree: Expression) -> Iterator[Expression]:
    pending = [tree]
    while pending:
        part = bare(pending.pop())
        if isinstance(part, Binary) and part.operator in _LOGICAL:
            pending += (part.left, part.right)
        elif isinstance(part, Unary) and part.operator == "not":
            pending.append(part.operand)
        else:
            yield part


# All branches of an instruction ask about its condition.
@functools.lru_cache(256)
def _tested_variables(condition: Expression) -> tuple[tuple[str, bool], ...]:
    """Return the names of the variables that a condition tests, and whether it tests their kind."""
    return tuple(
        (name, of_kind) for names, of_kind in map(_tested, _tests(condition)) for name in names
    )


def _tested(tree: Expression) -> tuple[list[str], bool]:
    """Return the names of the variables that a test is about, and whether it tests their kind."""
    parts: list[Expression] = []
    of_kind = False
    if isinstance(tree, Variable):
        parts = [tree]
    elif isinstance(tree, Binary) and tree.operator in _COMPARING:
        parts = [tree.left, tree.right]
        of_kind = tree.operator == "is"
    elif isinstance(tree, Call):
        parts = list(tree.arguments)
        of_kind = True
    elif isinstance(tree, Binary) and tree.operator in {".", "?."} and isinstance(tree.right, Call):
        parts = [tree.left]
    names = list(filter(None, map(variable_name, map(bare, parts))))
    # A comparison with a literal does not test the kind.
    return names, of_kind and not any(isinstance(part, Literal) for part in parts)


def _narrow_class(tree: Binary, condition: Yaql, method: MethodContext) -> None:
    name = variable_name(bare(tree.left))
    if name is None:
        return
    named = infer(bare(tree.right), method.scope(condition))
    classes = [ClassType(class_.id, exact=False) for class_ in named.classes]
    if named.kinds == kinds.CLASS and classes:
        method.variables.narrow(name, instances(classes))
