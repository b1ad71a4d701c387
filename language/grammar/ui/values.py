"""Expressions and keys inside the attributes of a UI field."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, text_of, walk
from muranopl.diagnostics.catalogue import ui as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.ui.expression import report_text
from muranopl.language.grammar.ui.keys import report_key
from muranopl.language.grammar.ui.types import EXPRESSION_IGNORED

# Attributes whose nested expressions their own readers check, or read (`attributes.py`, `validators.py`).
_CHECKED_ELSEWHERE = ("requirements", "validators", "widgetAttrs", "widgetMedia")
# Attributes of which the dashboard reads no evaluated value.
_NEVER_READ = EXPRESSION_IGNORED | {"includeSubnets", "visible"}


def check_values(attributes: Mapping, reading: Reading, what: str) -> None:
    """Report expressions that fail or are never evaluated, and keys that are no text, in the attributes of `what`."""
    for key, value in attributes.pairs:
        name = str(key.value) if isinstance(key, Scalar) else ""
        if isinstance(value, Yaql):
            _check_expression(value, name, reading, f"{name} of {what}")
        else:
            _check_inside(value, name, reading, f"{name} of {what}")


def _check_expression(value: Yaql, name: str, reading: Reading, what: str) -> None:
    if name in {"widgetAttrs", "widgetMedia"}:
        return  # their reader reports whatever is no mapping
    ignored = name in EXPRESSION_IGNORED
    severity = Severity.WARNING if name in _NEVER_READ else Severity.ERROR
    if not report_text(value, reading, what, severity) and ignored:
        reading.report(rules.NOT_EVALUATED, value.place, what=what, text=value.text, severity=Severity.INFO)


def _check_inside(value: Node, name: str, reading: Reading, what: str) -> None:
    for node in walk(value):
        if isinstance(node, Mapping) and name != "validators":
            for key, _ in node.pairs:
                if text_of(key) is None:
                    report_key(key, reading, what)
        if name not in _CHECKED_ELSEWHERE:
            for part in _parts(node):
                in_place_of_pair = name == "choices" and node is value  # which `check_choices` reports
                if isinstance(part, Yaql) and not in_place_of_pair:
                    reading.report(rules.NOT_EVALUATED, part.place, what=what, text=part.text)


def _parts(node: Node) -> tuple[Node, ...]:
    """The values a list or mapping holds."""
    if isinstance(node, Mapping):
        return tuple(value for _, value in node.pairs)
    return node.items if isinstance(node, Sequence) else ()
