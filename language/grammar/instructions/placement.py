"""Instructions that count only in some company: Break and Continue, Return, Rethrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.instructions.block import Block, Body, Instruction, inner
from muranopl.language.grammar.instructions.exceptions import Rethrow, Try
from muranopl.language.grammar.instructions.loops import Break, Continue, Loop
from muranopl.language.grammar.instructions.statements import Parallel, Return

_BOUND = (Break, Continue, Rethrow)
"""What must stand inside something else; Return may only not stand inside a Parallel."""
_PLACED = (*_BOUND, Return)


class _Around(NamedTuple):
    """What a block stands in: a loop, a Parallel (`apart`: between it and its loop), the handler of an exception."""

    loop: bool = False
    parallel: bool = False
    apart: bool = False
    handler: bool = False


def check_placement(body: Body, findings: Findings) -> None:
    """Report instructions that have nothing to act on, and those that leave a Parallel."""
    if body.holds.isdisjoint(_BOUND) and not (Return in body.holds and Parallel in body.holds):
        return
    pending: list[tuple[Block, _Around]] = [(body, _Around())]
    seen: set[tuple[int, _Around]] = set()
    while pending:
        block, around = pending.pop()
        if (id(block), around) in seen:
            continue
        seen.add((id(block), around))
        for instruction in block.instructions:
            if isinstance(instruction, _PLACED):
                _check(instruction, around, findings)
            elif block.inside:
                pending.extend(_within(instruction, around))


def _within(instruction: Instruction, around: _Around) -> Iterator[tuple[Block, _Around]]:
    if isinstance(instruction, Loop):
        around = around._replace(loop=True, apart=False)
    elif isinstance(instruction, Parallel):
        around = around._replace(parallel=True, apart=True)
    elif isinstance(instruction, Try):
        handlers = {id(clause.body) for clause in instruction.clauses}
        for block in inner(instruction):
            yield block, around._replace(handler=True) if id(block) in handlers else around
        return
    for block in inner(instruction):
        yield block, around


def _check(instruction: Instruction, around: _Around, findings: Findings) -> None:
    name = type(instruction).__name__
    if isinstance(instruction, (Break, Continue)):
        if not around.loop:
            findings.report(rules.OUTSIDE_LOOP, instruction.place, name=name)
        elif around.apart:
            findings.report(rules.LEAVES_PARALLEL, instruction.place, name=name)
    elif isinstance(instruction, Return) and around.parallel:
        findings.report(rules.LEAVES_PARALLEL, instruction.place, name=name)
    elif isinstance(instruction, Rethrow) and not around.handler:
        findings.report(rules.OUTSIDE_CATCH, instruction.place)
