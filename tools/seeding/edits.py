"""A defect as a change of text, and names misspelt."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from random import Random
from typing import NamedTuple

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within

_WORD = re.compile(r"[A-Za-z_]\w*")
_OPERATORS = frozenset({"and", "or", "not", "in", "is", "mod", "true", "false", "null"})


class Edit(NamedTuple):
    """Columns `start` up to `end` of a line become `text`; lines and columns count from 1.

    `shifts` is set where instructions are inserted or torn apart: the line after counts as the right one too.
    """

    line: int
    start: int
    end: int
    text: str
    shifts: bool = False

    @property
    def inserted(self) -> int:
        """How many lines there are more afterwards."""
        return self.text.count("\n")

    def before(self, lines: list[str]) -> str:
        """The line as it is, empty where one is inserted."""
        return "" if self.inserted else lines[self.line - 1].strip()

    def after(self, lines: list[str]) -> str:
        """The line as it will be."""
        return self.text.strip() if self.inserted else self._changed(lines).strip()

    def apply(self, lines: list[str]) -> str:
        """Return the text of the file with the defect."""
        return "\n".join([*lines[: self.line - 1], self._changed(lines), *lines[self.line :]])

    def _changed(self, lines: list[str]) -> str:
        line = lines[self.line - 1]
        return line[: self.start - 1] + self.text + line[self.end - 1 :]


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
    """Return the mutation that misspells a part of an expression, but not to one of the `known` names."""

    def make(random: Random) -> Edit | None:
        name = misspelt(node.text[start:end], known, random)
        return None if name is None else change(node, start, end, name)

    return make


def misspelt(name: str, known: Collection[str], random: Random) -> str | None:
    """A name with one character dropped, doubled, swapped with the next or in the other case; None if all exist."""
    at = range(len(name))
    ways = [
        {name[:index] + name[index + 1 :] for index in at},
        {name[:index] + name[index] + name[index:] for index in at},
        {name[:index] + name[index + 1 : index + 2] + name[index] + name[index + 2 :] for index in at},
        {name[:index] + name[index].swapcase() + name[index + 1 :] for index in at},
    ]
    random.shuffle(ways)
    for way in ways:
        fit = sorted(text for text in way if _WORD.fullmatch(text) and text not in {name, *known, *_OPERATORS})
        if fit:
            return random.choice(fit)
    return None
