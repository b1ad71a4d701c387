"""Which variables and properties the instructions of a body set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Row
from typing import NamedTuple

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, expressions
from muranopl.expression.tree import Variable, bare
from muranopl.expression.tree import walk as parts_of
from muranopl.workflow.blocks import Block, Instruction, Invalid, first_node, inner_first
from muranopl.workflow.exceptions import Try
from muranopl.workflow.loops import For
from muranopl.workflow.plain import Assign

OBJECT = frozenset({"$", "$1", "$this"})


def blocks_of(body: Block) -> list[Block]:
    """A body and all blocks inside it, each after one around it."""
    found = [body]
    seen = {id(body)}
    for block in found:  # grows while it is gone through
        for each in block.inside:
            if id(each) not in seen:
                seen.add(id(each))
                found.append(each)
    return found


class Assigned(NamedTuple):
    """The variables that a body sets: with the first place of each, and by the id of each block, in it or inside it."""

    first: dict[str, Node]
    by_block: dict[int, frozenset[str]]


def assigned_in(blocks: Row[Block]) -> Assigned:
    """Look once through the blocks of a body, as `blocks_of` gives them."""
    first: dict[str, Node] = {}
    own: dict[int, set[str]] = {}
    for block in blocks:
        names = own[id(block)] = set()
        for instruction in block.instructions:
            for name, node in _variables(instruction):
                names.add(name)
                first[name] = earlier(node, first.get(name))
    by_block: dict[int, frozenset[str]] = {}
    for block in inner_first(blocks[0]):
        by_block[id(block)] = frozenset(own[id(block)].union(*(by_block[id(each)] for each in block.inside)))
    return Assigned(first, by_block)


def earlier(node: Node, other: Node | None) -> Node:
    """The one of two nodes of a file that begins first."""
    return node if other is None or (node.line, node.column) < (other.line, other.column) else other


def _variables(instruction: Instruction) -> Iterable[tuple[str, Node]]:
    """The variables that an instruction sets itself, without its blocks, each with where it is named."""
    if isinstance(instruction, Assign):
        tree = bare(instruction.target.tree)
        settable = isinstance(tree, Variable) and tree.name not in OBJECT
        return ((tree.name[1:], instruction.target),) if settable else ()  # type: ignore[attr-defined]
    if isinstance(instruction, For):
        return () if instruction.variable is None else ((instruction.variable, first_node(instruction.node)),)
    if isinstance(instruction, Try):
        return _caught(instruction)
    return mentioned(instruction) if isinstance(instruction, Invalid) else ()


def _caught(instruction: Try) -> Iterator[tuple[str, Node]]:
    catch = instruction.node.get("Catch") if isinstance(instruction.node, Mapping) else None
    for clause in catch.items if isinstance(catch, Sequence) else (catch,):
        name = clause.get("As") if isinstance(clause, Mapping) else None
        if isinstance(name, Scalar) and isinstance(name.value, str):
            yield name.value.removeprefix("$"), name


def mentioned(instruction: Invalid) -> Iterator[tuple[str, Node]]:
    """The variables that stand anywhere in what is no instruction: any of them may have been meant to be set."""
    for node in expressions(instruction.node):
        for part in parts_of(node.tree):
            if isinstance(part, Variable):
                yield part.name[1:], node
