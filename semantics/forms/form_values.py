"""Computes the abstract values of the fields of all forms of a UI definition.

Two alternatives are those of UI definitions only: descriptions and ids of objects. Reference:
ui-agreement, section 4.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from muranopl.ard.nodes import Node, Scalar, is_false
from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_attributes import initial_text, may_be_disabled
from muranopl.language.grammar.ui.field_types.declaration import DISABLED
from muranopl.language.grammar.ui.form import workflow_fields
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Alternative,
    ConstantValue,
    Items,
    Null,
    Number,
    OfKind,
    Text,
    TextOrigin,
    Value,
    of,
    one,
)

_OF_WORKFLOW: Mapping[str, Alternative] = {
    "boolean": OfKind(kind=kinds.BOOL),
    "string": Text(origin=TextOrigin.TYPED, restricted=True),
}
"""The values of fields in the dashboard's own form, by their type."""
# Why a field gives null; messages go on with these words.
_LEFT_EMPTY = 'if "{}" is left empty'
_NOT_GIVEN = 'because "{}" is hidden and has no `initial`'


class FormValues:
    """The fields of each form by name, with forms in order; the last of duplicate names counts."""

    def __init__(self, definition: UIDefinition) -> None:
        self.definition = definition
        self.forms: Mapping[str, Mapping[str, UIField]] = {
            form.name: {field.name: field for field in form.fields if field.name}
            for form in definition.forms
        }
        self._values: dict[int, Value] = {}

    def value(self, field: UIField) -> Value:
        """Return the value of a field, after its page was sent."""
        result = self._values.get(id(field))
        if result is None:
            result = self._values[id(field)] = _value(field)
        return result

    @functools.cached_property
    def workflow(self) -> Mapping[str, Value]:
        """The values of the form that the dashboard adds, by field."""
        return {
            field["name"]: one(_OF_WORKFLOW[field["type"]])
            for field in workflow_fields(self.definition.version)
        }


def _value(field: UIField) -> Value:
    """Return the value of a field, UNKNOWN if its page can never be sent."""
    if isinstance(field.disabled, Scalar) and not is_false(field.disabled):
        return UNKNOWN  # a disabled control: its value was not measured
    # Scripts of its own may fill a hidden field
    if field.type.is_hidden(field) and field.widget_media is None:
        return _hidden(field)
    alternatives = _shown(field)
    return of(alternatives) if 0 < len(alternatives) <= ALTERNATIVES.most else UNKNOWN


def _hidden(field: UIField) -> Value:
    """Return the value of a hidden field: that of `initial`, if it is known."""
    type_, make = field.type, _FieldAlternatives(field)
    if field.initial is not None and not isinstance(field.initial, Scalar):
        return UNKNOWN
    if type_.depends_on_cloud:
        alternatives = _shown(field)
        return of(alternatives) if alternatives else UNKNOWN
    text = initial_text(field) or ""
    if not type_.may_be_required:
        return of(make.plain(type_.value(field, text)))
    if not text:
        if type_.is_required(field):
            return UNKNOWN
        return of(make.left_empty(because=_NOT_GIVEN))
    if type_.judged(field, text).problem is not None:
        return UNKNOWN
    empty = make.left_empty(because=DISABLED) if may_be_disabled(field) else ()
    return of((*make.plain(type_.value(field, text)), *empty))


def _shown(field: UIField) -> tuple[Alternative, ...]:
    """Return the alternatives of a field that a user fills in, () if they are unknown."""
    return tuple(field.type.alternatives(field, _FieldAlternatives(field)))


class _FieldAlternatives:
    """Creates the alternatives of a field's value for its type; see `Alternatives`."""

    def __init__(self, field: UIField) -> None:
        self._field = field
        self._related = (Related(f'field "{field.name}" is declared here', field.name_node.place),)

    def text(
        self,
        *,
        typed: bool,
        samples: Iterable[str] = (),
        restricted: bool = True,
        digits: bool = False,
    ) -> Alternative:
        origin = TextOrigin.TYPED if typed else TextOrigin.CLOUD
        return Text(
            origin=origin,
            samples=tuple(samples),
            restricted=restricted,
            digits=digits,
            related=self._related,
        )

    def number(
        self, least: float | None, most: float | None, samples: Iterable[int], *, restricted: bool
    ) -> Alternative:
        lowest = highest = None
        if least is not None and math.isfinite(least):
            lowest = math.ceil(least)
        if most is not None and math.isfinite(most):
            highest = math.floor(most)
        return Number(
            least=lowest,
            most=highest,
            samples=tuple(samples),
            restricted=restricted,
            related=self._related,
        )

    def boolean(self) -> Alternative:
        return OfKind(kind=kinds.BOOL, related=self._related)

    def choice(self, key: str, node: Node) -> Alternative:
        related = Related(f'choice "{key}" of field "{self._field.name}"', node.place)
        return ConstantValue(value=key, related=(related,))

    def null(self, because: str) -> Alternative:
        return Null(because=because.format(self._field.name), related=self._related)

    def list_of(self, item: Alternative, least: int | None) -> Alternative:
        return Items(item=one(item), least=least, related=self._related)

    def list_with(self, *items: Iterable[Alternative]) -> Alternative:
        return Items(items=tuple(map(of, items)), related=self._related)

    def object_id(self, classes: tuple[str, ...]) -> Alternative:
        return ObjectId(classes=classes, related=self._related)

    def empty(self) -> Iterator[Alternative]:
        field, type_ = self._field, self._field.type
        if not type_.is_required(field):
            # Validators look at a value that is not the empty text, unless the field is disabled.
            text = type_.empty_value(field)
            if (
                not isinstance(text, str)
                or not text
                or may_be_disabled(field)
                or type_.judged(field, text).is_taken
            ):
                yield from self.left_empty(because=_LEFT_EMPTY)
        elif may_be_disabled(field):
            yield from self.left_empty(because=DISABLED)

    def left_empty(self, because: str) -> Iterator[Alternative]:
        """Yield the value of the empty field; `because` as for `null`."""
        return self.plain(self._field.type.empty_value(self._field), because)

    def plain(self, value: object, because: str = "") -> Iterator[Alternative]:
        """Yield the alternative of a plain value, none for a date, which `emptyValue` may be."""
        if isinstance(value, list):
            names = tuple(of(self.plain(name)) for name in value)
            yield Items(items=names, related=self._related)
        elif value is None:
            yield self.null(because)
        elif isinstance(value, (str, int, float, bool)):
            yield ConstantValue(value=value, related=self._related)


_UNSENDABLE = kinds.SET | kinds.DATETIME | kinds.TIMESPAN | kinds.REGEX


def is_unsendable(alternative: Alternative) -> bool:
    """Return whether JSON cannot represent a value: a set, a date, ..."""
    return not alternative.kind & ~_UNSENDABLE


class Fragment(Alternative, frozen=True, eq=False, kw_only=True):
    """A mapping with `?`, as written.

    The engine creates an object of it if a contract takes one.
    """

    node: Node
    kind: ClassVar[int] = kinds.DICT  # to expressions it is a mapping
    words: ClassVar[str] = "the description of an object"


class ObjectId(Alternative, frozen=True, eq=False, kw_only=True):
    """The id of an existing application of `classes`, or (`fragment`) of an object by `ref()`.

    `key` tells which object of `ref()`.
    """

    classes: tuple[str, ...] = ()
    fragment: Node | None = None
    key: str | None = None
    # Expressions may see the object, contracts get a text
    kind: ClassVar[int] = kinds.STRING | kinds.UNKNOWN
    words: ClassVar[str] = "the id of an object"
