"""Instructions without a condition: expressions, assignments, Return, Do, Parallel."""

from __future__ import annotations

from muranopl.ard.nodes import Node, Yaql
from muranopl.language.grammar.entity import entity, read
from muranopl.language.grammar.instructions.block import Block, Instruction, block
from muranopl.language.grammar.instructions.values import limit, value


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
        "Return", value, required=True, words="Ends the method, with this value as its result."
    )


@entity
class Do(Instruction):
    """`Do: block`, a group of instructions."""

    body: Block | None = read("Do", block, required=True, words="Runs the instructions, in order.")


@entity
class Parallel(Instruction):
    """`Parallel: block`, whose instructions run at the same time, at most `Limit` of them."""

    body: Block | None = read(
        "Parallel",
        block,
        required=True,
        words="Runs the instructions at the same time, and waits for all of them.",
    )
    limit: Node | None = read(
        "Limit",
        limit,
        words="How many of the instructions run at a time. Without it all of them do.",
    )
