"""The types `boolean`, also under its old name `floatingip`, and `integer`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from muranopl.language.grammar.ui.field_attributes import FieldAttributes, literal_number
from muranopl.language.grammar.ui.field_restrictions import (
    Verdict,
    first_refusal,
    has_validators,
    judged_by_validators,
)
from muranopl.language.grammar.ui.field_types.declaration import (
    WIDGET,
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


_TAKEN = "it accepts whole numbers"


class IntegerType(FieldType):
    """An integer, or null for an empty field."""

    name = "integer"
    suggested_for = ("int", "number")
    words = "An integer; null where the field is left empty."
    attributes = ("maxValue", "minValue", "stepSize", *WIDGET)
    required_when_hidden = True
    validated_as_given = True

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        number = _integer(text)
        if number is None:
            return Verdict("it is not a whole number")
        least, most = literal_number(field.min_value), literal_number(field.max_value)
        if least is not None and number < least:
            return Verdict(f"minValue is {least}", by=field.min_value)
        if most is not None and number > most:
            return Verdict(f"maxValue is {most}", by=field.max_value)
        are_literal = _are_bounds_literal(field) and field.step_size is None
        return first_refusal(judged_by_validators(field, str(number)), Verdict(None, are_literal))

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        least, most = literal_number(field.min_value), literal_number(field.max_value)
        numbers = map(_integer, self.samples(field))
        samples = [number for number in numbers if number is not None]
        restricted = (
            not _are_bounds_literal(field) or field.step_size is not None or has_validators(field)
        )
        yield make.number(least, most, samples, restricted=restricted)
        yield from make.empty()

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        bounds = {
            "minimum": values.get("minValue"),
            "maximum": values.get("maxValue"),
            "multipleOf": values.get("stepSize") or None,
        }
        numbers = {
            name: value
            for name, value in bounds.items()
            if isinstance(value, (int, float)) and not isinstance(value, bool)
        }
        return {"type": "integer", **numbers}

    def sent(self, answer: Any) -> str:
        if isinstance(answer, bool) or not isinstance(answer, (int, float, str)):
            raise RefusedAnswerError(_TAKEN)
        return str(answer)

    def converted(self, text: str) -> int:
        number = _integer(text)
        if number is None:
            raise RefusedAnswerError(_TAKEN)
        return number

    def check_value(self, field: FieldAttributes, value: int, values: AttributeValues) -> None:
        least, most, step = (values.get(name) for name in ("minValue", "maxValue", "stepSize"))
        if isinstance(least, (int, float)) and value < least:
            raise RefusedAnswerError(f"it accepts numbers from {least} (minValue)")
        if isinstance(most, (int, float)) and value > most:
            raise RefusedAnswerError(f"it accepts numbers up to {most} (maxValue)")
        if isinstance(step, (int, float)) and step and not _is_multiple(value, step):
            raise RefusedAnswerError(f"it accepts multiples of {step} (stepSize)")


def _integer(text: str) -> int | None:
    """Return the integer of a text such as `007` or `1.0`; None for other texts."""
    integral, point, rest = text.rstrip().partition(".")
    try:
        return int(integral if point and not rest.strip("0") else text)
    except ValueError:
        return None


def _are_bounds_literal(field: FieldAttributes) -> bool:
    """Return whether each bound is a literal or absent."""
    bounds = (field.min_value, field.max_value)
    return all(bound is None or literal_number(bound) is not None for bound in bounds)


def _is_multiple(value: int, step: float) -> bool:
    """Return whether a number is a multiple of a step, as far as that can be computed."""
    if isinstance(step, int):
        return value % step == 0
    try:
        return not math.isfinite(step) or math.isclose(math.remainder(value, step), 0, abs_tol=1e-9)
    except OverflowError:  # no float is that large
        return True


INTEGER = IntegerType()
