"""Describes nodes and plain values in words for messages: `the string "http"`, `a list`.

How a whole contract or a path to a value is written is in `language.contracts.describe` and `model_path`.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, is_null
from muranopl.diagnostics import machine_limits

_SHOWN_LENGTH = 60
_NOUNS = {
    "nothing": "null",
    "binary data": "binary data",
    "expression": "an expression",
}


def noun(node: Node) -> str:
    """Return the kind of a value with its article: `a list`, `an expression`, `a string`."""
    return _NOUNS.get(node.kind, f"a {node.kind}")


def quoted(text: str) -> str:
    """Return a text in quotes, cut short where it is long."""
    if len(text) <= _SHOWN_LENGTH:
        return f'"{text}"'
    return f'"{text[:_SHOWN_LENGTH]}..."'


def described(node: Node) -> str:
    """Return a value as messages name it: its kind, and the value itself where it is short."""
    if isinstance(node, Yaql):
        if len(node.text) <= 40:
            return f"the expression {node.text}"
        return "an expression"
    if (
        isinstance(node, Scalar)
        and not isinstance(node.value, (bytes, type(None)))
        and len(str(node.value)) <= 40
    ):
        value = str(node.value).lower() if isinstance(node.value, bool) else node.value
        return f'the {node.kind} "{value}"'
    return {"nothing": "empty", "binary data": "binary data"}.get(node.kind, f"a {node.kind}")


def described_false(node: Node) -> str:
    """Return a value that is false in Python as messages name it."""
    return "an empty mapping" if isinstance(node, Mapping) else described(node)


def described_key(node: Node) -> str:
    """Return a key of a mapping as messages name it: as `described`, but null by its name."""
    return "null" if is_null(node) else described(node)


def described_value(value: Any) -> str:
    """Return plain data as messages name it: `the string "http"`, `null`, `the list [1, 2]`."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'the string "{cut(value)}"'
    if isinstance(value, bytes):
        return "binary data"
    if isinstance(value, (int, float)):
        return f"the number {cut(_number(value))}"
    if isinstance(value, (list, tuple)):
        return f"the list {cut(_json(value))}"
    if isinstance(value, dict):
        return f"the mapping {cut(_json(value))}"
    return f"the value {cut(str(value))}"


def cut(text: str) -> str:
    """Return a text of any length, shortened for messages."""
    text = text if len(text) <= _SHOWN_LENGTH else f"{text[: _SHOWN_LENGTH - 3]}..."
    return text.replace("\n", "\\n")


def _number(value: float) -> str:
    try:
        return str(value)
    except ValueError:  # more digits than Python writes out
        return "with thousands of digits"


def _json(value: Any) -> str:
    """Return the beginning of a list or mapping as JSON, without encoding all of a large one."""
    import json  # few values are described

    encoder = json.JSONEncoder(ensure_ascii=False, default=str, skipkeys=True)
    text = ""
    try:
        for chunk in encoder.iterencode(value):
            text += chunk
            # Stop early: the value may be huge.
            if len(text) > _SHOWN_LENGTH:
                break
    except (ValueError, RecursionError) as error:
        machine_limits.note(error)
        text += "..."
    return text
