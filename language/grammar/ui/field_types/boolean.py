"""`boolean`: a box to tick; also `floatingip`, its old name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_types.declaration import (
    A,
    Alternatives,
    AnswerSchema,
    AttributeValues,
    FieldType,
    RefusedAnswerError,
)


class BooleanType(FieldType):
    """True or false."""

    name = "boolean"
    suggested_for = ("bool", "checkbox")
    words = "A box to tick: true or false. It is never required."
    may_be_required = False
    validated_as_given = True

    def empty_value(self, field: FieldAttributes) -> bool:
        return False

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        yield make.boolean()

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        return {"type": "boolean"}

    def sent(self, answer: Any) -> str:
        if not isinstance(answer, bool):
            raise RefusedAnswerError("it accepts true or false")
        return str(answer)

    def converted(self, text: str) -> bool:
        return text.lower() not in ("false", "0")


BOOLEAN = BooleanType()


class FloatingIpType(BooleanType):
    """True or false, as `boolean`."""

    name = "floatingip"
    words = "A box to tick, under an old name."
    deprecated = "type boolean"


FLOATING_IP = FloatingIpType()
