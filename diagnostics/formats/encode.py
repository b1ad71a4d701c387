"""Writes JSON and XML that every parser and terminal accepts: ASCII only, no lone surrogates."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterable
from typing import Any

_LARGEST = int(sys.float_info.max)

SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(data: object, indent: int = 2) -> str:
    r"""Return plain data as JSON with a line end; the order of keys is kept.

    With indent 0 it is one line. A lone surrogate stands for no character and strict parsers refuse
    it: it becomes the six letters `\ud800`. Numbers that JSON cannot write become texts: "nan",
    "inf", and integers of more digits than Python reads.
    """
    # What JSON has no notation for is gone, so that nothing else can fail.
    text = json.dumps(_strict(data), indent=indent or None, allow_nan=False)
    return text.replace("\x7f", "\\u007f") + "\n"  # terminals obey it


def json_number(value: float) -> float | str:
    """Return a number as JSON data have it: as text if parsers of JSON cannot read it.

    These are "nan", "inf", "-inf", and integers beyond the largest number of double precision.
    """
    if isinstance(value, int):
        if -_LARGEST <= value <= _LARGEST:
            return value
        return integer_text(value)
    return value if math.isfinite(value) else str(value)


def integer_text(value: int) -> str:
    """Return the digits of an integer: in base 16 if it has more than Python writes in base 10."""
    try:
        return str(value)
    except ValueError:
        return hex(value)


def _strict(value: Any) -> Any:
    """Return plain data without what JSON, or one of its strict parsers, does not take."""
    if isinstance(value, str):
        return SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", value)
    if isinstance(value, dict):
        return {_strict(key): _strict(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_strict(item) for item in value]
    if value.__class__ is int:
        digits = integer_text(value)
        return digits if "x" in digits else value
    if value.__class__ is float:
        return json_number(value)
    return value


def document(lines: Iterable[str]) -> str:
    """Return lines as an XML document of ASCII characters."""
    text = "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *lines, ""])
    return text.encode("ascii", "xmlcharrefreplace").decode()
