"""Descriptions of values and texts in messages."""

from __future__ import annotations

from muranopl.ard.nodes import Node, Scalar, Yaql, is_null

_SHOWN_LENGTH = 60
_NOUNS = {
    "nothing": "null",
    "text": "text",
    "binary data": "binary data",
    "expression": "an expression",
}


def noun(node: Node) -> str:
    """Return the kind of a value with its article: `a list`, `an expression`, `text`."""
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


def described_key(node: Node) -> str:
    """Return a key of a mapping as messages name it: as `described`, but null by its name."""
    return "null" if is_null(node) else described(node)
