"""Properties that nobody declares and the code of a class sets: they are its own, seen by no other class.

Reference: workflow, Dispatch, types, objects ("Undeclared names are private per class").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Yaql, expressions, walk
from muranopl.diagnostics.places import Place
from muranopl.expression.tree import Binary, Expression, Index, Keyword, Variable, bare, word
from muranopl.expression.tree import walk as parts_of
from muranopl.workflow.assigned import OBJECT
from muranopl.workflow.blocks import Block, Invalid
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


def unread(names: Collection[str], node: Node) -> Iterator[str]:
    """Those of the names that are only ever written, as far as the expressions of a class, its `node`, tell."""
    mentions: Counter[str] = Counter()
    writes: Counter[str] = Counter()
    for part in walk(node):
        if isinstance(part, Yaql):
            if any(name in part.text for name in names):
                mentions.update(each.name for each in parts_of(part.tree) if isinstance(each, Keyword))
        elif isinstance(part, nodes.Mapping) and len(part.pairs) == 1:
            writes.update(_target(part.pairs[0][0]))
    return (name for name in names if mentions[name] <= writes[name])


def _target(key: Node) -> Iterator[str]:
    """The last attribute of an expression that stands as the only key of a mapping, as those of assignments do."""
    tree = bare(key.tree) if isinstance(key, Yaql) else None
    if isinstance(tree, Binary) and isinstance(tree.right, Keyword):
        yield tree.right.name
