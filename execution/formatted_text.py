"""Texts with embedded values, formatted like `str.format`, within bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from muranopl.diagnostics.bounds import EVALUATION_MEMORY
from muranopl.execution.exceptions import MuranoError
from muranopl.semantics.evaluation.errors import ExhaustedError

_WIDE = re.compile(r"\d{4}")


class _BoundedFormatter(Formatter):
    """`str.format` without access to attributes or wide fields, and with bounded length."""

    def __init__(self) -> None:
        self._length = 0

    def get_field(
        self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[Any, str | int]:
        """Return the value of a field."""
        # Attributes would give access to Python's internals.
        if "." in field_name:
            raise MuranoError(
                "AttributeError", f"a format string cannot read attributes: {{{field_name}}}"
            )
        result: tuple[Any, str | int] = super().get_field(field_name, args, kwargs)
        return result

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the text of a value."""
        # The length can be checked only after formatting, when a wide field has taken its memory
        if _WIDE.search(format_spec):
            raise ExhaustedError("a field of the format string is wider than 999 characters")
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            plain = value
        else:
            plain = str(value)
        text = format(plain, format_spec)
        self._length += len(text)
        if self._length > EVALUATION_MEMORY.most:
            raise ExhaustedError(
                f"the formatted string has more than {EVALUATION_MEMORY.most:,} characters"
            )
        return text


def formatted(text: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return a text with its fields in braces replaced by values.

    Raise IndexError or KeyError for a missing value, ValueError, TypeError or MuranoError for one
    that cannot be formatted, and ExhaustedError.
    """
    return _BoundedFormatter().vformat(text, args, kwargs)
