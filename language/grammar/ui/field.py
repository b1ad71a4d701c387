"""Declares and reads a field of a form in a UI definition (reference: ui-definition, Fields)."""

from __future__ import annotations

import functools

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, is_false, is_null, mapping_at, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.grammar.entity import entity, read_entity, replaced
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui import attributes
from muranopl.language.grammar.ui.field_attributes import (
    FieldAttributes,
    literal_length,
    literal_number,
)
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.field_types.choices import SELECTOR
from muranopl.language.grammar.ui.field_types.declaration import WIDGET, FieldType
from muranopl.language.grammar.ui.keys import report_second, respelled, spelling
from muranopl.language.grammar.ui.types import FieldTypeName, field_type
from muranopl.language.grammar.ui.validators import Validator, field_validators
from muranopl.language.grammar.ui.values import ONLY_EXPRESSION, check_values


@entity
class UIField(FieldAttributes):
    """A field with its type.

    `type_node` is where the type is written, or the field if it has none.
    """

    type: FieldType
    type_node: Node


_KEYS = spelling(UIField.TAGS)
_OWN = {name for type_ in FIELD_TYPES.values() for name in type_.attributes}
# The attributes that every type has.
_COMMON = UIField.TAGS.keys() - {*ONLY_EXPRESSION, *_OWN}


def attributes_of(type_: FieldType) -> set[str]:
    """Return the attributes that fields of a type may have with a literal value."""
    return {*_COMMON, *type_.attributes}


def read_field(node: Node, reading: Reading, what: str) -> UIField | None:
    """Return one field of `what`, the list of a form's fields; None if it is not a mapping."""
    if not isinstance(node, Mapping):
        reading.wrong_type(node, f"a field in {what}", "a mapping of name, type and attributes")
        return None
    name, name_node = _name(node, reading, what)
    title = f'field "{name}"' if name else "a field"
    kind = node.get("type")
    if kind is None:
        reading.report(yaml.MISSING_KEY, name_node, key="type", what=title)
    # `name` and `type` have only one spelling.
    rest = (pair for pair in node.pairs if text_of(pair[0]) not in {"name", "type"})
    written = respelled(mapping_at(node, rest), _KEYS, reading, title)
    # Every type accepts any attribute that is an expression (measured), so these prove nothing
    literals = [
        text for key, value in written.pairs if (text := text_of(key)) and type(value) is not Yaql
    ]
    type_ = FieldTypeName()
    if kind is not None:
        type_ = field_type(kind, literals, reading, f"type of {title}")
    accepted = _accepted(written, type_, reading, title)
    check_values(accepted, reading, title)
    field = read_entity(
        UIField,
        accepted,
        reading,
        title,
        name=name,
        name_node=name_node,
        node=node,
        type=type_.type,
        type_node=kind or node,
        classes=type_.classes,
    )
    field = replaced(field, effective_validators=_validators(field, accepted, reading, title))
    _check_ranges(field, reading, title)
    field.type.check_attributes(field, field.type_node, reading, title)
    return field


def _check_ranges(field: UIField, reading: Reading, what: str) -> None:
    """Report bounds between which there is nothing, so that no value is accepted."""
    bounds = (
        ("Value", literal_number, field.min_value, field.max_value),
        ("Length", literal_length, field.min_length, field.max_length),
    )
    for of, literal, least_node, most_node in bounds:
        least, most = literal(least_node), literal(most_node)
        if most_node is None or least is None or most is None or least <= most:
            continue
        reading.report(
            rules.EMPTY_RANGE,
            most_node,
            what=what,
            bounds=f"min{of} is {least}, but max{of} is {most}",
        )


def _name(field: Mapping, reading: Reading, what: str) -> tuple[str, Node]:
    """Return the name of a field, and its node; "" after a report.

    Expressions cannot read a field whose name is not text; without a label its form cannot be shown
    (measured).
    """
    node = field.get("name")
    if node is None:
        reading.report(yaml.MISSING_KEY, field.head, key="name", what=f"a field in {what}")
        return "", field.head
    name = text_of(node)
    if name is not None:
        return name, node
    is_shown = field.get("label") is not None or is_false(node)
    is_harmless = is_shown and isinstance(node, (Scalar, Yaql))
    reading.wrong_type(node, "the name of a field", "a string", warning=is_harmless)
    return "", node


def _accepted(written: Mapping, type_: FieldTypeName, reading: Reading, what: str) -> Mapping:
    """Return the attributes that the field's type has; others are reported."""
    kept = []
    type_text = f"type {type_.type.name}" if type_.type.name else "a selector of objects"
    for key, value in written.pairs:
        name = text_of(key) or ""
        if _takes(type_, name, value, written):
            kept.append((key, value))
            continue
        # A wrong literal breaks the whole definition, an expression does not (measured)
        is_harmless = isinstance(value, Yaql)
        reading.report(
            rules.UNKNOWN_ATTRIBUTE if is_harmless else rules.REFUSED_ATTRIBUTE,
            key,
            what=what,
            type=type_text,
            attribute=name,
            suggestion=functools.partial(_instead_of, name, type_, written),
        )
    return mapping_at(written, kept)


def _takes(type_: FieldTypeName, name: str, value: Node, written: Mapping) -> bool:
    """Return whether a field may have this attribute."""
    if isinstance(value, Yaql) and name in ONLY_EXPRESSION:
        return True
    if name in WIDGET:
        # The control of hidden fields, of any type, has both.
        hidden = written.get("hidden")
        if isinstance(hidden, Scalar) and hidden.value:
            return True
    # Attributes of the type that a misspelt one stands for are not reported as well.
    meant = FIELD_TYPES.get(type_.guess or "")
    return _takes_literal(type_, name) or (meant is not None and name in meant.attributes)


def _takes_literal(type_: FieldTypeName, name: str) -> bool:
    """Return whether a literal attribute of this name is accepted.

    If the type is unknown, all attributes are.
    """
    return (
        (type_.type is SELECTOR and not type_.classes)
        or name in _COMMON
        or name in type_.type.attributes
    )


def _instead_of(name: str, type_: FieldTypeName, written: Mapping) -> str | None:
    """Return what to write instead of an attribute that a field of this type does not have."""
    if name in ONLY_EXPRESSION:
        return "write an expression; no other value is accepted"
    taken = [type_name for type_name, value in FIELD_TYPES.items() if name in value.attributes]
    if taken:
        return f"it belongs to the type{'s' * (len(taken) > 1)} {', '.join(taken)}"
    attributes = [
        item for item in UIField.TAGS if _takes_literal(type_, item) and written.find(item) is None
    ]
    return did_you_mean(nearest(name, attributes))


def _validators(
    field: UIField, accepted: Mapping, reading: Reading, what: str
) -> tuple[Validator, ...]:
    """Return the validators in effect, checked together with `errorMessages`.

    A `regexpValidator` that is an expression counts as none.
    """
    validators, regexp, messages = (field.validators, field.regexp_validator, field.error_messages)
    literal = None if isinstance(regexp, Yaql) else regexp
    replaceable = field.type.default_validators
    if messages is not None:
        needed = literal is not None or (replaceable and validators is None)
        attributes.check_messages(messages, needed, reading, f"errorMessages of {what}")
    # Null in their place keeps the validators of the type.
    is_default = replaceable and validators is not None and is_null(validators)
    last = literal or validators
    if literal is not None and validators is not None:
        # The later of the two replaces the other one
        both = [pair for pair in accepted.pairs if pair[1] in (validators, literal)]
        (first, _), (second, last) = both
        if not is_default:
            report_second(
                "regexpValidator and validators cannot be combined",
                second,
                first,
                reading,
                "write the regular expression as one of the validators, whose expr is a regexpValidator",
            )
    if last is None or (is_default and last is validators):
        return ()
    if last is validators:
        return field_validators(last, reading, f"validators of {what}")
    message = None
    if isinstance(messages, Mapping):
        message = messages.get("invalid")
    return (replaced(Validator(node=last, regexp=last), message=message),)
