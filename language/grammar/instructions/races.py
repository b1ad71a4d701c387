"""Properties that two branches of one Parallel write, so that it is left to chance which value stays."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Scalar
from muranopl.ard.yaql.tree import Binary, Keyword, Variable, bare
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.instructions.block import Body, Instruction
from muranopl.language.grammar.instructions.statements import Assign, Do, Parallel

_THIS = frozenset({"$", "$this"})


def check_races(body: Body, findings: Findings) -> None:
    """Report the properties that several branches of a Parallel certainly write."""
    if Parallel not in body.holds:
        return
    for block in body.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Parallel) and instruction.body is not None:
                _check(instruction.body.instructions, findings)


def _check(branches: tuple[Instruction, ...], findings: Findings) -> None:
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
