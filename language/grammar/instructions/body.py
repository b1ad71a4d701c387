"""Reads the key `Body` of a method: its instructions, with checks of their structure.

Misplaced instructions are those of `placement.py`. Properties that two branches of one Parallel
write are here: it is left to chance which value stays.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.descriptions import described_false
from muranopl.ard.nodes import Node, Scalar, is_false, is_null
from muranopl.ard.yaql.tree import Binary, Keyword, Variable, bare
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.instructions.block import Body, Instruction
from muranopl.language.grammar.instructions.parse import parse_body
from muranopl.language.grammar.instructions.placement import check_flow, check_placement
from muranopl.language.grammar.instructions.statements import Assign, Do, Parallel
from muranopl.language.grammar.readers import listed
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import INSTRUCTIONS, shaped


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
