"""Reads blocks of instructions; defines what all instructions have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, is_null, mapping_at, text_of
from muranopl.diagnostics.catalogue import bodies
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.entity import Entity, Tag, entity
from muranopl.language.grammar.reading import Reading, corrected_keys
from muranopl.language.grammar.shapes import INSTRUCTIONS, shaped

E = TypeVar("E", bound=Entity)

# Both are the block of a construct, but they are too different for `nearest()`
_TWINS = {"Do": "Then", "Then": "Do"}


@entity
class Instruction(Entity):
    """One step of a body: `node` is the mapping or the expression it is written as.

    `ignored` are the values of unknown keys, which were reported: they may be code that was meant
    to run.
    """

    node: Node
    ignored: tuple[Node, ...] | None = None

    @property
    def place(self) -> Place:
        """A short place for messages: the first key of a mapping."""
        return self.node.head.place


@entity
class Jump(Instruction):
    """An instruction that acts on one around it.

    It is `misplaced` where there is no such one, which was reported.
    """

    misplaced: bool | None = None


@entity
class Invalid(Instruction):
    """Stands for a node that is not an instruction, which was reported.

    Nothing more is reported about it.
    """


class Block(msgspec.Struct, eq=False, gc=False):
    """A list of instructions as written at `node`.

    Readers leave it empty: `parse_body` fills it in. `inside` are the blocks directly inside the
    instructions, in their order.
    """

    node: Node
    instructions: tuple[Instruction, ...] = ()
    inside: tuple[Block, ...] = ()


class Body(Block):
    """The outermost block of a method, with an index of the blocks inside it.

    `within` are all blocks inside it, each after one that contains it, and `holds` the kinds of
    all instructions: a check for some kinds can stop early. `unread` is true where only the node
    was kept, as instructions of other packages are not read.
    """

    within: tuple[Block, ...] = ()
    holds: tuple[type[Instruction], ...] = ()
    unread: bool = False

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The body and all blocks inside it, each after one around it."""
        return (self, *self.within)

    @property
    def inner_first(self) -> Iterable[Block]:
        """The same blocks, each before all that contain it."""
        order: dict[int, Block] = {}
        _add_inner_first(self, order)
        return order.values()


def _add_inner_first(block: Block, order: dict[int, Block]) -> None:
    # A YAML alias may put one block in several places.
    if id(block) not in order:
        for inner in block.inside:
            _add_inner_first(inner, order)
        order[id(block)] = block


@shaped(INSTRUCTIONS)
def block(node: Node, reading: Reading, what: str) -> Block:
    """Return the block under a keyword.

    An empty one is reported, `[]` is not: it is written on purpose.
    """
    if is_null(node):
        reading.report(rules.EMPTY_BLOCK, node, what=what)
    return Block(node)


Tagged = dict[str, tuple[Tag, Node]]


class EntityKeys(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A mapping of keys that an entity has, with their tags, and the values of other keys."""

    node: Mapping
    tagged: Tagged
    unknown: tuple[Node, ...] = ()


def build(kind: type[E], keys: EntityKeys, reading: Reading, name: str, /, **given: Any) -> E:
    """Return an entity from the keys it has; `name` is its leading keyword."""
    for tag, value in keys.tagged.values():
        if type(value) is not Broken:
            what = tag.key if tag.key == name else f"{tag.key} of {name}"
            given[tag.attribute] = tag.reader(value, reading, what)
    return kind(**given)


def with_known_keys(
    kind: type[Entity], node: Mapping, reading: Reading, name: str, hint: str | None = None
) -> EntityKeys:
    """Report unknown keys of an entity, and return its known ones.

    A misspelt key is corrected to one that is absent. `hint` is the suggestion where no known key
    is near.
    """
    tagged = _tagged(kind, node)
    if len(tagged) == len(node.pairs):
        return EntityKeys(node, tagged)
    words = [text_of(key) for key, _ in node.pairs]
    meant = _meant(kind, [word for word in words if word is not None])
    keys = f"use a valid key: {', '.join(kind.TAGS)}" if len(kind.TAGS) > 1 else "remove it"
    otherwise = hint or keys

    def meaning(key: Node, _value: Node) -> str | None:
        key_meant = meant.pop(text_of(key) or "", None)
        _report_unknown(key, key_meant, reading, name, otherwise)
        return key_meant

    result = corrected_keys(node, kind.TAGS, meaning)
    own_pairs = (pair for pair in result.node.pairs if text_of(pair[0]) in kind.TAGS)
    own = mapping_at(node, own_pairs)
    return EntityKeys(own, _tagged(kind, own), result.unknown)


def _tagged(kind: type[Entity], node: Mapping) -> Tagged:
    """Return the tags and values of the known keys of a mapping."""
    tags = kind.TAGS
    return {
        tag.key: (tag, value)
        for key, value in node.pairs
        if type(key) is Scalar and (tag := tags.get(key.value)) is not None  # type: ignore[arg-type]
    }


def _meant(kind: type[Entity], words: list[str]) -> dict[str, str]:
    """Return the known key for each unknown one.

    It is an absent key that is near, or the only required one left.
    """
    absent = [key for key in kind.TAGS if key not in words]
    # Words like `ElseIf` misspell no key, and have a suggestion of their own
    unknown = [word for word in words if word not in kind.TAGS and not _is_else_if(word)]
    meant: dict[str, str] = {}
    for text in unknown:
        close = _TWINS.get(text, nearest(text, absent))
        if close in absent:
            absent.remove(close)
            meant[text] = close
    # If exactly one key is unknown and one required key is missing, they belong together.
    required = [key for key in absent if kind.TAGS[key].required]
    left = [word for word in unknown if word not in meant]
    if len(required) == len(left) == 1:
        meant[left[0]] = required[0]
    return meant


def _is_else_if(word: str) -> bool:
    return word.casefold() in {"elseif", "elif", "elsif", "else if"}


def _report_unknown(key: Node, meant: str | None, reading: Reading, name: str, hint: str) -> None:
    """Report a key that `name` does not have.

    `meant` is the known key, `hint` the suggestion where that is None.
    """
    if isinstance(key, Broken):
        return
    text, suggestion = text_of(key), did_you_mean(meant, hint)
    shown = described(key) if text is None else f'"{text}"'
    if text is not None and _is_else_if(text) and name == "If":
        suggestion = "write `Else:` with an If in its list"
    reading.report(bodies.UNKNOWN_KEY, key, key=shown, name=name, suggestion=suggestion)
