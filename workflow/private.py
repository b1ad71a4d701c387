"""Properties that nobody declares and the code of a class sets: they are its own, seen by no other class.

Reference: workflow, Dispatch, types, objects ("Undeclared names are private per class").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Yaql, expressions, walk
from muranopl.diagnostics.places import Place
from muranopl.expression.tree import Binary, Expression, Index, Keyword, Variable, bare, word
from muranopl.expression.tree import walk as parts_of
from muranopl.workflow.assigned import OBJECT
from muranopl.workflow.blocks import Block, Invalid
from muranopl.workflow.inference.types import Type
from muranopl.workflow.plain import Assign


class Written(msgspec.Struct, eq=False):
    """The attributes that assignments of a class write.

    `whole` are those that are only ever given a value as a whole, by `$.name: value`, with the methods that do so:
    all there ever is in them can be told. Of `others` that cannot. `places` has the first place of each of `whole`.
    """

    whole: dict[str, set[str]]
    others: set[str]
    places: dict[str, Place]

    def names(self) -> Iterable[str]:
        """All of them."""
        return (*self.whole, *self.others)


class Private:
    """What is known of the undeclared properties of a class; `was_read` tells whether anybody asked."""

    def __init__(self, types: Mapping[str, Type]) -> None:
        self._types = types
        self.was_read = False

    def __contains__(self, name: str) -> bool:
        return name in self._types

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def read(self, name: str) -> Type:
        """What one of them is."""
        self.was_read = True
        return self._types[name]


def written(bodies: Mapping[str, Iterable[Block]]) -> Written:
    """Look through the bodies of a class: the blocks of each, by the names of their methods."""
    found = Written({}, set(), {})
    for method, blocks in bodies.items():
        for block in blocks:
            for instruction in block.instructions:
                if isinstance(instruction, Assign):
                    _assignment(instruction.target, method, found)
                elif isinstance(instruction, Invalid):
                    found.others.update(_words(instruction.node))
    for name in found.others & found.whole.keys():
        del found.whole[name]
    return found


def _assignment(target: Yaql, method: str, found: Written) -> None:
    tree = bare(target.tree)
    if isinstance(tree, Binary) and isinstance(tree.right, Keyword):
        root = bare(tree.left)
        if isinstance(root, Variable) and root.name in OBJECT:
            found.whole.setdefault(tree.right.name, set()).add(method)
            found.places.setdefault(tree.right.name, target.place)
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
    for part in expressions(node):
        yield from (each.name for each in parts_of(part.tree) if isinstance(each, Keyword))


def unread(names: Collection[str], node: Node) -> list[str]:
    """Those of the names that are only ever written, as far as the expressions of a class, its `node`, tell."""
    pending = dict.fromkeys(names)
    sole: Node | None = None
    for part in walk(node):
        if not pending:
            break
        if isinstance(part, nodes.Mapping):
            sole = part.pairs[0][0] if len(part.pairs) == 1 else None  # what assignments write to; met next
        elif isinstance(part, Yaql):
            text = part.text
            if [name for name in pending if name in text]:
                mentions = [each.name for each in parts_of(part.tree) if isinstance(each, Keyword)]
                if part is sole:
                    _forget_target(mentions, part)
                for name in mentions:
                    pending.pop(name, None)
            sole = None
    return list(pending)


def _forget_target(mentions: list[str], target: Yaql) -> None:
    """Leave out the attribute that an expression ends in: an assignment writes it."""
    tree = bare(target.tree)
    if isinstance(tree, Binary) and isinstance(tree.right, Keyword):
        mentions.remove(tree.right.name)
