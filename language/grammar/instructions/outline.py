"""Instructions as plain data, for dumps."""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import plain
from muranopl.language.grammar.instructions.block import Block


def outline(block: Block) -> list[dict[str, Any]]:
    """Return the instructions of a block, each a mapping of its fields.

    A block inside it is a list again.
    """
    return [
        {
            "instruction": type(instruction).__name__,
            "line": instruction.place.line,
            **_fields(instruction),
        }
        for instruction in block.instructions
    ]


def _fields(record: Any) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if name != "node" and value is not None:
            result[name] = _part(value)
    return result


def _part(value: Any) -> Any:
    if isinstance(value, Block):
        return outline(value)
    if isinstance(value, Node):
        return plain(value)
    if isinstance(value, tuple):
        return [_part(item) for item in value]
    return value if isinstance(value, (str, bool)) else _fields(value)
