"""Checks expressions, keys and choices inside the attributes of a UI field.

It says for each attribute when the dashboard evaluates it, if at all. Reference: ui-definition,
Fields; measured in it.
"""

from __future__ import annotations

from typing import TypeGuard

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, text_of, walk
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, shaped
from muranopl.language.grammar.ui.keys import report_key, snake_case
from muranopl.language.grammar.ui.validators import report_text

# Read only from an expression; a literal of this name is refused.
ONLY_EXPRESSION = ("enabled", "includeSubnets", "visible")
# An expression under these names has no effect: the field's default takes precedence (measured).
EXPRESSION_IGNORED = frozenset(
    {
        "allowAuto",
        "confirmInput",
        "descriptionTitle",
        "disabled",
        "emptyValue",
        "emptyValueMessage",
        "errorMessages",
        "helpText",
        "hidden",
        "includeSnapshots",
        "includeVolumes",
        "localize",
        "regexpValidator",
        "required",
        "showHiddenInitial",
        "strip",
        "validators",
    }
)
# Attributes whose evaluated values the dashboard does not use.
NEVER_EVALUATED = EXPRESSION_IGNORED | {"includeSubnets", "visible"}
# Evaluated before any page is shown, without data; other attributes are evaluated when their page
# is shown.
EVALUATED_AT_LOAD = ("choices", "minLength", "maxLength", "minValue", "maxValue", "stepSize")


# Attributes whose nested expressions their own readers check, or read (`attributes.py`,
# `validators.py`).
_PAIRS = "a list of [key, title] pairs"
_CHECKED_ELSEWHERE = ("requirements", "validators", "widgetAttrs", "widgetMedia")


def check_values(attributes: Mapping, reading: Reading, what: str) -> None:
    """Report expressions in attributes that fail or are never evaluated, and keys not text."""
    for key, value in attributes.pairs:
        name = str(key.value) if isinstance(key, Scalar) else ""
        if isinstance(value, Yaql):
            _check_expression(value, name, reading, f"{name} of {what}")
        else:
            _check_inside(value, name, reading, f"{name} of {what}")


def _check_expression(value: Yaql, name: str, reading: Reading, what: str) -> None:
    if name in {"widgetAttrs", "widgetMedia"}:
        return  # their reader reports whatever is not a mapping
    ignored = name in EXPRESSION_IGNORED
    severity = Severity.WARNING if name in NEVER_EVALUATED else Severity.ERROR
    if not report_text(value, reading, what, severity) and ignored:
        reading.report(
            rules.NOT_EVALUATED, value, what=what, text=value.text, severity=Severity.INFO
        )


def _check_inside(value: Node, name: str, reading: Reading, what: str) -> None:
    for node in walk(value):
        if isinstance(node, Mapping) and name != "validators":
            for key, _ in node.pairs:
                if text_of(key) is None:
                    report_key(key, reading, what)
        if name not in _CHECKED_ELSEWHERE:
            for part in _parts(node):
                # Which `check_choices` reports
                in_place_of_pair = name == "choices" and node is value
                if isinstance(part, Yaql) and not in_place_of_pair:
                    reading.report(rules.NOT_EVALUATED, part, what=what, text=part.text)


def _parts(node: Node) -> tuple[Node, ...]:
    """Return the values of a list or mapping."""
    if isinstance(node, Mapping):
        return tuple(value for _, value in node.pairs)
    return node.items if isinstance(node, Sequence) else ()


@shaped(CODE)
def choices(node: Node, reading: Reading, what: str) -> Node:
    """Return the value of `choices`: anything Python iterates over, as most selectors ignore it.

    See `check_choices`.
    """
    if isinstance(node, Scalar) and not isinstance(node.value, str):
        reading.wrong_type(node, what, _PAIRS)
    return node


def check_choices(node: Node, reading: Reading, what: str) -> None:
    """Check the choices of a `choice` field: a bad one breaks the form when it is shown.

    A title that is a list of pairs makes a group of them; groups cannot be nested.
    """
    if isinstance(node, Sequence):
        for item in node.items:
            if _is_pair(item, reading, what):
                _check_group(item.items[1], reading, what)
    elif isinstance(node, Mapping):
        for key, value in node.pairs:
            _check_key(key, reading, what)
            _check_group(value, reading, what)
    elif text_of(node) is not None:
        reading.wrong_type(node, what, _PAIRS, warning=not text_of(node))


def _is_pair(item: Node, reading: Reading, what: str) -> TypeGuard[Sequence]:
    """Return whether an item is a list of two; report it otherwise."""
    if isinstance(item, Sequence) and len(item.items) == 2:
        return True
    # The dashboard unpacks two letters or two keys like a pair.
    pair = len(text_of(item) or "") == 2 or (isinstance(item, Mapping) and len(item.pairs) == 2)
    severity = Severity.WARNING if pair else Severity.ERROR
    problem = f"a choice must be a pair [key, title], not {described(item)}"
    reading.report(rules.BAD_CHOICES, item, what=what, problem=problem, severity=severity)
    return False


def _check_group(title: Node, reading: Reading, what: str) -> None:
    if isinstance(title, Sequence):
        for item in title.items:
            _is_pair(item, reading, what)


def _check_key(key: Node, reading: Reading, what: str) -> None:
    name = text_of(key)
    if name is not None and snake_case(name) != name:
        problem = (
            f'the key "{name}" becomes "{snake_case(name)}"; write a list of [key, title] pairs'
        )
        reading.report(
            rules.BAD_CHOICES, key, what=what, problem=problem, severity=Severity.WARNING
        )
