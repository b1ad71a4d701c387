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

    body: Block | None = read(
        "Do", block, required=True, words="The instructions that are repeated."
    )


@entity
class While(Loop):
    """`While: condition, Do: block`."""

    condition: Node | None = read(
        "While",
        loop_condition,
        required=True,
        words="Repeats a block as long as this condition is true, which is asked before each round.",
    )


@entity
class For(Loop):
    """`For: name, In: collection, Do: block`; the name is without `$`."""

    variable: str | None = read(
        "For",
        variable,
        required=True,
        words="Runs a block for each item of `In`. The value is the name of the variable that has "
        "the item, without its `$`.",
    )
    collection: Node | None = read(
        "In",
        collection,
        required=True,
        words="The collection whose items the loop takes, or a list with expressions.",
    )


@entity
class Repeat(Loop):
    """`Repeat: count, Do: block`."""

    count: Node | None = read(
        "Repeat", count, required=True, words="Runs a block this number of times."
    )


@entity
class Break(Jump):
    """`Break:`."""

    nothing: None = read("Break", nothing, required=True, words="Ends the loop around it.")


@entity
class Continue(Jump):
    """`Continue:`."""

    nothing: None = read(
        "Continue",
        nothing,
        required=True,
        words="Goes on with the next round of the loop around it.",
    )
