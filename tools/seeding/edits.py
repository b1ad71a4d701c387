"""A defect as a change of text, and names misspelt."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import NamedTuple

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.ard.positions import place_within

_WORD = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_OPERATORS = frozenset({"and", "or", "not", "in", "is", "mod", "true", "false", "null"})


class Edit(NamedTuple):
    """Columns `start` up to `end` of a line become `text`; lines and columns count from 1.

    `reach` says how many of the lines after it are right places for a diagnostic too; None is
    anywhere in the package, for defects that could be mended in several places. A `text` of None
    means that the file is gone: the one at `path`, which is else the one that the site is in.
    """

    line: int
    start: int
    end: int
    text: str | None
    reach: int | None = 0
    path: str | None = None

    @property
    def inserted(self) -> int:
        """How many lines there are more afterwards."""
        return (self.text or "").count("\n")

    def covers(self, line: int) -> bool:
        """Return whether a line of the changed file is a right place for a diagnostic."""
        return self.reach is None or self.line <= line <= self.line + self.reach

    def before(self, lines: list[str]) -> str:
        """The line as it is, empty where one is inserted."""
        return "" if self.inserted else lines[self.line - 1].strip()

    def after(self, lines: list[str]) -> str:
        """The line as it will be."""
        if self.text is None:
            return "(no file)"
        return self.text.strip() if self.inserted else self._changed(lines).strip()

    def apply(self, lines: list[str]) -> str | None:
        """Return the text of the file with the defect."""
        if self.text is None:
            return None
        return "\n".join([*lines[: self.line - 1], self._changed(lines), *lines[self.line :]])

    def _changed(self, lines: list[str]) -> str:
        line = lines[self.line - 1]
        return line[: self.start - 1] + (self.text or "") + line[self.end - 1 :]


Mutation = Callable[[Random], Edit | None]
"""Returns the edit that seeds a defect at one site; None where that edit would be no defect."""


def change(node: Yaql, start: int, end: int, text: str) -> Edit:
    """Replace a part of an expression, by offsets into its text."""
    place = place_within(node, start, end)
    return Edit(place.line, place.column, place.end_column, text)


def changing(node: Yaql, start: int, end: int, text: str) -> Mutation:
    """Return the mutation that replaces a part of an expression by a fixed text."""
    return lambda _: change(node, start, end, text)


def misspelling(node: Yaql, start: int, end: int, known: Collection[str]) -> Mutation:
    """Return the mutation that misspells a part of an expression, avoiding `known` names."""

    def make(random: Random) -> Edit | None:
        name = misspelt(node.text[start:end], known, random)
        return None if name is None else change(node, start, end, name)

    return make


def misspelling_scalar(
    node: Node, known: Collection[str], reach: int | None = 0
) -> Iterator[Mutation]:
    """Return the mutation that misspells a plain scalar, avoiding the `known` words."""
    if not isinstance(node, Scalar) or not node.plain or not isinstance(node.value, str):
        return
    word = node.value

    def make(random: Random) -> Edit | None:
        text = misspelt(word, known, random)
        return None if text is None else Edit(node.line, node.column, node.end_column, text, reach)

    if node.end_column - node.column == len(word):
        yield make


def replacing(node: Node, text: str, reach: int | None = 0) -> Iterator[Mutation]:
    """The mutation that replaces a scalar on one line."""
    if (
        isinstance(node, (Scalar, Yaql))
        and node.line == node.end_line
        and node.column < node.end_column
    ):
        yield lambda _: Edit(node.line, node.column, node.end_column, text, reach)


def misspelt(name: str, known: Collection[str], random: Random) -> str | None:
    """Return a name with one character dropped, doubled, swapped or in the other case, or None."""
    at = range(len(name))
    ways = [
        {name[:index] + name[index + 1 :] for index in at},
        {name[:index] + name[index] + name[index:] for index in at},
        {
            name[:index] + name[index + 1 : index + 2] + name[index] + name[index + 2 :]
            for index in at
        },
        {name[:index] + name[index].swapcase() + name[index + 1 :] for index in at},
    ]
    random.shuffle(ways)
    for way in ways:
        fit = sorted(
            text
            for text in way
            if _WORD.fullmatch(text) and text not in {name, *known, *_OPERATORS}
        )
        if fit:
            return random.choice(fit)
    return None
