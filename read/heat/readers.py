"""Reads the values of keys in templates, and declares their shapes for editors."""

from __future__ import annotations

import datetime

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql, is_null, text_of
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.grammar.readers import as_written
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import (
    ANYTHING,
    BOOLEAN,
    NUMBER,
    TEXT,
    Many,
    OneOf,
    Shape,
    Table,
    shaped,
)
from muranopl.read.heat.contracts import FUNCTIONS
from muranopl.read.heat.versions import BY_WORD, HotVersion, version_words


class HeatValue(Shape, frozen=True):
    """Data in which functions of Heat may be called, at any depth."""


class HeatCondition(Shape, frozen=True):
    """A condition: the name of one, or a call of a function that conditions may use."""


HEAT_VALUE = HeatValue()
HEAT_CONDITION = HeatCondition()

VERSION = "heat_template_version"
DELETION_POLICIES = ("Delete", "Retain", "Snapshot", "delete", "retain", "snapshot")
PARAMETER_TYPES = {
    "string": "A string.",
    "number": "An integer or a decimal number.",
    "comma_delimited_list": "A list of strings, or a string with commas between the items.",
    "json": "A mapping or a list, which can be a string of JSON.",
    "boolean": "True or false.",
}
"""The types of parameters, with their meanings."""
_POLICY_WORDS = {
    "Delete": "The resource is deleted.",
    "Retain": "The resource is left as it is.",
    "Snapshot": "A snapshot of the resource is created before it is deleted.",
}
any_value = as_written(ANYTHING)
shown_text = as_written(TEXT)
flag = as_written(BOOLEAN)
any_call = as_written(HEAT_VALUE)
bounds = as_written(
    Table(NUMBER, names={"min": "The smallest value.", "max": "The largest value."})
)
steps = as_written(Table(NUMBER, names={"step": "The divisor.", "offset": "The remainder."}))


def is_unknown(node: Node) -> bool:
    """Return whether the value of a node is not known: it is unreadable, or an expression of code."""
    return isinstance(node, (Broken, Yaql))


@shaped(OneOf({word: version_words(item) for word, item in BY_WORD.items()}))
def hot_version(node: Node, reading: Reading, _what: str) -> HotVersion | None:
    """Return the version of a template, None after a report."""
    if is_unknown(node):
        return None
    value = node.value if isinstance(node, Scalar) else None
    # YAML reads an unquoted date as one; Heat takes it as the text does
    word = value.isoformat() if isinstance(value, datetime.date) else str(value)
    version = BY_WORD.get(word)
    if version is None:
        reading.report(
            rules.BAD_VERSION,
            node,
            found=word if isinstance(node, Scalar) else described(node),
            suggestion=did_you_mean(nearest(word, BY_WORD), rules.BAD_VERSION.suggestion),
        )
    return version


@shaped(HEAT_CONDITION)
def condition_value(node: Node, reading: Reading, what: str) -> Node:
    """Return a condition: a boolean, the name of a condition, or a function."""
    is_boolean = isinstance(node, Scalar) and isinstance(node.value, bool)
    is_function = isinstance(node, Mapping) and len(node.pairs) == 1
    is_name = text_of(node) is not None
    if not (is_boolean or is_function or is_name or is_null(node) or is_unknown(node)):
        reading.wrong_type(node, what, "a boolean, the name of a condition, or a function")
    return node


@shaped(Table(HEAT_VALUE))
def mapping(node: Node, reading: Reading, what: str) -> Node:
    """Return a value that must be a mapping, or a function that gives one."""
    if not (isinstance(node, Mapping) or is_unknown(node) or is_null(node)):
        reading.wrong_type(node, what, "a mapping")
    return node


@shaped(TEXT)
def text(node: Node, reading: Reading, what: str) -> str | None:
    """Return a text that is known, None otherwise."""
    if text_of(node) is None and not is_unknown(node):
        reading.wrong_type(node, what, "text")
    return text_of(node)


@shaped(TEXT)
def grouped_name(node: Node, reading: Reading, what: str) -> Node:
    """Return the name of a parameter in a group; report what is not text."""
    text(node, reading, f"a name in {what}")
    return node


@shaped(OneOf(PARAMETER_TYPES))
def parameter_type(node: Node, reading: Reading, what: str) -> str | None:
    """Return the type of a parameter, None after a report."""
    word = text_of(node)
    if word not in FUNCTIONS:
        if not is_unknown(node):
            reading.bad_choice(node, what, FUNCTIONS)
        return None
    return word


@shaped(Many(TEXT, alone=True))
def names(node: Node, reading: Reading, what: str) -> tuple[Node, ...]:
    """Return the texts of a list, or a single text."""
    items = node.items if isinstance(node, Sequence) else (node,)
    for item in items:
        if not (text_of(item) is not None or is_unknown(item) or is_null(item)):
            reading.wrong_type(item, what, "a name or a list of names")
    return tuple(item for item in items if text_of(item) is not None)


@shaped(OneOf(_POLICY_WORDS))
def deletion_policy(node: Node, reading: Reading, what: str) -> Node:
    """Return the deletion policy of a resource; it may be a function."""
    is_open = isinstance(node, Mapping) or is_unknown(node) or is_null(node)
    if not is_open and text_of(node) not in DELETION_POLICIES:
        reading.bad_choice(node, what, DELETION_POLICIES[:3])
    return node
