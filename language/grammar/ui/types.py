"""Reads the key `type` of a field: the word of a type, or class names.

The types themselves are in `field_types/`. Reference: ui-definition, Fields.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from muranopl.ard.nodes import Node, Sequence, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.field_types.choices import SELECTOR
from muranopl.language.grammar.ui.field_types.declaration import FieldType


class FieldTypeName(msgspec.Struct, frozen=True):
    """The type of a field as it is written.

    It is a selector of objects of some `classes`, none after a report, or another type. `guess` is
    the known type that an unknown word probably misspells.
    """

    type: FieldType = SELECTOR
    classes: tuple[TypeName, ...] = ()
    guess: str | None = None


def field_type(node: Node, literals: Collection[str], reading: Reading, what: str) -> FieldTypeName:
    """Return a known word, the name of a class, or a list of such names.

    Anything but text breaks the form (measured). `literals` are the field's attributes with a literal
    value.
    """
    if isinstance(node, Sequence):
        names = tuple(
            name for item in node.items if (name := _class_name(item, literals, reading, what))
        )
        if not node.items:
            reading.report(
                yaml.WRONG_TYPE,
                node,
                what=what,
                expected="a type or class names",
                found="an empty list",
                severity=Severity.WARNING,
            )
        return FieldTypeName(classes=names)
    word = text_of(node) or ""
    type_ = FIELD_TYPES.get(word)
    if type_ is not None:
        if type_.deprecated is not None:
            reading.report(
                rules.DEPRECATED_TYPE, node, type=word, what=what, instead=type_.deprecated
            )
        return FieldTypeName(type_)
    name = _class_name(node, literals, reading, what)
    if name is None:
        return FieldTypeName()
    return FieldTypeName(
        classes=(name,),
        # A name with a dot is that of a class, and misspells no type
        guess=None if "." in name.text else _meant(name.text),
    )


def _meant(name: str) -> str | None:
    """Return the type that a word stands for in other form languages, or misspells."""
    named = _named_otherwise(name)
    if named:
        return named[0] if len(named) == 1 else None
    return nearest(name, FIELD_TYPES)


def _choices(name: str) -> str:
    """Return what may be written in place of a word that means no single type."""
    named = _named_otherwise(name)
    if named:
        return "write " + " or ".join(f"`{item}`" for item in named)
    return f"use one of the types {', '.join(FIELD_TYPES)}, or a class name"


def _named_otherwise(name: str) -> list[str]:
    return [item for item, type_ in FIELD_TYPES.items() if name in type_.suggested_for]


def _class_name(
    node: Node, literals: Collection[str], reading: Reading, what: str
) -> TypeName | None:
    """Return one class name.

    A word without a dot, or an invalid name, gives a field without choices. With attributes that
    only the intended type has, the dashboard refuses the definition, as for any other type.
    """
    name = text_of(node)
    if name is None:
        reading.wrong_type(node, what, "a type or a class name")
        return None
    if "." not in name or not DOTTED.match(name):
        close = _meant(name)
        meant = SELECTOR if close is None else FIELD_TYPES[close]
        # What the intended type alone takes shows that no selector was meant.
        refused = any(
            literal in meant.attributes and literal not in SELECTOR.attributes
            for literal in literals
        )
        reading.report(
            rules.UNKNOWN_TYPE,
            node,
            what=what,
            type=name,
            severity=Severity.ERROR if refused else Severity.WARNING,
            suggestion=did_you_mean(close, _choices(name)),
        )
    return TypeName(name, node)
