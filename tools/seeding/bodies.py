"""Class files, and the method bodies in them with what the kinds of defects look at."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from muranopl.ard import nodes
from muranopl.ard.nodes import Mapping, Yaql
from muranopl.ard.sources.source import SourceError
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.expression import Dialect
from muranopl.expression.tree import Expression
from muranopl.expression.tree import walk as parts_of
from muranopl.language.grammar.class_ import ClassDeclaration, read_class
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.instructions.branches import Match
from muranopl.language.grammar.instructions.exceptions import Throw, Try
from muranopl.language.grammar.instructions.statements import Assign
from muranopl.language.grammar.method import MethodDeclaration
from seeding.packages import SourcePackage

CONSTRUCTORS = frozenset({".init", "initialize", ".destroy", "destroy"})
Facts = dict[str, Any]
"""A class of the class graph (see `phases/graph.schema.json`)."""


class ClassFile:
    """A class file of a package: its lines, and its classes with the prefixes each may use."""

    def __init__(self, package: SourcePackage, path: str) -> None:
        self.package = package
        self.path = path
        self.file = File(package.path, path)
        self.documents = load(package.source.read(path), self.file, Findings(), dialect=Dialect.MURANO)
        self.lines = (self.file.text or "").split("\n")

    def classes(self) -> Iterator[tuple[ClassDeclaration, dict[str, str]]]:
        """The classes of the file; one without namespaces has those of the one before."""
        prefixes: dict[str, str] = {}
        for document in self.documents:
            if isinstance(document, Mapping):
                declaration = read_class(document, Reading(Findings()))
                if declaration.namespaces is not None:
                    prefixes = {each.prefix: each.namespace for each in declaration.namespaces}
                yield declaration, prefixes


def class_files(package: SourcePackage) -> Iterator[ClassFile]:
    """The class files that the manifest of a package lists, as far as they can be read."""
    for path in package.classes:
        try:
            yield ClassFile(package, path)
        except SourceError:
            continue


class MethodBody:
    """The body of a method. `facts` are those of its class, None where the graph has no complete class there."""

    def __init__(
        self, file: ClassFile, method: MethodDeclaration, prefixes: dict[str, str], facts: Facts | None
    ) -> None:
        self.file = file
        self.method = method
        self.prefixes = prefixes
        self.facts = facts
        assert method.body is not None
        self.node = method.body.node
        self.blocks: tuple[Block, ...] = method.body.blocks

    @functools.cached_property
    def instructions(self) -> list[Instruction]:
        """All instructions at any depth, each once."""
        found = {id(each.node): each for block in self.blocks for each in block.instructions}
        return list(found.values())

    @functools.cached_property
    def targets(self) -> frozenset[int]:
        """The ids of the expressions that are assigned to."""
        return frozenset(id(each.target) for each in self.instructions if isinstance(each, Assign))

    @functools.cached_property
    def expressions(self) -> list[Yaql]:
        """The expressions that are evaluated and are plain scalars on one line, so that offsets are columns."""
        names = {id(node) for each in self.instructions for node in _not_evaluated(each)}
        return [node for node in nodes.expressions(self.node) if id(node) not in names and _is_plain(node)]

    @functools.cached_property
    def parts(self) -> list[tuple[Yaql, Expression]]:
        """All parts of all expressions."""
        return [(node, part) for node in self.expressions for part in parts_of(node.tree)]


def _is_plain(node: Yaql) -> bool:
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


def bodies(file: ClassFile, facts: dict[tuple[str, int], Facts]) -> Iterator[MethodBody]:
    """The bodies of a file; `facts` are classes by path and line of their names."""
    for declaration, prefixes in file.classes():
        own = facts.get((file.path, declaration.place.line))
        complete = None if own is None or own["incomplete"] else own
        for method in declaration.all_methods:
            if method.body is not None:
                yield MethodBody(file, method, prefixes, complete)
