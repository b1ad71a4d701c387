"""Method bodies with what the kinds of defects look at."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from muranopl.ard import nodes
from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.instructions.exceptions import Throw, Try
from muranopl.language.grammar.instructions.statements import Assign, Match
from muranopl.language.grammar.method import MethodDeclaration
from seeding.files import SourceClass

CONSTRUCTORS = frozenset({".init", "initialize", ".destroy", "destroy"})


class MethodBody:
    """The body of a method of a class."""

    def __init__(self, source: SourceClass, method: MethodDeclaration) -> None:
        self.source = source
        self.file = source.file
        self.method = method
        self.prefixes = source.prefixes
        self.facts = source.facts
        assert method.body is not None
        self.node = method.body.node
        self.blocks: tuple[Block, ...] = method.body.blocks

    @functools.cached_property
    def instructions(self) -> list[Instruction]:
        """All instructions at any depth, each once."""
        result = {
            id(instruction.node): instruction
            for block in self.blocks
            for instruction in block.instructions
        }
        return list(result.values())

    @functools.cached_property
    def targets(self) -> frozenset[int]:
        """The ids of the expressions that are assigned to."""
        return frozenset(
            id(instruction.target)
            for instruction in self.instructions
            if isinstance(instruction, Assign)
        )

    @functools.cached_property
    def expressions(self) -> list[Yaql]:
        """The evaluated expressions in plain scalars on one line, so that offsets are columns."""
        names = {
            id(node) for instruction in self.instructions for node in _not_evaluated(instruction)
        }
        return [
            node
            for node in nodes.expressions(self.node)
            if id(node) not in names and is_plain(node)
        ]

    @functools.cached_property
    def parts(self) -> list[tuple[Yaql, Expression]]:
        """All parts of all expressions."""
        return [(node, part) for node in self.expressions for part in parts_of(node.tree)]


def is_plain(node: Yaql) -> bool:
    """Whether an expression is a plain scalar on one line, so that offsets are columns."""
    return node.line == node.end_line and node.end_column - node.column == len(node.text)


def _not_evaluated(instruction: Instruction) -> Iterator[object]:
    """What looks like an expression but is a name: exceptions, and the constants of Match."""
    if isinstance(instruction, Throw):
        yield from instruction.names
    elif isinstance(instruction, Try):
        for clause in instruction.clauses:
            yield from clause.names or ()
    elif isinstance(instruction, Match):
        yield from (case.key for case in instruction.cases)


def bodies(source: SourceClass) -> Iterator[MethodBody]:
    """The bodies of the methods of a class."""
    for method in source.declaration.all_methods:
        if method.body is not None:
            yield MethodBody(source, method)
