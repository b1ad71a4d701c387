"""Instructions as plain data, for dumps."""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import plain
from muranopl.diagnostics.recursion import Recursive, result_of, results_of
from muranopl.language.grammar.instructions.block import Block


def outline(block: Block) -> list[dict[str, Any]]:
    """Return the instructions of a block, each a mapping of what it has; a block inside it is a list again."""
    return result_of(_block(block))


def _block(block: Block) -> Recursive[list[dict[str, Any]]]:
    fields = yield results_of(map(_fields, block.instructions))
    return [
        {"instruction": type(each).__name__, "line": each.place.line, **parts}
        for each, parts in zip(block.instructions, fields, strict=True)
    ]


def _fields(record: Any) -> Recursive[dict[str, Any]]:
    made: dict[str, Any] = {}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if name != "node" and value is not None:
            made[name] = yield _part(value)
    return made


def _part(value: Any) -> Any:
    if isinstance(value, Block):
        return _block(value)
    if isinstance(value, Node):
        return plain(value)
    if isinstance(value, tuple):
        return results_of(map(_part, value))
    return value if isinstance(value, (str, bool)) else _fields(value)
