"""Misplaced instructions.

Break, Continue, Return, Rethrow in the wrong block, and unreachable instructions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.instructions.block import Block, Body, Instruction, Jump
from muranopl.language.grammar.instructions.branches import If, Match, Switch
from muranopl.language.grammar.instructions.constructs import HOLDING, inner
from muranopl.language.grammar.instructions.exceptions import Rethrow, Throw, Try
from muranopl.language.grammar.instructions.loops import Break, Continue, Loop
from muranopl.language.grammar.instructions.statements import Assign, Do, Evaluate, Parallel, Return

_BOUND = frozenset({Break, Continue, Rethrow})
"""Instructions that must stand inside another one. Return, too, may not stand inside a Parallel."""
_PLACED = _BOUND | {Return}
_SIMPLE = frozenset({Assign, Evaluate})
_JUMPS = frozenset({Return, Break, Continue, Throw, Rethrow})


class _Around(msgspec.Struct, frozen=True):
    """The surroundings of a block: inside a loop, a Parallel, a handler.

    `apart` if a Parallel separates it from its loop.
    """

    loop: bool = False
    parallel: bool = False
    apart: bool = False
    handler: bool = False


def check_placement(body: Body, findings: Findings) -> None:
    """Report instructions that have nothing to act on, and those that leave a Parallel.

    The former are marked as misplaced: whether the instructions behind them run depends on what was
    meant.
    """
    if body.holds.isdisjoint(_BOUND) and not (Return in body.holds and Parallel in body.holds):
        return
    pending: list[tuple[Block, _Around]] = [(body, _Around())]
    # A block that an alias shares is checked once for each kind of surroundings.
    seen: set[tuple[int, _Around]] = set()
    misplaced: dict[int, tuple[Block, list[int]]] = {}
    while pending:
        block, around = pending.pop()
        if (id(block), around) in seen:
            continue
        seen.add((id(block), around))
        for position, instruction in enumerate(block.instructions):
            if instruction.__class__ in _PLACED:
                if not _check(instruction, around, findings):
                    misplaced.setdefault(id(block), (block, []))[1].append(position)
            elif instruction.__class__ in HOLDING:
                pending.extend(_within(instruction, around))
    for block, positions in misplaced.values():
        result = list(block.instructions)
        for position in positions:
            result[position] = replaced(result[position], misplaced=True)
        block.instructions = tuple(result)


def _within(instruction: Instruction, around: _Around) -> Iterator[tuple[Block, _Around]]:
    if isinstance(instruction, Loop):
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
        return
    for block in inner(instruction):
        yield block, around


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
    if body.holds.isdisjoint(_JUMPS):
        return
    blocks = body.inner_first
    ends: set[int] = set()
    parallel: set[int] = set()
    if Parallel in body.holds:
        parallel = {
            id(i.body) for block in blocks for i in block.instructions if isinstance(i, Parallel)
        }
    for block in blocks:
        for position, instruction in enumerate(block.instructions):
            if instruction.__class__ in _SIMPLE or not _ends(instruction, ends):
                continue
            ends.add(id(block))
            if position + 1 < len(block.instructions) and id(block) not in parallel:
                unreached = block.instructions[position + 1]
                name = type(instruction).__name__
                related = (Related("nothing runs after this", instruction.place),)
                findings.report(rules.UNREACHABLE, unreached, name=name, related=related)
            break


def _ends(instruction: Instruction, ends: set[int]) -> bool:
    """Return whether the instructions that follow never run.

    `ends` are the ids of inner blocks for which that holds.
    """
    if type(instruction) in _JUMPS:
        return not (isinstance(instruction, Jump) and instruction.misplaced)
    if isinstance(instruction, If):
        return _all((instruction.then, instruction.otherwise), ends)
    if isinstance(instruction, Do):
        return _all((instruction.body,), ends)
    if isinstance(instruction, (Match, Switch)):
        return _all((*(case.body for case in instruction.cases), instruction.default), ends)
    if isinstance(instruction, Try):
        handled = _all((clause.body for clause in instruction.clauses), ends)
        through = id(instruction.body) in ends or id(instruction.otherwise) in ends
        return (through and handled) or id(instruction.final) in ends
    return False


def _all(blocks: Iterable[Block | None], ends: set[int]) -> bool:
    return all(block is not None and id(block) in ends for block in blocks)
