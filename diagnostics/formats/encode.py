"""JSON text that every parser, terminal and encoding takes: ASCII only, no lone surrogates."""

from __future__ import annotations

import json
import re

_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_PLAIN = re.compile("[^\n\x20-\x7e]+")


def to_json(data: object, indent: int = 2) -> str:
    r"""Return plain data as JSON with a line end; the order of keys is kept. With indent 0 it is all in one line.

    A lone surrogate stands for no character and strict parsers refuse it: it becomes the six letters `\ud800`.
    """
    text = json.dumps(data, indent=indent or None, ensure_ascii=False)
    text = _SURROGATE.sub(lambda match: f"\\\\u{ord(match[0]):04x}", text)
    return _NOT_PLAIN.sub(lambda match: json.dumps(match[0])[1:-1], text) + "\n"
