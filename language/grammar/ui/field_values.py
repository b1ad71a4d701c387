"""The value of a field, from its attributes.

Reference: ui-agreement, section 4; measured in the dashboard.
"""

from __future__ import annotations

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.language.grammar.ui.field_attributes import FieldAttributes

# The escapes of the module `html`, which is slow to import as it has the names of all characters.
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def may_be_disabled(field: FieldAttributes) -> bool:
    """Return whether an expression decides if the field exists.

    Otherwise its value is that of an empty field.
    """
    return isinstance(field.enabled, Yaql)


def is_empty(value: object) -> bool:
    """Return whether a value is empty.

    A required field refuses it, and no validator is applied to it.
    """
    return value in (None, "", [], {})


def literal_initial(field: FieldAttributes) -> Scalar | None:
    """Return the literal value of `initial`; None for null, and for anything else."""
    initial = field.initial
    if isinstance(initial, Scalar) and initial.value is not None:
        return initial
    return None


def initial_text(field: FieldAttributes) -> str | None:
    """Return the initial text of a control; None if `initial` is not a literal.

    Return None if `initial` is not a literal. It is `str()` of the value, escaped for HTML unless the
    value is false.
    """
    initial = literal_initial(field)
    if initial is None:
        return None
    text = str(initial.value)
    return escaped(text) if initial.value else text


def escaped(text: str) -> str:
    """Return a text escaped for HTML."""
    return text.translate(_ESCAPED)


def literal_number(node: Node | None) -> int | float | None:
    """Return the number of an attribute; None for an expression or any other value."""
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, (int, float)) else None


def literal_length(node: Node | None) -> int | None:
    """Return the length of an attribute; None for an expression or an invalid value."""
    if isinstance(node, Scalar):
        return length_of(node.value)
    return None


def length_of(value: object) -> int | None:
    """Return `int()` of a value, as the dashboard reads lengths; None if that fails."""
    try:
        if isinstance(value, (int, float, str)):
            return int(value)
        return None
    except (ValueError, OverflowError):
        return None
