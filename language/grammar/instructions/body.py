"""Reads the key `Body` of a method: its instructions, with checks of their structure and placement.

Break, Continue, Return and Rethrow may be in the wrong block, and instructions unreachable; of a property
that two branches of one Parallel write, it is left to chance which value stays.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.descriptions import described_false
from muranopl.ard.nodes import Node, Scalar, is_false, is_null
from muranopl.ard.yaql.tree import Binary, Keyword, Variable, bare
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.instructions.block import Block, Body, Instruction, Jump
from muranopl.language.grammar.instructions.constructs import HOLDING, inner
from muranopl.language.grammar.instructions.exceptions import Rethrow, Throw, Try
from muranopl.language.grammar.instructions.parse import parse_body
from muranopl.language.grammar.instructions.statements import (
    Assign,
    Break,
    Continue,
    Do,
    Evaluate,
    If,
    Loop,
    Match,
    Parallel,
    Return,
    Switch,
)
from muranopl.language.grammar.readers import listed
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import INSTRUCTIONS, shaped

# Instructions that must stand inside another one. Return, too, may not stand inside a Parallel.
_BOUND = frozenset({Break, Continue, Rethrow})
_PLACED = _BOUND | {Return}
_SIMPLE = frozenset({Assign, Evaluate})
_JUMPS = frozenset({Return, Break, Continue, Throw, Rethrow})


class _Around(msgspec.Struct, frozen=True):
    """The surroundings of a block: inside a loop, a Parallel, a handler.

    It is `apart` if a Parallel separates it from its loop.
    """

    loop: bool = False
    parallel: bool = False
    apart: bool = False
    handler: bool = False


def check_placement(body: Body, findings: Findings) -> None:
    """Report instructions that have nothing to act on, and those that leave a Parallel.

    The former are marked as misplaced: whether the instructions after them run depends on what was
    meant.
    """
    if _BOUND.isdisjoint(body.holds) and not {Return, Parallel}.issubset(body.holds):
        return
    _check_block(body, _Around(), findings, set())


def _check_block(
    block: Block, around: _Around, findings: Findings, checked: set[tuple[int, _Around]]
) -> None:
    # A block that an alias shares is checked once for each kind of surroundings.
    if (id(block), around) in checked:
        return
    checked.add((id(block), around))
    instructions = list(block.instructions)
    for position, instruction in enumerate(instructions):
        if instruction.__class__ in _PLACED:
            if not _check(instruction, around, findings):
                instructions[position] = replaced(instruction, misplaced=True)
        elif instruction.__class__ in HOLDING:
            for inside, surroundings in _within(instruction, around):
                _check_block(inside, surroundings, findings, checked)
    block.instructions = tuple(instructions)


def _within(instruction: Instruction, around: _Around) -> Iterator[tuple[Block, _Around]]:
    handlers: set[int] = set()
    if isinstance(instruction, Loop):
        # Break leaves the innermost loop, so a Parallel around it does not matter
        around = msgspec.structs.replace(around, loop=True, apart=False)
    elif isinstance(instruction, Parallel):
        around = msgspec.structs.replace(around, parallel=True, apart=True)
    elif isinstance(instruction, Try):
        handlers = {id(clause.body) for clause in instruction.clauses}
    for block in inner(instruction):
        yield (
            block,
            msgspec.structs.replace(around, handler=True) if id(block) in handlers else around,
        )


def _check(instruction: Instruction, around: _Around, findings: Findings) -> bool:
    """Report an instruction that is in the wrong place.

    Return whether it has something to act on.
    """
    name = type(instruction).__name__
    if isinstance(instruction, (Break, Continue)):
        if not around.loop:
            findings.report(rules.OUTSIDE_LOOP, instruction, name=name)
            return False
        if around.apart:
            findings.report(rules.LEAVES_PARALLEL, instruction, name=name)
    elif isinstance(instruction, Return) and around.parallel:
        findings.report(rules.LEAVES_PARALLEL, instruction, name=name)
    elif isinstance(instruction, Rethrow) and not around.handler:
        findings.report(rules.OUTSIDE_CATCH, instruction)
        return False
    return True


def check_flow(body: Body, findings: Findings) -> None:
    """Report, in each block, the first instruction that can never run."""
    if _JUMPS.isdisjoint(body.holds):
        return
    ends: set[int] = set()
    parallel: set[int] = set()
    if Parallel in body.holds:
        parallel = {
            id(instruction.body)
            for block in body.blocks
            for instruction in block.instructions
            if isinstance(instruction, Parallel)
        }
    for block in body.inner_first:
        for position, instruction in enumerate(block.instructions):
            if instruction.__class__ in _SIMPLE or not _ends(instruction, ends):
                continue
            ends.add(id(block))
            # The instructions of a Parallel do not wait for one another.
            for unreached in block.instructions[position + 1 : position + 2]:
                if id(block) not in parallel:
                    related = (Related("nothing runs after this", instruction.place),)
                    name = type(instruction).__name__
                    findings.report(rules.UNREACHABLE, unreached, name=name, related=related)
            break


def _ends(instruction: Instruction, ends: set[int]) -> bool:
    """Return whether the instructions that follow never run.

    `ends` are the ids of inner blocks for which that holds.
    """
    if type(instruction) in _JUMPS:
        return not (isinstance(instruction, Jump) and instruction.misplaced)
    if isinstance(instruction, If):
        blocks = [instruction.then, instruction.otherwise]
    elif isinstance(instruction, Do):
        blocks = [instruction.body]
    elif isinstance(instruction, (Match, Switch)):
        blocks = [*(case.body for case in instruction.cases), instruction.default]
    elif isinstance(instruction, Try):
        if id(instruction.final) in ends:
            return True
        through = id(instruction.body) in ends or id(instruction.otherwise) in ends
        blocks = [clause.body for clause in instruction.clauses]
        return through and ends.issuperset(map(id, blocks))
    else:
        return False
    # A block that is absent is None, which ends nothing.
    return ends.issuperset(map(id, blocks))


@shaped(INSTRUCTIONS)
def body(node: Node, reading: Reading, what: str) -> Body:
    """Return the body of a method; without its instructions where `reading` leaves bodies out."""
    if is_false(node) and not is_null(node) and listed(node):
        reading.report(rules.NO_BODY, node, what=what, found=described_false(node))
        return Body(node)
    if not reading.bodies:
        return Body(node, unread=True)
    parsed = parse_body(node, reading)
    check_placement(parsed, reading.findings)
    check_flow(parsed, reading.findings)
    _check_races(parsed, reading.findings)
    return parsed


_THIS = frozenset({"$", "$this"})


def _check_races(body: Body, findings: Findings) -> None:
    """Report the properties that several branches of a Parallel certainly write."""
    if Parallel not in body.holds:
        return
    for block in body.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Parallel) and instruction.body is not None:
                _check_branches(instruction.body.instructions, findings)


def _check_branches(branches: tuple[Instruction, ...], findings: Findings) -> None:
    written: dict[str, Assign] = {}
    for branch in branches:
        own = {name: assign for assign in _assignments(branch) for name in _property(assign)}
        for name, assign in own.items():
            other = written.setdefault(name, assign)
            if other is not assign and not _is_same(other, assign):
                related = (Related("another branch writes it here", other.target.place),)
                findings.report(rules.WRITTEN_TWICE, assign.target, name=name, related=related)


def _assignments(branch: Instruction) -> Iterator[Assign]:
    """Yield the assignments that a branch makes in any case."""
    if isinstance(branch, Assign):
        yield branch
    elif isinstance(branch, Do) and branch.body is not None:
        for instruction in branch.body.instructions:
            yield from _assignments(instruction)


def _property(assign: Assign) -> Iterator[str]:
    """Yield the name of the property of `$` that is written, if it is one."""
    tree = bare(assign.target.tree)
    if isinstance(tree, Binary) and tree.operator == ".":
        receiver, name = bare(tree.left), bare(tree.right)
        if isinstance(receiver, Variable) and receiver.name in _THIS and isinstance(name, Keyword):
            yield name.name


def _is_same(first: Assign, second: Assign) -> bool:
    """Return whether two assignments write the same constant."""
    one, other = first.value, second.value
    return isinstance(one, Scalar) and isinstance(other, Scalar) and one.value == other.value
