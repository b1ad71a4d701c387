"""Collects the undeclared properties that the code of a class sets, and where it reads them.

They belong to the class, and no other one sees them. `undeclared_reports` reports them.
Reference: workflow, Dispatch, types, objects ("Undeclared names are private per class").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Scalar, Sequence, Yaql, expressions, walk
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Index,
    Keyword,
    Variable,
    bare,
    children,
    word,
)
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.instructions.statements import Assign
from muranopl.semantics.abstract.values import Value
from muranopl.semantics.bodies.assigned import OBJECT, AssignedNames

_LEFT_FIRST = frozenset({"and", "or", ".", "?."})
"""Operators that may not evaluate their right side, or do so in another context."""
_WORD = lazy_pattern(r"\w+")


class WrittenAttributes(msgspec.Struct, eq=False):
    """The attributes that assignments of a class write.

    `whole` are those that are only assigned as a whole, by `$.name: value`, with the methods that
    do so: all values they can have are known. Those of `others` are not. `targets` has the first
    target of each of `whole`. `never` are those that every assignment reads before it sets them,
    which fails, so that they never have a value.
    """

    whole: dict[str, set[str]]
    others: set[str]
    targets: dict[str, Yaql]
    never: set[str]

    def names(self) -> Iterable[str]:
        """Return the names of all written attributes."""
        return (*self.whole, *self.others)


class UndeclaredProperties(dict[str, Value]):
    """The types of the undeclared properties of a class; `were_read` are the names that were read."""

    def __init__(self, types: Mapping[str, Value]) -> None:
        super().__init__(types)
        self.were_read: set[str] = set()

    def read(self, name: str) -> Value:
        """Return the type of a property, and record that it was read."""
        self.were_read.add(name)
        return self[name]


def first_setting(name: str, class_node: Node) -> Yaql | None:
    """Return the first target in a class that is the attribute `name` of its object, or None."""
    for part in walk(class_node):
        if isinstance(part, nodes.Mapping) and len(part.pairs) == 1:
            target = part.pairs[0][0]
            if isinstance(target, Yaql) and _of_object(target.tree) == name:
                return target
    return None


def uses_of(name: str, class_node: Node) -> Iterator[Place]:
    """Yield where the code of a class reads or writes an attribute of its object."""
    for part in walk(class_node, scalars=False):
        if isinstance(part, Yaql):
            for tree in parts_of(part.tree):
                if tree is bare(tree) and _of_object(tree) == name:
                    yield place_within(part, tree.start, tree.end)


def first_reading(name: str, code: Iterable[Node]) -> Yaql | None:
    """Return the first expression in code that surely reads an attribute of the object, or None."""
    for block in code:
        targets: set[int] = set()
        for part in walk(block):
            if isinstance(part, nodes.Mapping) and len(part.pairs) == 1:
                targets.add(id(part.pairs[0][0]))
            elif (
                isinstance(part, Yaql)
                and id(part) not in targets
                and _surely_reads(part.tree, name)
            ):
                return part
    return None


def written(bodies: Mapping[str, AssignedNames]) -> WrittenAttributes:
    """Return the attributes that bodies write; `bodies` are by the names of their methods."""
    result = WrittenAttributes({}, set(), {}, set())
    for method, assigned in bodies.items():
        for assignment in assigned.paths:
            _assignment(assignment, method, result)
        for node in assigned.unread:
            result.others.update(_words(node))
        for target in assigned.compared:
            result.others.update(_attributes(target))
    for name in result.others & result.whole.keys():
        del result.whole[name]
        result.never.discard(name)
    return result


def _assignment(assignment: Assign, method: str, found: WrittenAttributes) -> None:
    name = _of_object(assignment.target.tree)
    if name is None:
        found.others.update(_attributes(bare(assignment.target.tree)))
        return
    # An assignment that does not read the attribute gives it a value.
    if not any(
        _surely_reads(expression.tree, name) for expression in expressions(assignment.value)
    ):
        found.never.discard(name)
    elif name not in found.whole:
        found.never.add(name)
    found.whole.setdefault(name, set()).add(method)
    found.targets.setdefault(name, assignment.target)


def _of_object(tree: Expression) -> str | None:
    """Return the attribute of an expression such as `$.name`, None for others."""
    tree = bare(tree)
    if isinstance(tree, Binary) and tree.operator == "." and isinstance(tree.right, Keyword):
        root = bare(tree.left)
        if isinstance(root, Variable) and root.name in OBJECT:
            return tree.right.name
    return None


def _surely_reads(tree: Expression, name: str) -> bool:
    """Return whether an expression always reads an attribute.

    Arguments of calls may not be evaluated.
    """
    pending = [tree]
    while pending:
        part = pending.pop()
        if _of_object(part) == name:
            return True
        if isinstance(part, Binary):
            pending += [part.left] if part.operator in _LEFT_FIRST else [part.left, part.right]
        elif not isinstance(part, Call):
            pending += [part.receiver] if isinstance(part, Index) else children(part)
    return False


def _attributes(tree: Expression) -> Iterator[str]:
    """Yield the attributes that a target passes through, and the last one."""
    for part in parts_of(tree):
        if isinstance(part, Binary) and isinstance(part.right, Keyword):
            yield part.right.name
        elif isinstance(part, Index):
            for index in part.arguments:
                name = word(index)
                if name is not None:
                    yield name


def _words(node: Node) -> Iterator[str]:
    """Yield all words in a node that is not an instruction: any may have been meant to be set."""
    for part in walk(node):
        if part.__class__ is Scalar:
            if isinstance(part.value, str):
                yield from _WORD.findall(part.value)
        elif isinstance(part, Yaql):
            yield from (item.name for item in parts_of(part.tree) if isinstance(item, Keyword))


def unread(names: Collection[str], node: Node) -> list[str]:
    """Return the names that the expressions of a class, its `node`, write and never read."""
    pending = dict.fromkeys(names)
    visited: set[int] = set()
    stack = [node]
    while stack and pending:  # faster than `walk`: most nodes are scalars
        part = stack.pop()
        if part.__class__ is Yaql:
            _forget(part, pending, target=False)
        elif part.__class__ is Scalar:
            # Text that was meant as an expression
            for word in _WORD.findall(str(part.value)):
                pending.pop(word, None)
        elif id(part) in visited:
            continue
        elif isinstance(part, Sequence):
            visited.add(id(part))
            stack += [
                item for item in part.items if item.__class__ is not Scalar or _may_mention(item)
            ]
        elif part.__class__ is nodes.Mapping:
            visited.add(id(part))
            for key, value in part.pairs:
                if key.__class__ is Yaql:
                    # A mapping with one expression as its key is an assignment.
                    _forget(key, pending, target=len(part.pairs) == 1)
                elif key.__class__ is not Scalar:
                    stack.append(key)
                if value.__class__ is not Scalar or _may_mention(value):
                    stack.append(value)
    return list(pending)


def _may_mention(node: Scalar) -> bool:
    """Return whether a text may have been meant as an expression."""
    return node.plain and isinstance(node.value, str) and "$" in node.value


def _forget(part: Yaql, pending: dict[str, None], *, target: bool) -> None:
    """Remove names that an expression mentions, except at the end of an assignment target."""
    if len(pending) == 1:
        if next(iter(pending)) not in part.text:  # nearly always
            return
    elif pending.keys().isdisjoint(_WORD.findall(part.text)):
        return
    mentions = [item.name for item in parts_of(part.tree) if isinstance(item, Keyword)]
    tree = bare(part.tree)
    if target and isinstance(tree, Binary) and isinstance(tree.right, Keyword):
        # Writing is not a mention; a second occurrence remains.
        mentions.remove(tree.right.name)
    for name in mentions:
        pending.pop(name, None)
