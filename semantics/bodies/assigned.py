"""Collects which variables and properties the instructions of a body set, before it is interpreted."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, text_of, walk
from muranopl.ard.yaql.tree import Binary, Expression, Variable, bare
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.language.grammar.instructions.block import Block, Body, Invalid
from muranopl.language.grammar.instructions.exceptions import Try
from muranopl.language.grammar.instructions.statements import Assign, Evaluate, For
from muranopl.language.grammar.names import VARIABLE
from muranopl.language.unparsed import variables_in

OBJECT = frozenset({"$", "$1", "$this"})


class AssignedNames:
    """The variables and properties that a body sets, collected once.

    `first` maps each variable to the first place that sets it. `paths` are the assignments to
    anything else, `unread` the nodes that may have been meant to set something, and `compared` the
    expressions that were meant as assignments, such as `$.x = 1`.
    """

    def __init__(self, body: Body) -> None:
        self.body = body
        self._set: list[tuple[Block, str]] = []
        self.first: dict[str, Node] = {}
        self.paths: list[Assign] = []
        self.unread: list[Node] = []
        self.compared: list[Expression] = []
        for block in body.blocks:
            for instruction in block.instructions:
                if instruction.ignored is not None:
                    self.unread += instruction.ignored
                    self._add(block, mentioned(instruction.ignored))
                setting = _SETTING.get(instruction.__class__)
                names = () if setting is None else setting(self, instruction)
                if names:
                    self._add(block, names)

    def _add(self, block: Block, names: Iterable[tuple[str, Node]]) -> None:
        for name, node in names:
            self._set.append((block, name))
            first = self.first.get(name)
            self.first[name] = node if first is None else earlier(node, first)

    def within(self, block: Block | None) -> frozenset[str]:
        """Return the variables that are set in a block of the body or inside it."""
        return frozenset() if block is None else self._by_block[id(block)]

    @functools.cached_property
    def _by_block(self) -> dict[int, frozenset[str]]:
        """The variables set by each block, by its id.

        Only bodies with a loop, Parallel or Try need it.
        """
        own: dict[int, set[str]] = {}
        for block, name in self._set:
            own.setdefault(id(block), set()).add(name)
        result: dict[int, frozenset[str]] = {}
        # Inner blocks come first, so that their variables are known for the outer ones.
        for block in self.body.inner_first:
            inside = [result[id(item)] for item in block.inside]
            result[id(block)] = frozenset(own.get(id(block), ())).union(*inside)
        return result

    def _assign(self, instruction: Assign) -> Iterable[tuple[str, Node]]:
        tree = bare(instruction.target.tree)
        if tree.__class__ is not Variable:
            self.paths.append(instruction)
            return ()
        name = variable_name(tree)
        return () if name is None else ((name, instruction.target),)

    def _for(self, instruction: For) -> Iterable[tuple[str, Node]]:
        if instruction.variable is None:
            return ()
        return ((instruction.variable, instruction.node.head),)

    def _try(self, instruction: Try) -> Iterable[tuple[str, Node]]:
        # The node is used, as the entity does not keep where `As` is written.
        node = instruction.node
        catch = node.get("Catch") if isinstance(node, Mapping) else None
        for clause in catch.items if isinstance(catch, Sequence) else (catch,):
            name = clause.get("As") if isinstance(clause, Mapping) else None
            if isinstance(name, Scalar) and isinstance(name.value, str):
                yield name.value.removeprefix("$"), name

    def _invalid(self, instruction: Invalid) -> Iterable[tuple[str, Node]]:
        self.unread.append(instruction.node)
        return mentioned((instruction.node,))

    def _evaluate(self, instruction: Evaluate) -> Iterable[tuple[str, Node]]:
        target = compared(instruction)
        if target is None:
            return ()  # as nearly always
        if not isinstance(target, Variable):
            self.compared.append(target)
        name = variable_name(target)
        return () if name is None else ((name, instruction.expression),)


_SETTING: dict[type, Callable[[AssignedNames, Any], Iterable[tuple[str, Node]]]] = {
    Assign: AssignedNames._assign,
    For: AssignedNames._for,
    Try: AssignedNames._try,
    Invalid: AssignedNames._invalid,
    Evaluate: AssignedNames._evaluate,
}
"""Functions by type of instruction; each returns the variables set, with the nodes naming them.

Variables that the blocks of an instruction set are not included.
"""


def variable_name(tree: Expression | None) -> str | None:
    """Return the name of a variable, None for `$this` and all other expressions."""
    return tree.name[1:] if isinstance(tree, Variable) and tree.name not in OBJECT else None


def earlier(node: Node, other: Node) -> Node:
    """Return the node that begins first, of two of the same file."""
    return node if (node.line, node.column) < (other.line, other.column) else other


def compared(instruction: Evaluate) -> Expression | None:
    """Return the target of `$x = 1` and the like: comparisons that were meant as assignments."""
    tree = bare(instruction.expression.tree)
    if tree.__class__ is Binary and tree.operator == "=":
        return bare(tree.left)
    return None


def mentioned(nodes: Iterable[Node]) -> Iterator[tuple[str, Node]]:
    """Yield the variables mentioned anywhere in nodes that were not read.

    Any may have been meant to be set.
    """
    for node in (part for item in nodes for part in walk(item)):
        if node.__class__ is Scalar:
            if isinstance(node.value, str) and "$" in node.value:
                for name in variables_in(node.value):
                    yield name, node
        elif isinstance(node, Yaql):
            for part in parts_of(node.tree):
                if isinstance(part, Variable):
                    yield part.name[1:], node
        elif isinstance(node, Mapping):
            for key, _ in node.pairs:
                # A key such as `$x` may be the target of a misplaced assignment.
                if VARIABLE.match(text_of(key) or ""):
                    yield str(text_of(key)), key
