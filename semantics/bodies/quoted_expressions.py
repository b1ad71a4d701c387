"""Reports texts in quotes that would be expressions without them."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.descriptions import quoted
from muranopl.ard.nodes import Node, Scalar
from muranopl.ard.positions import style_of
from muranopl.ard.yaql.dialects import Dialect
from muranopl.ard.yaql.lexer import ExpressionError
from muranopl.ard.yaql.parser import parse
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Variable
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.catalogue.bodies import QUOTED_EXPRESSION
from muranopl.language.grammar.unparsed import variables_in
from muranopl.language.unquoting import without_quotes
from muranopl.semantics.bodies.assigned import OBJECT
from muranopl.semantics.bodies.scope import MethodContext

_QUOTES = frozenset({"'", '"'})
_STEPS = frozenset({".", "?."})


def report_quoted(
    texts: Iterable[Scalar], method: MethodContext, returned: Node | None = None
) -> None:
    """Report texts that would read a member which the class, or a variable, has.

    One that is `returned` itself may be a variable.
    """
    for node in texts:
        if style_of(node) in _QUOTES:
            _report(node, str(node.value), method, alone=node is returned)


def _report(node: Scalar, text: str, method: MethodContext, *, alone: bool) -> None:
    try:
        tree = parse(text, Dialect.MURANO)
    except ExpressionError:
        return
    if _is_meant(tree, method, alone=alone):
        method.variables.used.update(variables_in(text))
        method.report(
            QUOTED_EXPRESSION, node.place, text=quoted(text), suggestion=without_quotes(node, text)
        )


def _is_meant(tree: Expression, method: MethodContext, *, alone: bool) -> bool:
    parts = list(parts_of(tree))
    operations = [part for part in parts if isinstance(part, Binary)]
    # Operators that are words may be prose
    if any(part.operator.isalpha() for part in operations):
        return False
    variables = [part.name for part in parts if isinstance(part, Variable)]
    reads = [
        part for part in operations if part.operator in _STEPS and isinstance(part.left, Variable)
    ]
    # Elsewhere `$name` may be for bind()
    is_variable = alone and isinstance(tree, Variable) and tree.name not in OBJECT
    return (
        (bool(reads) or is_variable)
        and all(_is_there(part, method) for part in reads)
        and all(
            name in OBJECT or method.variables.value(name[1:]) is not None for name in variables
        )
    )


def _is_there(read: Binary, method: MethodContext) -> bool:
    """Return whether a read or a call of `$` is one that the class has; others may be."""
    if isinstance(read.left, Variable) and read.left.name not in OBJECT:
        return True
    if isinstance(read.right, Call):
        return read.right.name in method.own.methods
    return isinstance(read.right, Keyword) and (
        read.right.name in method.own.properties or read.right.name in method.undeclared
    )
