"""How values and texts are named in messages."""

from __future__ import annotations

from muranopl.ard.nodes import Node

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
    return f'"{text}"' if len(text) <= _SHOWN_LENGTH else f'"{text[:_SHOWN_LENGTH]}..."'
