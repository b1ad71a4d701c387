"""Declares and reads the instructions If, Match and Switch."""

from __future__ import annotations

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, Yaql, text_of
from muranopl.diagnostics.catalogue import instruction_parts as rules
from muranopl.language.grammar.entity import entity, read
from muranopl.language.grammar.instructions.block import Block, Instruction, block
from muranopl.language.grammar.instructions.values import condition, value
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import INSTRUCTIONS, Table, shaped


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
