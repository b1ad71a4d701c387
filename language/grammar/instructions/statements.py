"""Declares the instructions that run others or a value in any case, and loops.

Expressions, assignments, Return, Do, Parallel; While, For and Repeat with Break and Continue.
"""

from __future__ import annotations

from muranopl.ard.nodes import Node, Yaql
from muranopl.language.grammar.entity import entity, read
from muranopl.language.grammar.instructions.block import Block, Instruction, Jump, block
from muranopl.language.grammar.instructions.values import (
    collection,
    count,
    limit,
    loop_condition,
    nothing,
    value,
    variable,
)


@entity
class Evaluate(Instruction):
    """An expression, evaluated for its side effect."""

    expression: Yaql


@entity
class Assign(Instruction):
    """`$target: value`, a mapping whose one key is an expression."""

    target: Yaql
    value: Node


@entity
class Return(Instruction):
    """`Return: value`; without a value null is returned."""

    value: Node | None = read(
        "Return", value, "Ends the method, with this value as its result.", required=True
    )


@entity
class Do(Instruction):
    """`Do: block`, a group of instructions."""

    body: Block | None = read("Do", block, "Runs the instructions, in order.", required=True)


@entity
class Parallel(Instruction):
    """`Parallel: block`, whose instructions run at the same time, at most `Limit` of them."""

    body: Block | None = read(
        "Parallel",
        block,
        "Runs the instructions at the same time, and waits for all of them.",
        required=True,
    )
    limit: Node | None = read(
        "Limit",
        limit,
        "How many of the instructions run at a time. Without it all of them do.",
    )


@entity
class Loop(Instruction):
    """Base class of loops: a block that runs repeatedly."""

    body: Block | None = read("Do", block, "The instructions that are repeated.", required=True)


@entity
class While(Loop):
    """`While: condition, Do: block`."""

    condition: Node | None = read(
        "While",
        loop_condition,
        "Repeats a block while this condition is true; it is evaluated before each round.",
        required=True,
    )


@entity
class For(Loop):
    """`For: name, In: collection, Do: block`; the name is without `$`."""

    variable: str | None = read(
        "For",
        variable,
        "Runs a block for each item of `In`. The value is the name of the variable for "
        "the item, without its `$`.",
        required=True,
    )
    collection: Node | None = read(
        "In",
        collection,
        "The collection that the loop iterates over, or a list with expressions.",
        required=True,
    )


@entity
class Repeat(Loop):
    """`Repeat: count, Do: block`."""

    count: Node | None = read("Repeat", count, "Runs a block this number of times.", required=True)


@entity
class Break(Jump):
    """`Break:`."""

    nothing: None = read("Break", nothing, "Ends the innermost loop around it.", required=True)


@entity
class Continue(Jump):
    """`Continue:`."""

    nothing: None = read(
        "Continue",
        nothing,
        "Continues with the next round of the innermost loop around it.",
        required=True,
    )
