"""Which variables and properties the instructions of a body set."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Scalar, Sequence, expressions
from muranopl.diagnostics.places import Place
from muranopl.expression.tree import Variable, bare
from muranopl.expression.tree import walk as parts_of
from muranopl.workflow.blocks import Block, Instruction, Invalid, inner
from muranopl.workflow.exceptions import Try
from muranopl.workflow.loops import For
from muranopl.workflow.plain import Assign

OBJECT = frozenset({"$", "$1", "$this"})


def blocks_of(body: Block) -> list[Block]:
    """A body and all blocks inside it, each after the one around it."""
    found = [body]
    seen = {id(body)}
    for block in found:  # grows while it is gone through
        for instruction in block.instructions:
            for each in inner(instruction):
                if id(each) not in seen:
                    seen.add(id(each))
                    found.append(each)
    return found


def variables(instruction: Instruction) -> Iterator[tuple[str, Place]]:
    """The variables that an instruction sets itself, without its blocks."""
    if isinstance(instruction, Assign):
        tree = bare(instruction.target.tree)
        if isinstance(tree, Variable) and tree.name not in OBJECT:
            yield tree.name[1:], instruction.target.place
    elif isinstance(instruction, For):
        if instruction.variable is not None:
            yield instruction.variable, instruction.place
    elif isinstance(instruction, Try):
        yield from _caught(instruction)
    elif isinstance(instruction, Invalid):
        yield from mentioned(instruction)


def _caught(instruction: Try) -> Iterator[tuple[str, Place]]:
    catch = instruction.node.get("Catch") if isinstance(instruction.node, Mapping) else None
    for clause in catch.items if isinstance(catch, Sequence) else (catch,):
        name = clause.get("As") if isinstance(clause, Mapping) else None
        if isinstance(name, Scalar) and isinstance(name.value, str):
            yield name.value.removeprefix("$"), name.place


def mentioned(instruction: Invalid) -> Iterator[tuple[str, Place]]:
    """The variables that stand anywhere in what is no instruction: any of them may have been meant to be set."""
    for node in expressions(instruction.node):
        for part in parts_of(node.tree):
            if isinstance(part, Variable):
                yield part.name[1:], node.place


def variables_by_block(blocks: list[Block]) -> dict[int, frozenset[str]]:
    """The variables that are set in each block or inside it, by the block's id."""
    found: dict[int, frozenset[str]] = {}
    for block in reversed(blocks):
        names = {name for each in block.instructions for name, _ in variables(each)}
        for instruction in block.instructions:
            for each in inner(instruction):
                names |= found[id(each)]
        found[id(block)] = frozenset(names)
    return found
