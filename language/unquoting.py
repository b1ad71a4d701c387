"""Suggests what to write instead of an expression in quotes, which is a string."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.ard.yaql.dialects import Dialect
from muranopl.ard.yaql.lexer import ExpressionError
from muranopl.ard.yaql.parser import is_candidate, parse
from muranopl.diagnostics.fixes import Applicability, Correction


def correct(text: str, error: ExpressionError) -> str:
    """Return what to do about a text that was meant as an expression."""
    if error.instead is None:
        return f"correct the expression: {error.message}"
    sign = text[error.start : error.end]
    return f"write `{error.instead.strip()}` in place of `{sign}`"


def without_quotes(
    node: Node, text: str, applicability: Applicability = Applicability.UNSAFE
) -> str | None:
    """Return what to do about a text that looks like an expression; None for any other."""
    from muranopl.ard.rewriting import rewritten

    if not is_candidate(text, Dialect.MURANO):
        return None
    try:
        parse(text, Dialect.MURANO)
    except ExpressionError as error:
        return correct(text, error)
    if rewritten(node, text) is None:
        # Without quotes YAML would read something else, as a mapping of `{$x}`
        return "write `!yaql` before the quotes to make the string an expression"
    remedy = f"remove the quotes: `{text}`"
    return Correction.of(remedy, text, is_whole=True, applicability=applicability)
