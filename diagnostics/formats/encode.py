"""JSON text that every parser, terminal and encoding takes: ASCII only, no lone surrogates."""

from __future__ import annotations

import functools
import json
import math
import re
import sys
from collections.abc import Iterator
from json.encoder import encode_basestring
from typing import Any

from muranopl.diagnostics.recursion import flattened

MAX_INDENTED = 100
"""How many levels are indented, in YAML too, so that text of a deep value does not consist of blanks."""

_LARGEST = int(sys.float_info.max)

_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_PLAIN = re.compile("[^\n\x20-\x7e]+")


def to_json(data: object, indent: int = 2) -> str:
    r"""Return plain data as JSON with a line end; the order of keys is kept. With indent 0 it is all in one line.

    A lone surrogate stands for no character and strict parsers refuse it: it becomes the six letters `\ud800`. Numbers
    that JSON has none for become texts: "nan", "inf", and integers of more digits than Python reads.
    """
    text = "".join(flattened(_scalar(data), functools.partial(_parts, indent=indent)))
    text = _SURROGATE.sub(lambda match: f"\\\\u{ord(match[0]):04x}", text)
    return _NOT_PLAIN.sub(lambda match: json.dumps(match[0])[1:-1], text) + "\n"


def json_number(value: float) -> float | str:
    """Return a number as JSON data have it: one that its parsers have none for becomes text.

    That is "nan", "inf", "-inf", and integers beyond the largest number of double precision.
    """
    if isinstance(value, int):
        return value if -_LARGEST <= value <= _LARGEST else integer_text(value)
    return value if math.isfinite(value) else str(value)


def integer_text(value: int) -> str:
    """Return the digits of an integer: in base 16 where it has more than Python writes out."""
    try:
        return str(value)
    except ValueError:
        return hex(value)


def _parts(part: Any, depth: int, *, indent: int) -> Iterator[Any] | None:
    """The text of a list or mapping, with the lists and mappings inside it as they are; None for text itself."""
    if part.__class__ is str:
        return None
    return _collection(part, _line(depth + 1, indent), _line(depth, indent), "," if indent else ", ")


def _line(depth: int, indent: int) -> str:
    return f"\n{' ' * (indent * min(depth, MAX_INDENTED))}" if indent else ""


def _collection(value: Any, begin: str, end: str, comma: str) -> Iterator[Any]:
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    if not value:
        yield f"{opening}{closing}"
        return
    is_mapping = isinstance(value, dict)
    pieces: list[str] = []
    before = f"{opening}{begin}"
    for entry in value.items() if is_mapping else value:
        item = entry
        pieces.append(before)
        before = f"{comma}{begin}"
        if is_mapping:
            key, item = entry
            pieces.append(f"{_key(key)}: ")
        text = _scalar(item)
        if text.__class__ is str:
            pieces.append(text)
        else:
            yield "".join(pieces)
            yield item
            pieces = []
    yield f"{''.join(pieces)}{end}{closing}"


def _scalar(value: Any) -> Any:
    """The text of a scalar; a list or mapping as it is."""
    if isinstance(value, str):
        return encode_basestring(value)
    if value.__class__ is int:
        digits = integer_text(value)
        return f'"{digits}"' if "x" in digits else digits
    if value.__class__ is float and not math.isfinite(value):
        return f'"{json_number(value)}"'
    return value if isinstance(value, (dict, list, tuple)) else json.dumps(value)


def _key(key: Any) -> str:
    return encode_basestring(key) if isinstance(key, str) else f'"{json.dumps(key)}"'
