"""Loops, and the instructions that leave or continue them."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.language.grammar.entity import entity, read
from muranopl.language.grammar.instructions.block import Block, Instruction, Jump, block
from muranopl.language.grammar.instructions.values import (
    collection,
    count,
    loop_condition,
    nothing,
    variable,
)


@entity
class Loop(Instruction):
    """Base class of loops: a block that runs repeatedly."""

    body: Block | None = read("Do", block, required=True)


@entity
class While(Loop):
    """`While: condition, Do: block`."""

    condition: Node | None = read("While", loop_condition, required=True)


@entity
class For(Loop):
    """`For: name, In: collection, Do: block`; the name is without `$`."""

    variable: str | None = read("For", variable, required=True)
    collection: Node | None = read("In", collection, required=True)


@entity
class Repeat(Loop):
    """`Repeat: count, Do: block`."""

    count: Node | None = read("Repeat", count, required=True)


@entity
class Break(Jump):
    """`Break:`."""

    nothing: None = read("Break", nothing, required=True)


@entity
class Continue(Jump):
    """`Continue:`."""

    nothing: None = read("Continue", nothing, required=True)
