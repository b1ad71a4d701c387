"""The value of a field, from its attributes (reference: ui-agreement, section 4; measured in the dashboard)."""

from __future__ import annotations

import re

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, is_false
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.keys import snake_case

CLOUD_TYPES = frozenset({"flavor", "image", "keypair", "azone", "securitygroup", "volume", "zone"})
"""Types whose value is a text from the cloud."""
TYPED_TYPES = frozenset({"string", "text", "password", "clusterip"})
"""Types whose value is a text that the user types."""
NEVER_REQUIRED = frozenset({"boolean", "floatingip"})
ALWAYS_SHOWN = frozenset({"text", "password"})
"""Types on which `hidden` has no effect."""

PASSWORD_LENGTHS = (7, 255)
"""The least and greatest length of a password, unless the field has validators or lengths of its
own.
"""
_PASSWORD_NEEDS = {
    "a digit": r"\d",
    "a lower-case letter": "[a-z]",
    "an upper-case letter": "[A-Z]",
    "a special character": r"[!@#$%^&*()_+|/.,~?><:{}-]",  # a millisecond to compile
}
_DATABASE_NAME = r"[A-z_][A-Za-z0-9_$#@]*\n?"


def is_required(field: UIField) -> bool:
    """Return whether the page cannot be sent while the field is empty, which is the default."""
    if field.type.word in NEVER_REQUIRED:
        return False
    required = field.required
    if required is None or isinstance(required, Yaql):
        return True
    return not isinstance(required, Scalar) or bool(required.value)


def is_hidden(field: UIField) -> bool:
    """Return whether no control is shown, so that the value is always `initial`."""
    hidden = field.hidden
    return isinstance(hidden, Scalar) and bool(hidden.value) and field.type.word not in ALWAYS_SHOWN


def has_auto(field: UIField) -> bool:
    """Return whether a `network` offers Auto, for which its value is null."""
    return not (isinstance(field.allow_auto, Scalar) and is_false(field.allow_auto))


def may_be_disabled(field: UIField) -> bool:
    """Return whether an expression decides if the field exists.

    Otherwise its value is that of an empty field.
    """
    return isinstance(field.enabled, Yaql)


def empty_value(field: UIField) -> object:
    """Return the cleaned value of a field that is left empty, or disabled."""
    word = field.type.word
    if word in TYPED_TYPES and word != "clusterip" and isinstance(field.empty_value, Scalar):
        return field.empty_value.value
    if word in CLOUD_TYPES or word in TYPED_TYPES or word == "choice":
        return ""
    if word == "databaselist":
        return []
    if word in NEVER_REQUIRED:
        return False
    if word == "network":
        return [None, None]
    return None


def is_empty(value: object) -> bool:
    """Return whether a value is empty: a required field refuses it, and no validator is applied to it."""
    return value in (None, "", [], {})


def choice_keys(field: UIField) -> list[tuple[str, Node]] | None:
    """Return the values that a `choice` offers, each with its node; None if they are unknown.

    A value is always text, `str()` of the key in YAML; keys of a map are rewritten to snake_case. A
    title that is a list of pairs is a group of them.
    """
    found: list[tuple[str, Node]] = []
    pairs = _pairs(field.choices)
    if pairs is None:
        return None
    for key, title, rewritten in pairs:
        if isinstance(title, Sequence):
            inner = _pairs(title)
            if inner is None:
                return None
            nested = [(each, False) for each, _, _ in inner]
        else:
            nested = [(key, rewritten)]
        for node, is_rewritten in nested:
            if not isinstance(node, Scalar):
                return None
            text = "" if node.value is None else str(node.value)
            found.append((snake_case(text) if is_rewritten else text, node))
    return found


def _pairs(node: Node | None) -> list[tuple[Node, Node, bool]] | None:
    if isinstance(node, Mapping):
        return [(key, value, True) for key, value in node.pairs]
    if not isinstance(node, Sequence):
        return None
    found: list[tuple[Node, Node, bool]] = []
    for item in node.items:
        if not isinstance(item, Sequence) or len(item.items) != 2:
            return None
        found.append((item.items[0], item.items[1], False))
    return found


def literal_initial(field: UIField) -> Scalar | None:
    """Return the literal value of `initial`; None for null, and for anything else."""
    initial = field.initial
    return initial if isinstance(initial, Scalar) and initial.value is not None else None


_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""The escapes of the module `html`, which is slow to import as it has the names of all
characters.
"""


def initial_text(field: UIField) -> str | None:
    """Return the initial text of a control, which a hidden one sends.

    Return None if `initial` is no literal. It is `str()` of the value, escaped for HTML unless the value
    is false.
    """
    initial = literal_initial(field)
    if initial is None:
        return None
    text = str(initial.value)
    return text.translate(_ESCAPED) if initial.value else text


def cleaned_text(field: UIField, text: str) -> str:
    """Return a sent text as the dashboard cleans it: typed text loses the blanks around it, unless `strip` is false."""
    keeps = isinstance(field.strip, Scalar) and is_false(field.strip)
    return text if keeps or field.type.word not in TYPED_TYPES else text.strip()


def integer_of(text: str) -> int | None:
    """Return the integer that an `integer` field converts a text to, such as `007` or `1.0`.

    Or None.
    """
    whole, point, rest = text.rstrip().partition(".")
    try:
        return int(whole if point and not rest.strip("0") else text)
    except ValueError:
        return None


def boolean_of(text: str) -> bool:
    """Return the boolean that a `boolean` field converts a text to."""
    return bool(text) and text.lower() not in ("false", "0")


def names_of(text: str) -> list[str]:
    """Return the names that a `databaselist` converts a text to."""
    return [name.strip() for name in text.split(",")] if text else []


def is_database_name(text: str) -> bool:
    """Return whether a `databaselist` accepts a name."""
    return re.fullmatch(_DATABASE_NAME, text) is not None


def is_address(text: str) -> bool:
    """Return whether a `clusterip` accepts a text, as it is an IPv4 address."""
    import ipaddress  # few forms ask for an address

    try:
        ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return True


def missing_in_password(text: str) -> str | None:
    """Return what a password lacks, in a field without validators of its own; None if nothing."""
    return next((what for what, pattern in _PASSWORD_NEEDS.items() if not re.search(pattern, text)), None)


def literal_number(node: Node | None) -> int | float | None:
    """Return the number of an attribute; None for an expression or any other value."""
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, (int, float)) else None


def literal_length(node: Node | None) -> int | None:
    """Return the length of an attribute; None for an expression or an invalid value."""
    return length_of(node.value) if isinstance(node, Scalar) else None


def length_of(value: object) -> int | None:
    """Return `int()` of a value, as the dashboard reads lengths; None if that fails."""
    try:
        return int(value) if isinstance(value, (int, float, str)) else None
    except (ValueError, OverflowError):
        return None
