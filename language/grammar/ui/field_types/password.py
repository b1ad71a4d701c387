"""`password`: a hidden text, entered twice, with rules unless the field has its own."""

from __future__ import annotations

import re
from typing import Any

from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.catalogue import shapes
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_restrictions import Verdict, first_refusal
from muranopl.language.grammar.ui.field_types.declaration import (
    TEXT,
    AnswerSchema,
    AttributeValues,
    RefusedAnswerError,
    check_length,
    length_keywords,
)
from muranopl.language.grammar.ui.field_types.typed_text import TypedText

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
            reading.report(shapes.MISSING_KEY, node, key="label", what=f"{what} of type password")
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
