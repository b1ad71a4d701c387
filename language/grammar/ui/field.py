"""A field of a form in a UI definition (reference: ui-definition, Fields)."""

from __future__ import annotations

import functools

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, is_false, is_null, text_of
from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.catalogue import ui as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.grammar.entity import Reading, entity, read_entity, replaced
from muranopl.language.grammar.ui import attributes
from muranopl.language.grammar.ui.evaluation import ONLY_EXPRESSION
from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.field_types.declaration import FieldType
from muranopl.language.grammar.ui.field_types.selector import SELECTOR
from muranopl.language.grammar.ui.keys import report_second, respelled, spelling
from muranopl.language.grammar.ui.types import FieldTypeName, field_type
from muranopl.language.grammar.ui.validators import Validator, field_validators
from muranopl.language.grammar.ui.values import check_values


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


def read_field(node: Node, reading: Reading, what: str) -> UIField | None:
    """Return one field of `what`, the list of a form's fields; None if it is no mapping."""
    if not isinstance(node, Mapping):
        reading.wrong_type(node, f"a field in {what}", "a mapping of name, type and attributes")
        return None
    name, name_node = _name(node, reading, what)
    title = f'field "{name}"' if name else "a field"
    kind = node.get("type")
    if kind is None:
        reading.report(shapes.MISSING_KEY, name_node, key="type", what=title)
    written = respelled(_attributes(node), _KEYS, reading, title)
    literals = [
        str(getattr(key, "value", ""))
        for key, value in written.pairs
        if not isinstance(value, Yaql)
    ]
    type_ = (
        FieldTypeName() if kind is None else field_type(kind, literals, reading, f"type of {title}")
    )
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
        type_node=node if kind is None else kind,
        classes=type_.classes,
    )
    field = replaced(field, effective_validators=_validators(field, accepted, reading, title))
    field.type.check_attributes(field, field.type_node, reading, title)
    return field


def _attributes(node: Mapping) -> Mapping:
    """Return the field's mapping without `name` and `type`, which have only one spelling."""
    pairs = tuple(
        (key, value)
        for key, value in node.pairs
        if not (isinstance(key, Scalar) and key.value in ("name", "type"))
    )
    return msgspec.structs.replace(node, pairs=pairs)


def _name(field: Mapping, reading: Reading, what: str) -> tuple[str, Node]:
    """Return the name of a field, and its node; "" after a report.

    Expressions cannot read a field whose name is not text; without a label its form cannot be shown
    (measured).
    """
    node = field.get("name")
    if node is None:
        reading.report(shapes.MISSING_KEY, field.head, key="name", what=f"a field in {what}")
        return "", field.head
    name = text_of(node)
    if name is not None:
        return name, node
    bad = not isinstance(node, (Scalar, Yaql)) or (
        field.get("label") is None and not is_false(node)
    )
    reading.wrong_type(
        node, "the name of a field", "text", Severity.ERROR if bad else Severity.WARNING
    )
    return "", node


def _accepted(written: Mapping, type_: FieldTypeName, reading: Reading, what: str) -> Mapping:
    """Return the attributes that the field's type has; others are reported."""
    kept = []
    for key, value in written.pairs:
        if _takes(type_, str(getattr(key, "value", "")), value, written):
            kept.append((key, value))
        elif isinstance(key, Scalar):
            _report_attribute(key, value, type_, reading, what)
    return msgspec.structs.replace(written, pairs=tuple(kept))


def _takes(type_: FieldTypeName, name: str, value: Node, written: Mapping) -> bool:
    """Return whether a field may have this attribute."""
    if isinstance(value, Yaql) and name in ONLY_EXPRESSION:
        return True
    if name in {"widgetAttrs", "widgetMedia"}:
        hidden = written.get("hidden")
        if (
            isinstance(hidden, Scalar) and hidden.value
        ):  # the control of hidden fields, of any type, has both
            return True
    # Attributes of the type that a misspelt one stands for are not reported as well.
    return _takes_literal(type_, name) or (
        type_.guess is not None and name in FIELD_TYPES[type_.guess].attributes
    )


def _takes_literal(type_: FieldTypeName, name: str) -> bool:
    """Return whether a literal attribute of this name is accepted.

    Any is if the type is unknown.
    """
    return (
        (type_.type is SELECTOR and not type_.classes)
        or name in _COMMON
        or name in type_.type.attributes
    )


def _report_attribute(
    key: Scalar, value: Node, type_: FieldTypeName, reading: Reading, what: str
) -> None:
    name = str(key.value)
    reading.report(
        rules.UNKNOWN_ATTRIBUTE if isinstance(value, Yaql) else rules.REFUSED_ATTRIBUTE,
        key,
        what=what,
        type=f"type {type_.type.name}" if type_.type.name else "a selector of objects",
        attribute=name,
        suggestion=functools.partial(_instead_of, name, type_),
    )


def _instead_of(name: str, type_: FieldTypeName) -> str | None:
    """Return what to write instead of an attribute that a field of this type does not have."""
    if name in ONLY_EXPRESSION:
        return "write an expression: it takes nothing else"
    taken = [type_name for type_name, value in FIELD_TYPES.items() if name in value.attributes]
    if taken:
        return f"it belongs to the type{'s' if len(taken) > 1 else ''} {', '.join(taken)}"
    return did_you_mean(
        nearest(name, [item for item in UIField.TAGS if _takes_literal(type_, item)])
    )


def _validators(
    field: UIField, accepted: Mapping, reading: Reading, what: str
) -> tuple[Validator, ...]:
    """Return the validators in effect, checked together with `errorMessages`.

    An expression has none.
    """
    validators, own = field.validators, field.regexp_validator
    literal = own is not None and not isinstance(own, Yaql)
    replaceable = field.type.default_validators
    if field.error_messages is not None:
        attributes.check_messages(
            field.error_messages,
            literal or (replaceable and validators is None),
            reading,
            f"errorMessages of {what}",
        )
    last = validators if own is None or isinstance(own, Yaql) else own
    is_default = replaceable and validators is not None and is_null(validators)
    if literal and validators is not None:
        (first, _), (second, last) = (
            pair for pair in accepted.pairs if pair[1] in (validators, own)
        )
        if not is_default:
            remedy = (
                "put the regular expression among the validators: `- expr: {regexpValidator: ...}`"
            )
            report_second(
                "regexpValidator and validators replace each other", second, first, reading, remedy
            )
    if last is None or (is_default and last is validators):
        return ()
    if last is validators:
        return field_validators(last, reading, f"validators of {what}")
    messages = field.error_messages
    message = messages.get("invalid") if isinstance(messages, Mapping) else None
    return (Validator(node=last, regexp=last, message=message),)
