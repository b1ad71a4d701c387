"""Texts of the log: messages with the arguments of a call in them, as `str.format` puts them together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from muranopl.diagnostics.bounds import EVALUATION_MEMORY
from muranopl.simulation.exceptions import SimulatedError, TooMuchError

_WIDE = re.compile(r"\d{4}")


class _MessageFormatter(Formatter):
    """`str.format` without access to attributes, and without wide fields."""

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str | int]:
        """Return the value of a field."""
        if "." in field_name:
            raise SimulatedError("AttributeError", f"no attribute can be read in a message: {{{field_name}}}")
        found: tuple[Any, str | int] = super().get_field(field_name, args, kwargs)
        return found

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the text of a value."""
        if _WIDE.search(format_spec):
            raise TooMuchError("a field of a message is wider than 999 characters")
        plain = value if isinstance(value, (str, int, float)) and not isinstance(value, bool) else str(value)
        return format(plain, format_spec)


def formatted(message: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str | None:
    """Return a message with its arguments; None where one of them is missing. Raise SimulatedError, TooMuchError."""
    try:
        text = _MessageFormatter().vformat(message, args, kwargs)
    except (IndexError, KeyError):
        return None
    except (ValueError, TypeError, AttributeError) as error:
        raise SimulatedError(type(error).__name__, str(error)) from error
    if len(text) > EVALUATION_MEMORY.most:
        raise TooMuchError(f"a message has more than {EVALUATION_MEMORY.most:,} characters")
    return text
