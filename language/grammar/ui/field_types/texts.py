"""The types whose value is a text that the user types: `string`, `password` and others like them.

`string`, `text` and `clusterip`; a password has more rules.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from typing import Any

from muranopl.ard.nodes import Node, Scalar, Yaql, is_false
from muranopl.diagnostics.catalogue import yaml
from muranopl.language.grammar.reading import Reading
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


# How many characters it has, unless the field has validators or lengths of its own.
_LEAST, _MOST = 7, 255
_NEEDS = {
    "a digit": r"\d",
    "a lower-case letter": "[a-z]",
    "an upper-case letter": "[A-Z]",
    "a special character": r"[!@#$%^&*()_+|/.,~?><:{}-]",  # a millisecond to compile
}


class PasswordType(TypedText):
    """A text with a label, and with validators where the field has none."""

    name = "password"
    words = (
        "A string that is not shown. Without validators of its own it needs 7 to 255 "
        "characters, among them a digit, a lower-case and an upper-case letter, and a "
        "special character. A `label` is required."
    )
    attributes = ("confirmInput", *TEXT)
    default_validators = True
    only_literal = ("label",)
    may_be_hidden = False
    may_name_flavor = True
    is_restricted = True
    is_secret = True

    def check_attributes(
        self, field: FieldAttributes, node: Node, reading: Reading, what: str
    ) -> None:
        """The label is taken for granted, as text (measured)."""
        if field.label is None:
            reading.report(yaml.MISSING_KEY, node, key="label", what=f"{what} of type password")
        elif isinstance(field.label, Yaql):
            reading.wrong_type(field.label, f"label of {what}, a password,", "a string")

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        result = {**super().schema(field, values), "format": "password"}
        if not field.effective_validators:
            least, most = (values.get("minLength", _LEAST), values.get("maxLength", _MOST))
            required = self.is_required(field)
            result.update(length_keywords(least, most, is_required=required))
        return result

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        text = self.cleaned_text(field, text)
        return first_refusal(super().judged(field, text), _judged(field, text))

    def check_value(self, field: FieldAttributes, value: Any, values: AttributeValues) -> None:
        if field.effective_validators or not isinstance(value, str):
            super().check_value(field, value, values)
            return
        check_length(value, values.get("minLength", _LEAST), values.get("maxLength", _MOST))
        missing = _missing(value)
        if missing is not None:
            raise RefusedAnswerError(f"it accepts passwords with {missing}")


def _judged(field: FieldAttributes, text: str) -> Verdict:
    """Apply the rules for passwords without rules of their own."""
    if field.effective_validators:
        return Verdict(None)
    if not text.isascii():
        return Verdict(None, decided=False)
    if field.min_length is None and len(text) < _LEAST:
        return Verdict(f"a password has at least {_LEAST} characters")
    if field.max_length is None and len(text) > _MOST:
        return Verdict(f"a password has at most {_MOST} characters")
    missing = _missing(text)
    return Verdict(None if missing is None else f"a password needs {missing}")


def _missing(text: str) -> str | None:
    return next((what for what, pattern in _NEEDS.items() if not re.search(pattern, text)), None)


PASSWORD = PasswordType()


_NAME = r"[A-z_][A-Za-z0-9_$#@]*\n?"


class DatabaseListType(FieldType):
    """A list of names, typed as one text."""

    name = "databaselist"
    suggested_for = ("list",)
    words = "Names of databases, typed with commas; the value is a list."
    attributes = TEXT
    required_when_hidden = True

    def empty_value(self, field: FieldAttributes) -> list[str]:
        return []

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        wrong = next((name for name in self.converted(text) if not _is_name(name)), None)
        if wrong is not None:
            return Verdict(f'"{wrong}" is not a valid database name')
        return Verdict(None, not _is_limited(field))

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        least = 0 if self.may_be_empty(field) else 1
        yield make.list_of(
            make.text(typed=True, digits=has_validators(field)),
            None if _is_limited(field) else least,
        )

    def sent(self, answer: Any) -> Any:
        if not isinstance(answer, list):
            return super().sent(answer)
        if not all(isinstance(name, str) for name in answer):
            raise RefusedAnswerError("it accepts strings")
        return ",".join(answer)

    def converted(self, text: str) -> list[str]:
        return [name.strip() for name in text.split(",")]

    def check_value(
        self, field: FieldAttributes, value: list[str], values: AttributeValues
    ) -> None:
        if not all(map(_is_name, value)):
            raise RefusedAnswerError(
                "it accepts names of letters, digits and _ $ # @, separated by commas"
            )
        check_length(value, values.get("minLength"), values.get("maxLength"))


def _is_name(text: str) -> bool:
    return re.fullmatch(_NAME, text) is not None


def _is_limited(field: FieldAttributes) -> bool:
    return has_lengths(field) or has_validators(field)


DATABASE_LIST = DatabaseListType()
