"""Instructions that are never reached."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.instructions.block import Block, Body, Instruction
from muranopl.language.grammar.instructions.branches import If, Match, Switch
from muranopl.language.grammar.instructions.exceptions import Rethrow, Throw, Try
from muranopl.language.grammar.instructions.loops import Break, Continue
from muranopl.language.grammar.instructions.statements import Assign, Do, Evaluate, Parallel, Return

_SIMPLE = (Assign, Evaluate)
_JUMPS = (Return, Break, Continue, Throw, Rethrow)


def check_flow(body: Body, findings: Findings) -> None:
    """Report in each block the first instruction that stands behind one which never lets go on."""
    if body.holds.isdisjoint(_JUMPS):
        return
    blocks = body.inner_first
    ends: set[int] = set()
    parallel = {id(i.body) for block in blocks for i in block.instructions if isinstance(i, Parallel)}
    for block in blocks:
        for position, instruction in enumerate(block.instructions):
            if not _ends(instruction, ends):
                continue
            ends.add(id(block))
            if position + 1 < len(block.instructions) and id(block) not in parallel:
                unreached = block.instructions[position + 1]
                related = (Related("nothing goes on behind this", instruction.place),)
                findings.report(rules.UNREACHABLE, unreached.place, related=related)
            break


def _ends(instruction: Instruction, ends: set[int]) -> bool:
    """Whether what follows is never run; `ends` has the inner blocks of which that is known."""
    if isinstance(instruction, _SIMPLE):
        return False
    if isinstance(instruction, _JUMPS):
        return True
    if isinstance(instruction, Do):
        return _all((instruction.body,), ends)
    if isinstance(instruction, If):
        return _all((instruction.then, instruction.otherwise), ends)
    if isinstance(instruction, (Match, Switch)):
        return _all((*(case.body for case in instruction.cases), instruction.default), ends)
    if isinstance(instruction, Try):
        handled = _all((clause.body for clause in instruction.clauses), ends)
        through = id(instruction.body) in ends or id(instruction.otherwise) in ends
        return (through and handled) or id(instruction.final) in ends
    return False


def _all(blocks: Iterable[Block | None], ends: set[int]) -> bool:
    return all(block is not None and id(block) in ends for block in blocks)
