"""Kinds of defects: instructions that must not stand where they do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from muranopl.ard.nodes import Mapping, Node
from muranopl.language.grammar.instructions.statements import Assign
from muranopl.language.grammar.method import MethodUsage
from seeding.bodies import CONSTRUCTORS, MethodBody
from seeding.edits import Edit, Mutation
from seeding.name_index import NameIndex

_DASH = re.compile(r" *- +")


def _after_dash(node: Node, body: MethodBody) -> bool:
    """Whether a value begins after the dash that begins its line."""
    return _DASH.fullmatch(body.file.lines[node.line - 1][: node.column - 1]) is not None


def _inserting(node: Node, body: MethodBody, instruction: str) -> Mutation:
    """The site of an instruction before another one."""
    line = body.file.lines[node.line - 1]
    indent = line[: line.index("-")]
    return lambda _: Edit(node.line, 1, 1, f"{indent}- {instruction}\n", reach=1)


def _top(body: MethodBody) -> Iterator[Node]:
    """The instructions of the body itself that another one can be put before."""
    return (
        instruction.node
        for instruction in body.blocks[0].instructions
        if _after_dash(instruction.node, body)
    )


def forbidden_writes(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """An assignment to a property that only the model gives, in a method that is not a constructor."""
    runtime = body.method.usage not in {MethodUsage.STATIC, MethodUsage.EXTENSION}
    if body.facts is not None and runtime and body.method.name not in CONSTRUCTORS:
        properties = body.facts["properties"].items()
        names = sorted(name for name, value in properties if value["usage"] in {"In", "Const"})
        for node in _top(body) if names else ():
            yield _writing(node, body, names)


def _writing(node: Node, body: MethodBody, names: list[str]) -> Mutation:
    def make(random: Random) -> Edit | None:
        return _inserting(node, body, f"$.{random.choice(names)}: 1")(random)

    return make


def misplaced_breaks(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """A Break outside all loops."""
    for node in _top(body):
        yield _inserting(node, body, "Break:")


def torn(body: MethodBody, _index: NameIndex) -> Iterator[Mutation]:
    """A part of an instruction under a dash of its own."""
    for instruction in body.instructions:
        node = instruction.node
        if (
            isinstance(node, Mapping)
            and not isinstance(instruction, Assign)
            and _after_dash(node, body)
        ):
            for key, _ in node.pairs[1:]:
                before = body.file.lines[key.line - 1][: key.column - 1]
                if len(before) >= 2 and before.isspace():
                    yield _tearing(key)


def _tearing(key: Node) -> Mutation:
    return lambda _: Edit(key.line, key.column - 2, key.column, "- ", reach=1)
