"""Instructions as plain data, for dumps."""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Node
from muranopl.ard.plain import plain
from muranopl.language.grammar.instructions.block import Block


def outline(block: Block) -> list[dict[str, Any]]:
    """Return the instructions of a block, each a mapping of what it has; a block inside it is a list again."""
    return [
        {"instruction": type(each).__name__, "line": each.place.line, **_fields(each, each.__struct_fields__)}
        for each in block.instructions
    ]


def _fields(of: Any, names: tuple[str, ...]) -> dict[str, Any]:
    found = {name: getattr(of, name) for name in names if name != "node"}
    return {name: _part(value) for name, value in found.items() if value is not None}


def _part(value: Any) -> Any:
    if isinstance(value, Block):
        return outline(value)
    if isinstance(value, Node):
        return plain(value)
    if isinstance(value, tuple):
        return [_part(each) for each in value]
    return value if isinstance(value, str) else _fields(value, value.__struct_fields__)
