"""`databaselist`: names of databases, separated by commas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_restrictions import Verdict, has_lengths, has_validators
from muranopl.language.grammar.ui.field_types.declaration import (
    TEXT,
    A,
    Alternatives,
    AttributeValues,
    FieldType,
    RefusedAnswerError,
    check_length,
)

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
