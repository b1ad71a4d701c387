"""Properties that nobody declares and the code of a class sets: they are its own, seen by no other class.

Reference: workflow, Dispatch, types, objects ("Undeclared names are private per class").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Scalar, Sequence, Yaql, walk
from muranopl.expression.tree import Binary, Expression, Index, Keyword, Variable, bare, word
from muranopl.expression.tree import walk as parts_of
from muranopl.semantics.inference.assigned import OBJECT, AssignedNames
from muranopl.semantics.inference.types import Type

_WORD = re.compile(r"\w+")


class WrittenAttributes(msgspec.Struct, eq=False):
    """The attributes that assignments of a class write.

    `whole` are those that are only ever given a value as a whole, by `$.name: value`, with the methods that do so:
    all there ever is in them can be told. Of `others` that cannot. `targets` has the first target of each of `whole`.
    """

    whole: dict[str, set[str]]
    others: set[str]
    targets: dict[str, Yaql]

    def names(self) -> Iterable[str]:
        """All of them."""
        return (*self.whole, *self.others)


class UndeclaredProperties(dict[str, Type]):
    """What is known of the undeclared properties of a class; `asked` are those somebody asked for."""

    def __init__(self, types: Mapping[str, Type]) -> None:
        super().__init__(types)
        self.asked: set[str] = set()

    def read(self, name: str) -> Type:
        """What one of them is."""
        self.asked.add(name)
        return self[name]


def written(bodies: Mapping[str, AssignedNames]) -> WrittenAttributes:
    """Look through what the bodies of a class set, by the names of their methods."""
    found = WrittenAttributes({}, set(), {})
    for method, assigned in bodies.items():
        for assignment in assigned.paths:
            _assignment(assignment.target, method, found)
        for node in assigned.unread:
            found.others.update(_words(node))
        for target in assigned.compared:
            found.others.update(_attributes(target))
    for name in found.others & found.whole.keys():
        del found.whole[name]
    return found


def _assignment(target: Yaql, method: str, found: WrittenAttributes) -> None:
    tree = bare(target.tree)
    if isinstance(tree, Binary) and isinstance(tree.right, Keyword):
        root = bare(tree.left)
        if isinstance(root, Variable) and root.name in OBJECT:
            found.whole.setdefault(tree.right.name, set()).add(method)
            found.targets.setdefault(tree.right.name, target)
            return
    found.others.update(_attributes(tree))


def _attributes(tree: Expression) -> Iterator[str]:
    """The attributes that a target leads through, and ends at."""
    for part in parts_of(tree):
        if isinstance(part, Binary) and isinstance(part.right, Keyword):
            yield part.right.name
        elif isinstance(part, Index):
            for index in part.arguments:
                name = word(index)
                if name is not None:
                    yield name


def _words(node: Node) -> Iterator[str]:
    """All words in what is no instruction: any of them may have been meant to be set."""
    for part in walk(node):
        if part.__class__ is Scalar:
            if isinstance(part.value, str):
                yield from _WORD.findall(part.value)
        elif isinstance(part, Yaql):
            yield from (each.name for each in parts_of(part.tree) if isinstance(each, Keyword))


def unread(names: Collection[str], node: Node) -> list[str]:
    """Those of the names that are only ever written, as far as the expressions of a class, its `node`, tell."""
    pending = dict.fromkeys(names)
    seen: set[int] = set()
    stack = [node]
    while stack and pending:  # without `walk`: most nodes are scalars, which tell nothing
        part = stack.pop()
        if isinstance(part, Yaql):
            _forget(part, pending, target=False)
        elif isinstance(part, Scalar):
            for word in _WORD.findall(str(part.value)):  # text that was meant as an expression
                pending.pop(word, None)
        elif id(part) in seen:
            continue
        elif isinstance(part, Sequence):
            seen.add(id(part))
            stack += [each for each in part.items if not isinstance(each, Scalar) or _may_mention(each)]
        elif isinstance(part, nodes.Mapping):
            seen.add(id(part))
            for key, value in part.pairs:
                if isinstance(key, Yaql):
                    _forget(key, pending, target=len(part.pairs) == 1)
                elif not isinstance(key, Scalar):
                    stack.append(key)
                if not isinstance(value, Scalar) or _may_mention(value):
                    stack.append(value)
    return list(pending)


def _may_mention(node: Scalar) -> bool:
    """Whether a text may have been meant as an expression."""
    return node.plain and isinstance(node.value, str) and "$" in node.value


def _forget(part: Yaql, pending: dict[str, None], *, target: bool) -> None:
    """Leave out the names that an expression mentions, but the attribute that a target of an assignment ends in."""
    if pending.keys().isdisjoint(_WORD.findall(part.text)):
        return
    mentions = [each.name for each in parts_of(part.tree) if isinstance(each, Keyword)]
    tree = bare(part.tree)
    if target and isinstance(tree, Binary) and isinstance(tree.right, Keyword):
        mentions.remove(tree.right.name)
    for name in mentions:
        pending.pop(name, None)
