"""Instructions as plain data, for dumps."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import plain
from muranopl.language.grammar.instructions.block import Block


def outline(block: Block) -> list[dict[str, Any]]:
    """Return the instructions of a block, each a mapping of what it has; a block inside it is a list again."""
    return [
        {"instruction": type(each).__name__, "line": each.place.line, **_fields(each)} for each in block.instructions
    ]


def _fields(record: Any) -> dict[str, Any]:
    found = {each.name: getattr(record, each.name) for each in msgspec.structs.fields(record) if each.name != "node"}
    return {name: _part(value) for name, value in found.items() if value is not None}


def _part(value: Any) -> Any:
    if isinstance(value, Block):
        return outline(value)
    if isinstance(value, Node):
        return plain(value)
    if isinstance(value, tuple):
        return [_part(each) for each in value]
    return value if isinstance(value, str) else _fields(value)
