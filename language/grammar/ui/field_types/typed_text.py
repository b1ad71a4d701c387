"""The base of types whose value is a text that the user types, and those that need little more.

`string`, `text` and `clusterip`; a password has more rules, in `password.py`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from typing import Any

from muranopl.ard.nodes import Scalar, is_false
from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_restrictions import (
    Verdict,
    first_refusal,
    has_lengths,
    has_validators,
    judged_by_length,
    judged_by_validators,
    may_take_only_integers,
)
from muranopl.language.grammar.ui.field_types.declaration import (
    TEXT,
    A,
    Alternatives,
    AnswerSchema,
    AttributeValues,
    FieldType,
    RefusedAnswerError,
    check_length,
    length_keywords,
)


class TypedText(FieldType):
    """A text that the user types. `is_restricted` is set if the type itself refuses some texts."""

    attributes: tuple[str, ...] = TEXT
    validated_as_given = True
    is_restricted = False

    def empty_value(self, field: FieldAttributes) -> object:
        """Return `emptyValue`, unless that is an expression, which nothing evaluates."""
        if isinstance(field.empty_value, Scalar):
            return field.empty_value.value
        return ""

    def cleaned_text(self, field: FieldAttributes, text: str) -> str:
        """Return the text without the blanks around it, unless `strip` is false."""
        keeps = isinstance(field.strip, Scalar) and is_false(field.strip)
        return text if keeps else text.strip()

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        lengths = length_keywords(
            values.get("minLength"), values.get("maxLength"), is_required=self.is_required(field)
        )
        return {"type": "string", **lengths}

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        text = self.cleaned_text(field, text)
        return first_refusal(judged_by_length(field, text), judged_by_validators(field, text))

    def may_take_only_digits(self, field: FieldAttributes) -> bool:
        """Return False if a field certainly accepts some text that is not an integer."""
        return may_take_only_integers(field)

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        restricted = self.is_restricted or has_validators(field) or has_lengths(field)
        digits = self.may_take_only_digits(field)
        yield make.text(
            typed=True, samples=self.samples(field), restricted=restricted, digits=digits
        )
        if self.empty_value(field) != "":  # which is one of the texts that are typed
            yield from make.empty()

    def check_value(self, field: FieldAttributes, value: Any, values: AttributeValues) -> None:
        """See `FieldType`; an `emptyValue` may be of another kind."""
        if isinstance(value, str):
            check_length(value, values.get("minLength"), values.get("maxLength"))


class StringType(TypedText):
    """A line of text."""

    name = "string"
    suggested_for = ("str",)
    words = "One line of text."
    required_when_hidden = True
    may_name_flavor = True


STRING = StringType()


class TextType(TypedText):
    """A text of several lines; `hidden` has no effect on it."""

    name = "text"
    words = "Several lines of text."
    may_be_hidden = False
    may_name_flavor = True

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        return {**super().schema(field, values), "format": "textarea"}


TEXT_AREA = TextType()


class ClusterIpType(TypedText):
    """A text that must be an IPv4 address."""

    name = "clusterip"
    words = "An IPv4 address, as a string."
    required_when_hidden = True
    is_restricted = True

    def empty_value(self, field: FieldAttributes) -> str:
        """Return the empty text: `emptyValue` has no effect."""
        return ""

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        if not _is_address(self.cleaned_text(field, text)):
            return Verdict("it is not an IPv4 address")
        return super().judged(field, text)

    def may_take_only_digits(self, field: FieldAttributes) -> bool:
        """Return False: no address has digits only."""
        return False

    def check_value(self, field: FieldAttributes, value: str, values: AttributeValues) -> None:
        if not _is_address(value):
            raise RefusedAnswerError("it accepts IPv4 addresses")
        super().check_value(field, value, values)


def _is_address(text: str) -> bool:
    try:
        ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return True


CLUSTER_IP = ClusterIpType()
