"""Declares all instructions but those about exceptions, and reads the branches.

Expressions, assignments, Return, Do, Parallel; While, For and Repeat with Break and Continue; If, Match, Switch.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, Yaql, text_of
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.language.grammar.entity import entity, read
from muranopl.language.grammar.instructions.block import Block, Instruction, Jump, block
from muranopl.language.grammar.instructions.values import (
    collection,
    condition,
    count,
    limit,
    loop_condition,
    nothing,
    value,
    variable,
)
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import INSTRUCTIONS, Table, shaped


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


class Case(msgspec.Struct, eq=False, gc=False):
    """A case of Match or Switch: a constant or a condition, and the block to run for it.

    The engine parses the block only when the case is taken; here it is parsed like any other.
    """

    key: Node
    body: Block


@entity
class If(Instruction):
    """`If: condition, Then: block, Else: block`."""

    condition: Node | None = read(
        "If",
        condition,
        "Runs `Then` if this condition is true, and `Else` otherwise.",
        required=True,
    )
    then: Block | None = read(
        "Then", block, "The instructions that run if the condition is true.", required=True
    )
    otherwise: Block | None = read(
        "Else", block, "The instructions that run if the condition is false."
    )


def _pairs(node: Node, reading: Reading, what: str) -> tuple[tuple[Node, Node], ...]:
    if isinstance(node, Mapping):
        if not node.pairs:
            reading.report(rules.NO_CASES, node, what=what)
        return node.pairs
    if not isinstance(node, Broken):
        reading.report(rules.CASES_NOT_A_MAPPING, node, what=what, found=described(node))
    return ()


@shaped(Table(INSTRUCTIONS))
def constants(node: Node, reading: Reading, what: str) -> tuple[Case, ...]:
    """Return the cases of Match: constants, compared by `=`; an expression never matches."""
    cases: list[Case] = []
    for key, part in _pairs(node, reading, what):
        if isinstance(key, Yaql):
            problem = f"Match does not evaluate the case `{key.text}`, and no value equals it"
            suggestion = "write a constant, or use Switch, whose cases are conditions"
            reading.report(rules.BAD_CASE, key, problem=problem, suggestion=suggestion)
        elif text_of(key) in MATCH_KEYS:
            _report_indented_part(key, "a case for that string", what, reading)
        # The value is not a block: what is wrong with it as one is not reported.
        if text_of(key) != "Value":
            cases.append(Case(key, block(part, reading, f"a case of {what}")))
    return tuple(cases)


@shaped(Table(INSTRUCTIONS))
def conditions(node: Node, reading: Reading, what: str) -> tuple[Case, ...]:
    """Return the cases of Switch: conditions. The block of each true one runs."""
    cases: list[Case] = []
    for key, part in _pairs(node, reading, what):
        if text_of(key) == "Default":
            _report_indented_part(key, "a string, and so always true", what, reading)
        else:
            condition(key, reading, "a case")
        cases.append(Case(key, block(part, reading, f"a case of {what}")))
    return tuple(cases)


def _report_indented_part(key: Node, meaning: str, what: str, reading: Reading) -> None:
    """Report a key of the instruction that is indented into its cases, where it means `meaning`."""
    reading.report(
        rules.BAD_CASE,
        key,
        problem=f"{text_of(key)} is indented into the cases of {what}, where it is {meaning}",
        suggestion=f"indent `{text_of(key)}:` like `{what}:`",
    )


MATCH_KEYS = ("Default", "Value")


@entity
class Match(Instruction):
    """`Match: {constant: block}, Value: value, Default: block`.

    It runs the first case that equals the value.
    """

    cases: tuple[Case, ...] = read(
        "Match",
        constants,
        "Runs the block of the case that equals `Value`. Cases are constants: `constant: block`.",
        required=True,
    )
    value: Node | None = read(
        "Value", value, "The value that is compared with the cases of `Match`.", required=True
    )
    default: Block | None = read(
        "Default", block, "The instructions that run if no case equals the value."
    )


@entity
class Switch(Instruction):
    """`Switch: {condition: block}, Default: block`.

    It runs all cases that are true, in source order.
    """

    cases: tuple[Case, ...] = read(
        "Switch",
        conditions,
        "Runs the blocks of all cases that are true. Cases are conditions: `condition: block`.",
        required=True,
    )
    default: Block | None = read("Default", block, "The instructions that run if no case is true.")
