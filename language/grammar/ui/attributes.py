"""Reads single attributes of UI fields: checks a literal value and returns the node itself.

Values that break the definition or its form are errors; those that are only read differently are
warnings (both measured). Most attributes may be expressions, whose values are not checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, is_false, is_null, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.entity import Reader
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import (
    ANYTHING,
    EXPRESSION,
    FLAG,
    NUMBER,
    OneOf,
    Shape,
    Table,
    shaped,
)
from muranopl.language.grammar.ui.keys import snake_case

FLAVOR_LIMITS = {
    "min_vcpus": "The minimum number of virtual CPUs.",
    "min_disk": "The minimum size of the disk, in GB.",
    "min_memory_mb": "The minimum memory, in MB.",
    "max_vcpus": "The maximum number of virtual CPUs.",
    "max_disk": "The maximum size of the disk, in GB.",
    "max_memory_mb": "The maximum memory, in MB.",
}
"""The keys of `requirements`, with their words."""
NETWORK_KINDS = {
    "exclude": "Networks that Murano created are not offered.",
    "translate": "Networks that Murano created are offered under the names of their environments.",
}
"""The values of `muranoNetworks`, with their words."""
_SLASHES = lazy_pattern(r"^/(.*)/([A-Za-z]*)$")
_NO_END = "it begins with a slash, so it must be of the form /expression/flags, on one line"


def is_number(node: Node) -> bool:
    """Return whether a node is a number for the dashboard; a boolean is one, as in Python."""
    return isinstance(node, Scalar) and isinstance(node.value, (int, float))


def items_of(node: Node, reading: Reading, what: str, expected: str) -> tuple[Node, ...]:
    """Return the items of a list.

    A value over which Python iterates without items is only a warning.
    """
    if isinstance(node, Sequence):
        return node.items
    empty = is_false(node) and (isinstance(node, Mapping) or text_of(node) is not None)
    reading.wrong_type(node, what, expected, warning=empty)
    return ()


def _literal(
    expected: str, fits: Callable[[Scalar], bool], is_harmless: Callable[[Node], bool], shape: Shape
) -> Reader[Node]:
    """Return a reader of literals for which `fits` is true.

    Others are errors, or warnings if `is_harmless`.
    """

    @shaped(shape)
    def reader(node: Node, reading: Reading, what: str) -> Node:
        if not (isinstance(node, Yaql) or (isinstance(node, Scalar) and fits(node))):
            reading.wrong_type(node, what, expected, warning=is_harmless(node))
        return node

    return reader


def _is_boolean(node: Scalar) -> bool:
    return isinstance(node.value, bool)


def _is_text(node: Scalar) -> bool:
    return node.value is None or isinstance(node.value, str)


def _is_count(node: Scalar) -> bool:
    return node.value is None or node.kind == "number"


def _is_numeric(node: Node) -> bool:
    """Return whether int() of a value works."""
    try:
        return is_number(node) or int(text_of(node) or "") is not None
    except ValueError:
        return False


flag = _literal("true or false", _is_boolean, lambda _: True, FLAG)
"""Reads true or false; any other value counts as one of the two."""

hidden = _literal(
    "true or false", _is_boolean, lambda node: not isinstance(node, (Sequence, Mapping)), FLAG
)
"""Reads `hidden`: true or false; a list or mapping is passed on under this name, which is
refused.
"""

words = _literal("a string", _is_text, lambda _: True, EXPRESSION)
"""Reads text; any other value is shown as Python prints it. Null is like an absent key."""

length = _literal("a number", _is_count, _is_numeric, NUMBER)
"""Reads a number of characters; int() of the value must work."""

limit = _literal("a number", _is_count, is_number, NUMBER)
"""Reads a limit for numeric input; anything but a number breaks the form when it is submitted."""


@shaped(EXPRESSION)
def regexp(node: Node, reading: Reading, what: str) -> Node:
    """Return the value of `regexpValidator`."""
    if not isinstance(node, Yaql):
        check_validator_regexp(node, reading, what)
    return node


def check_validator_regexp(node: Node, reading: Reading, what: str) -> None:
    """Check the regular expression of a `regexpValidator`: bare, or `/regexp/flags`.

    Unknown flags are ignored.
    """
    parts = validator_regexp(node)
    if parts is None and text_of(node) is not None:
        reading.report(rules.BAD_REGEXP, node, what=what, problem=_NO_END)
    else:
        _check_regexp(node, reading, what, *(parts or ()))


def validator_regexp(node: Node) -> tuple[str, int] | None:
    """Return the regular expression and the flags of a `regexpValidator`; None if it is invalid."""
    text = text_of(node)
    if text is None or not text.startswith("/"):
        return None if text is None else (text, 0)
    parts = _SLASHES.match(text)
    if parts is None:
        return None
    flags = 0
    for flag in parts[2].upper():
        flags |= int(getattr(re, flag, 0))
    return parts[1], flags


def _check_regexp(
    node: Node, reading: Reading, what: str, text: str | None = None, flags: int = 0
) -> None:
    """Report a regular expression that does not compile.

    The expression is `text`, or the text of the node if that is None.
    """
    from muranopl.ard.regular_expressions import problem_of_pattern  # few fields have one

    text = text_of(node) if text is None else text
    if text is None:
        reading.wrong_type(node, what, "a regular expression")
        return
    # The dashboard compiles it with Python's module as well, so that both agree.
    problem = problem_of_pattern(text, flags)
    if problem is not None:
        reading.report(rules.BAD_REGEXP, node, what=what, problem=problem)


@shaped(EXPRESSION)
def network_filter(node: Node, reading: Reading, what: str) -> Node:
    """Return the value of `filter`: a regular expression for names of networks.

    A false value counts as absent.
    """
    if not isinstance(node, Yaql) and not is_false(node):
        _check_regexp(node, reading, what)
    return node


@shaped(OneOf(NETWORK_KINDS, code=True))
def network_kind(node: Node, reading: Reading, what: str) -> Node:
    """Return the value of `muranoNetworks`: `exclude` or `translate` in any case.

    A false value is neither.
    """
    if isinstance(node, Yaql) or is_false(node):
        return node
    word = text_of(node)
    if word is None or word.lower() not in NETWORK_KINDS:
        reading.bad_choice(node, what, NETWORK_KINDS)
    return node


def check_messages(node: Node, needed: bool, reading: Reading, what: str) -> None:
    """Check `errorMessages`: texts by kind of error.

    A false value is like an absent key, unless it is `needed`.
    """
    if not isinstance(node, (Mapping, Yaql)):
        reading.wrong_type(node, what, "a mapping", warning=is_false(node) and not needed)


@shaped(Table(ANYTHING))
def widget(node: Node, reading: Reading, what: str) -> Node:
    """Return the value of `widgetMedia` or `widgetAttrs`: a mapping, never an expression."""
    if not isinstance(node, Mapping) and not (is_null(node) and what.startswith("widgetAttrs")):
        reading.wrong_type(node, what, "a mapping")
    return node


@shaped(Table(NUMBER, names=FLAVOR_LIMITS))
def requirements(node: Node, reading: Reading, what: str) -> Node:
    """Return the `requirements` of a flavor: numbers by name, as others break the form."""
    if isinstance(node, Yaql):
        return node
    if not isinstance(node, Mapping):
        reading.wrong_type(node, what, "a mapping")
        return node
    for key, value in node.pairs:
        name = text_of(key)
        if name is None:
            continue
        if snake_case(name) not in FLAVOR_LIMITS:
            absent = (item for item in FLAVOR_LIMITS if node.find(item) is None)
            close = nearest(snake_case(name), absent)
            reading.report(
                yaml.UNKNOWN_KEY,
                key,
                key=name,
                what=what,
                suggestion=did_you_mean(close, f"use one of {', '.join(FLAVOR_LIMITS)}"),
            )
        elif not is_number(value):
            reading.wrong_type(value, f"{name} in {what}", "a number")
    return node
