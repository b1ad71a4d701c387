"""Blocks of instructions, and what all instructions have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, is_null, text_of
from muranopl.diagnostics.catalogue import bodies
from muranopl.diagnostics.catalogue import instruction_parts as rules
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.entity import Entity, Reading, entity

E = TypeVar("E", bound=Entity)

# The blocks of If and of loops have different keywords, easily mixed up.
_ELSE_IF = {"elseif", "elif", "elsif", "else if"}
_TWINS = {"Do": "Then", "Then": "Do"}


@entity
class Instruction(Entity):
    """One step of a body: `node` is the mapping or the expression it is written as."""

    node: Node

    @property
    def place(self) -> Place:
        """A short place for messages: the first key of a mapping."""
        return self.node.head.place


@entity
class Jump(Instruction):
    """An instruction that acts on what is around it; `misplaced` where that is not there, which was reported."""

    misplaced: bool | None = None


@entity
class Invalid(Instruction):
    """Stands for what is no instruction, which was reported: nothing more is said about it."""


class Block(msgspec.Struct, eq=False):
    """A list of instructions as written at `node`.

    Readers leave it empty: `parse_body` fills it in, level by level, without recursion: nesting may be deep.
    `inside` are the blocks directly inside the instructions, in their order.
    """

    node: Node
    instructions: tuple[Instruction, ...] = ()
    inside: tuple[Block, ...] = ()


class Body(Block):
    """The outermost block of a method, which knows what is inside it.

    `within` are all blocks inside it, each after one it stands in, and `holds` the kinds of all instructions: a check
    that is about some kinds need not look for them. `shared` where YAML shares a block, so that it stands in several.
    `unread` where only the node is there, as the instructions of another package are not looked at.
    """

    within: tuple[Block, ...] = ()
    holds: frozenset[type[Instruction]] = frozenset()
    shared: bool = False
    unread: bool = False

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The body and all blocks inside it, each after one around it."""
        return (self, *self.within)

    @property
    def inner_first(self) -> Sequence[Block]:
        """The same, each before all those it stands in."""
        return _inner_first(self) if self.shared else self.blocks[::-1]


def block(node: Node, reading: Reading, what: str) -> Block:
    """A block under a keyword; nothing at all under it is suspicious (`[]` says that it is meant)."""
    if is_null(node):
        reading.report(rules.EMPTY_BLOCK, node.place, what=what)
    return Block(node)


def inner(instruction: Instruction) -> list[Block]:
    """The blocks directly inside an instruction, in the order of its fields."""
    found: list[Block] = []
    for tag in instruction.TAGS.values():
        value = getattr(instruction, tag.attribute)
        if isinstance(value, Block):
            found.append(value)
        elif isinstance(value, tuple):
            bodies = (getattr(part, "body", None) for part in value)
            found += [body for body in bodies if isinstance(body, Block)]
    return found


def _inner_first(body: Block) -> list[Block]:
    found: list[Block] = []
    seen: set[int] = set()
    pending = [(body, False)]
    while pending:
        current, done = pending.pop()
        if done:
            found.append(current)
        elif id(current) not in seen:
            seen.add(id(current))
            pending.append((current, True))
            pending.extend((each, False) for each in current.inside)
    return found


def build(kind: type[E], node: Mapping, reading: Reading, name: str, /, **given: Any) -> E:
    """Read an entity from the keys it knows and ignore others in the mapping; `name` is its leading keyword."""
    values = dict(given)
    for key, value in node.pairs:
        tag = kind.TAGS.get(text_of(key) or "")
        if tag is not None and not isinstance(value, Broken):
            what = tag.key if tag.key == name else f"{tag.key} of {name}"
            values[tag.attribute] = tag.reader(value, reading, what)
    return kind(**values)


def report_unknown(
    kind: type[Entity], node: Mapping, reading: Reading, name: str, hint: str | None = None
) -> dict[str, str]:
    """Report the keys an entity does not have; return for each the known one it is near to, if that is not there."""
    present = {text_of(key) for key, _ in node.pairs}
    if present <= kind.TAGS.keys():
        return {}
    absent = [key for key in kind.TAGS if key not in present]
    slips: dict[str, str] = {}
    for key, _ in node.pairs:
        text = text_of(key)
        if (text is not None and text in kind.TAGS) or isinstance(key, Broken):
            continue
        close = None if text is None else _TWINS.get(text, nearest(text, absent))
        close = close if close in absent else None
        slips[text or described(key)] = close or ""
        suggestion = did_you_mean(close, hint or f"write one of {', '.join(kind.TAGS)}")
        if text is not None and text.casefold() in _ELSE_IF and name == "If":
            suggestion = "write `Else:`, and below it, indented deeper, `- If:`"
        shown = f'"{text}"' if text is not None else described(key)
        reading.report(bodies.UNKNOWN_KEY, key.place, key=shown, name=name, suggestion=suggestion)
    return slips
