"""Reports text in model fragments that was meant as an expression.

The dashboard sends it unchanged, with its `$`. Reference: ui-definition, File and loading.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from muranopl.ard.nodes import Mapping, Node, Scalar, walk
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.dialects import Dialect
from muranopl.diagnostics.catalogue import expressions as rules
from muranopl.diagnostics.fixes import Applicability, write_instead
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.unparsed import QUOTE, parse_error

# `$.form.field`, and texts that are nearly so.
_FIELD = lazy_pattern(
    r"(?P<before>[\s'\"]*)\$?(?P<open>[{(]?)\.?(?P<form>\w+)\.(?P<field>\w+)[})\],;'\"\s]*"
)
# The beginning of expressions that read data; prices and `Server(s)` do not match.
_BEGINNING = lazy_pattern(r"\s*(?:\$(?:\.|[A-Za-z_])|[A-Za-z_]\w*\([^$]*\$)")


def report_meant_expressions(
    fragments: Iterable[Node], forms: Collection[str], reading: Reading
) -> None:
    """Report text that reads a field in a wrong notation, and expressions that do not parse."""
    for fragment in fragments:
        keys = {
            id(key) for part in walk(fragment) if isinstance(part, Mapping) for key, _ in part.pairs
        }
        for node in walk(fragment):
            if isinstance(node, Scalar) and isinstance(node.value, str) and id(node) not in keys:
                _report(node, node.value, forms, reading)


def _report(node: Scalar, text: str, forms: Collection[str], reading: Reading) -> None:
    result = None
    if "." in text and ("$" in text or text.startswith(".")):
        result = _FIELD.fullmatch(text)
    if result is not None and result["form"] in forms:
        written = f"$.{result['form']}.{result['field']}"
        problem = "it is quoted"
        if not (not node.plain and text == written):
            problem = f"a field is read by `{written}`"
        reading.report(
            rules.NOT_AN_EXPRESSION,
            node,
            text=text,
            problem=problem,
            suggestion=f"write `{written}`",
        )
        return
    error = None
    if _BEGINNING.match(text):
        error = parse_error(node, Dialect.UI)
    if error is not None:
        place = place_within(node, error.start, error.end)
        reading.report(
            rules.NOT_AN_EXPRESSION,
            place,
            text=text,
            problem=error.message,
            suggestion=write_instead(error.instead, Applicability.UNSAFE, QUOTE),
        )
