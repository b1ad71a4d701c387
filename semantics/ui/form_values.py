"""The forms of a UI definition, and the abstract values of their fields (reference: ui-agreement, section 4)."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping

from muranopl.ard.nodes import Scalar, is_false
from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_restrictions import (
    has_lengths,
    has_validators,
    judged,
    judged_by_validators,
    lets_other_texts_through,
)
from muranopl.language.grammar.ui.field_values import (
    CLOUD_TYPES,
    NEVER_REQUIRED,
    TYPED_TYPES,
    boolean_of,
    choice_keys,
    cleaned_text,
    empty_value,
    has_auto,
    initial_text,
    integer_of,
    is_hidden,
    is_required,
    literal_number,
    may_be_disabled,
    names_of,
)
from muranopl.language.grammar.ui.workflow_form import workflow_fields
from muranopl.semantics.ui.values import (
    UNKNOWN,
    Alternative,
    ConstantValue,
    Items,
    Null,
    Number,
    ObjectId,
    Text,
    TextOrigin,
    Truth,
    Value,
    one,
)

_DOMAIN = "io.murano.windows.ActiveDirectory"
"""The class whose applications a field of type `domain` offers."""
_OF_WORKFLOW: Mapping[str, Alternative] = {
    "boolean": Truth(),
    "string": Text(origin=TextOrigin.TYPED, restricted=True),
}
"""What fields of the dashboard's own form give, by their type."""
# Why a field gives null; messages go on with these words.
_LEFT_EMPTY = 'where "{}" is left empty'
_DISABLED = 'where "{}" is disabled'
_NOT_GIVEN = 'as "{}" is hidden and has no `initial`'


class FormValues:
    """The fields of each form by name, forms in their order; of two of one name the last counts."""

    def __init__(self, definition: UIDefinition) -> None:
        self.definition = definition
        self.forms: Mapping[str, Mapping[str, UIField]] = {
            form.name: {field.name: field for field in form.fields if field.name} for form in definition.forms
        }
        self._values: dict[int, Value] = {}

    def value(self, field: UIField) -> Value:
        """Return what a field may give, after its page was sent."""
        found = self._values.get(id(field))
        if found is None:
            found = self._values[id(field)] = _value(field)
        return found

    @functools.cached_property
    def workflow(self) -> Mapping[str, Value]:
        """The values of the form that the dashboard adds, by field."""
        return {each["name"]: one(_OF_WORKFLOW[each["type"]]) for each in workflow_fields(self.definition.version)}


def _value(field: UIField) -> Value:
    """Return what a field may give; nothing is known where its page can never be sent."""
    if isinstance(field.disabled, Scalar) and not is_false(field.disabled):
        return UNKNOWN  # a control that nobody can use: what it gives was not measured
    if is_hidden(field) and field.widget_media is None:  # scripts of its own may fill a hidden field
        return _hidden(field)
    alternatives = list(_shown(field))
    return Value(tuple(alternatives)) if 0 < len(alternatives) <= ALTERNATIVES.most else UNKNOWN


def _hidden(field: UIField) -> Value:
    """Return what a hidden field gives: what `initial` says, if that is known."""
    word = field.type.word
    text = initial_text(field)
    if field.initial is not None and not isinstance(field.initial, Scalar):
        return UNKNOWN
    if text is None or (text == "" and word not in NEVER_REQUIRED):
        if word in {"integer", "databaselist", "choice"} or word in TYPED_TYPES:
            return UNKNOWN if is_required(field) else Value(tuple(_empty(field, because=_NOT_GIVEN)))
        return one(ConstantValue(value=False, related=_related(field))) if word in NEVER_REQUIRED else _any(field)
    if word in NEVER_REQUIRED:
        return one(ConstantValue(value=boolean_of(text), related=_related(field)))
    if judged(field, text).problem is not None:
        return UNKNOWN
    sent = _sent(field, text)
    if sent is None:
        return _any(field)
    return Value((sent, *_empty(field, because=_DISABLED))) if may_be_disabled(field) else one(sent)


def _any(field: UIField) -> Value:
    return Value(tuple(_shown(field)) or None)


def _sent(field: UIField, text: str) -> Alternative | None:
    """Return what a field gives that is sent a text; None where that depends on what there is in the cloud."""
    word = field.type.word
    related = _related(field)
    if word == "integer":
        number = integer_of(text)
        return None if number is None else ConstantValue(value=number, related=related)
    if word == "databaselist":
        names = names_of(text)
        return Items(items=tuple(one(ConstantValue(value=name, related=related)) for name in names), related=related)
    if word in TYPED_TYPES:
        return ConstantValue(value=cleaned_text(field, text), related=related)
    return ConstantValue(value=text, related=related) if word == "choice" else None


def _related(field: UIField) -> tuple[Related, ...]:
    return (Related(f'field "{field.name}" is declared here', field.name_node.place),)


def _shown(field: UIField) -> Iterator[Alternative]:
    """Yield what a field may give that a user fills in; nothing where that is not known."""
    word = field.type.word
    if word in TYPED_TYPES:
        yield _typed(field)
        if empty_value(field) != "":  # which is one of the texts that are typed
            yield from _empty_ones(field)
    elif word in CLOUD_TYPES:
        samples = tuple(_empty_text(field))
        yield Text(origin=TextOrigin.CLOUD, samples=samples, restricted=True, related=_related(field))
    elif word in NEVER_REQUIRED:
        yield Truth(related=_related(field))
    elif word == "integer":
        yield _integer(field)
        yield from _empty_ones(field)
    elif word == "choice":
        yield from _choices(field)
    elif word == "databaselist":
        yield _databases(field)
    elif word == "network":
        yield _network(field)
    else:
        yield from _selected(field)


def _may_be_empty(field: UIField) -> bool:
    return not is_required(field) or may_be_disabled(field)


def _empty_ones(field: UIField) -> Iterator[Alternative]:
    """Yield what a field gives that may be left empty, or disabled."""
    if not is_required(field):
        value = empty_value(field)  # validators look at one that is not the empty text, unless the field is disabled
        if not isinstance(value, str) or not value or may_be_disabled(field) or judged(field, value).is_taken:
            yield from _empty(field, because=_LEFT_EMPTY)
    elif may_be_disabled(field):
        yield from _empty(field, because=_DISABLED)


def _empty(field: UIField, because: str) -> Iterator[Alternative]:
    """Yield what a field gives when nothing is entered."""
    value = empty_value(field)
    related = _related(field)
    if isinstance(value, list):
        yield Items(items=(), related=related)
    elif value is None:
        yield Null(because=because.format(field.name), related=related)
    elif isinstance(value, (str, int, float, bool)):  # no date, which `emptyValue` may be as well
        yield ConstantValue(value=value, related=related)


def _samples(field: UIField) -> Iterator[str]:
    """Yield the texts that a field surely takes: `initial`, and the empty text."""
    text = initial_text(field)
    if text and judged(field, text).is_taken:
        yield cleaned_text(field, text)
    yield from _empty_text(field)


def _empty_text(field: UIField) -> Iterator[str]:
    """Yield the empty text, where that is what a field gives that may be left empty, or disabled."""
    if _may_be_empty(field) and empty_value(field) == "":
        yield ""


def _typed(field: UIField) -> Text:
    restricted = has_validators(field) or has_lengths(field) or field.type.word in {"clusterip", "password"}
    return Text(
        origin=TextOrigin.TYPED,
        samples=tuple(_samples(field)),
        restricted=restricted,
        digits=not lets_other_texts_through(field),
        related=_related(field),
    )


def _integer(field: UIField) -> Number:
    least, most = literal_number(field.min_value), literal_number(field.max_value)
    known = (field.min_value is None) == (least is None) and (field.max_value is None) == (most is None)
    numbers = [integer_of(text) for text in _samples(field)]
    return Number(
        least=math.ceil(least) if least is not None and math.isfinite(least) else None,
        most=math.floor(most) if most is not None and math.isfinite(most) else None,
        samples=tuple(number for number in numbers if number is not None),
        restricted=not known or field.step_size is not None or has_validators(field),
        related=_related(field),
    )


def _choices(field: UIField) -> Iterator[Alternative]:
    """Yield the choices; nothing where they, or what validators make of them, are not known."""
    keys = choice_keys(field)
    if keys is None or len(keys) > ALTERNATIVES.most:
        return
    verdicts = [(key, node, judged_by_validators(field, key)) for key, node in keys if key]
    if any(verdict.problem is None and not verdict.decided for _, _, verdict in verdicts):
        return
    for key, node, verdict in verdicts:
        if verdict.problem is None:
            related = Related(f'choice "{key}" of field "{field.name}"', node.place)
            yield ConstantValue(value=key, related=(related,))
    yield from _empty_ones(field)


def _databases(field: UIField) -> Items:
    name = Text(origin=TextOrigin.TYPED, restricted=True, related=_related(field))
    limited = has_lengths(field) or has_validators(field)
    least = 0 if _may_be_empty(field) else 1
    return Items(item=one(name), least=None if limited else least, related=_related(field))


def _network(field: UIField) -> Items:
    """Return the pair of a network's id and a subnet's; both are null for "Auto"."""
    related = _related(field)
    text = Text(origin=TextOrigin.CLOUD, restricted=True, related=related)
    network: list[Alternative] = [text]
    if has_auto(field):
        network.append(Null(because=f'where "{field.name}" is Auto', related=related))
    elif may_be_disabled(field):
        network.append(Null(because=_DISABLED.format(field.name), related=related))
    subnet = (text, Null(because=f'where "{field.name}" has no subnet', related=related))
    return Items(items=(Value(tuple(network)), Value(subnet)), related=related)


def _selected(field: UIField) -> Iterator[Alternative]:
    """Yield the id of an application of the field's classes; nothing where its type is none that is known."""
    names = (_DOMAIN,) if field.type.word == "domain" else tuple(each.text for each in field.type.classes)
    if not names or any("." not in name for name in names):
        return
    yield ObjectId(classes=names, related=_related(field))
    yield from _empty_ones(field)
