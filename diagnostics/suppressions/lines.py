"""Splits a YAML file into lines: which have comments, and which belong together.

This reads line by line, without parsing: also a file with a syntax error has its comments, and only
files that mention `MARKER` are read in this way. A `#` within quotes, a block scalar or a plain
scalar begins no comment.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator

import msgspec

_QUOTES = {'"': re.compile(r'(?:[^"\\]|\\.)*"'), "'": re.compile(r"(?:[^']|'')*'(?!')")}
_HEADER = re.compile(r"[|>](?:[+-]?([1-9]?)|([1-9])[+-])[ \t]*(?:$|(?=[ \t]#))")
_PLAIN_ENDS = (
    re.compile(r"[ \t]+(?=#)|:(?=[ \t]|$)"),
    re.compile(r"[ \t]+(?=#)|:(?=[ \t,\[\]{}]|$)|(?=[,\[\]{}])"),
)
"""What ends a plain scalar: outside of brackets, and within."""
_PROPERTY = re.compile(r"[&!*][^ \t,\[\]{}]*")
_INDICATOR = re.compile(r"[-?:](?=[ \t]|$)")
_DOCUMENT_MARK = re.compile(r"(?:---|\.\.\.)(?=[ \t]|$)|%")


class Kind(enum.Enum):
    """The kind of a line.

    `INSIDE` is a line of a scalar that began above, `MARK` one that begins or ends a document.
    """

    BLANK = enum.auto()
    COMMENT = enum.auto()
    INSIDE = enum.auto()
    MARK = enum.auto()
    CONTENT = enum.auto()


class Line(msgspec.Struct):
    """One line.

    `indent` is the column of its first character, from 0, `comment` that of its comment. `begins`
    is whether a key, an item or a value in brackets begins here; `is_item` whether that is an item
    of a list. `opens` is whether it ends with the header of a block scalar.
    """

    text: str
    kind: Kind
    indent: int = 0
    comment: int | None = None
    begins: bool = False
    is_item: bool = False
    opens: bool = False


def scanned(lines: Iterable[str]) -> list[Line]:
    """Return the lines of a YAML text, which are without line ends."""
    return list(_Scanner().lines(lines))


class _Scanner:
    """Reads the lines of a text; between two lines it knows what is open.

    `parent` is the column of the innermost key or item. `block` is the least indentation of a block
    scalar, once it is known that of its lines. `plain` is whether a plain scalar may go on.
    """

    def __init__(self) -> None:
        self.quote: str | None = None
        self.depth = 0
        self.parent = -1
        self.plain = False
        self.block: int | None = None
        self.is_block_measured = False

    def lines(self, lines: Iterable[str]) -> Iterator[Line]:
        for line in lines:
            indent = len(line) - len(line.lstrip(" "))
            if self.quote is not None:
                result = Line(line, Kind.INSIDE, indent)
                self._scan(result, 0)
            elif self._is_in_block(line, indent):
                result = Line(line, Kind.INSIDE, indent)
            else:
                result = self._outside_of_scalars(line, indent)
            yield result

    def _outside_of_scalars(self, line: str, indent: int) -> Line:
        stripped = line.strip(" \t")
        if not stripped:
            return Line(line, Kind.BLANK, indent)
        if stripped.startswith("#"):
            self.plain = False
            return Line(line, Kind.COMMENT, indent, comment=line.index("#"))
        if not self.depth and _DOCUMENT_MARK.match(line):
            self.parent, self.plain = -1, False
            result = Line(line, Kind.MARK)
            self._scan(result, 3 if line.startswith("-") else len(line))
            return result
        result = Line(line, Kind.CONTENT, indent, begins=self.depth > 0)
        goes_on, self.plain = self.plain and indent > self.parent, False
        self._scan(result, self._plain(result, indent) if goes_on else indent)
        return result

    def _is_in_block(self, line: str, indent: int) -> bool:
        if self.block is None:
            return False
        if not line.strip(" \t"):
            # Blank lines count only if they are longer than the indentation that is known
            if not self.is_block_measured:
                self.block = max(self.block, indent)
            return True
        if indent < self.block:
            self.block = None
            return False
        if not self.is_block_measured:
            self.block, self.is_block_measured = indent, True
        return True

    def _scan(self, line: Line, at: int) -> None:
        """Read a line from a column on, where a token may begin."""
        text, key = line.text, -1
        while at < len(text):
            letter = text[at]
            if self.quote is not None:
                closing = _QUOTES[self.quote].match(text, at)
                if closing is None:
                    return
                self.quote, at = None, closing.end()
            elif letter in " \t":
                at += 1
            elif letter == "#":
                line.comment = at
                return
            elif letter in _QUOTES:
                self.quote, key, at = letter, at, at + 1
            elif not self.depth and _INDICATOR.match(text, at):
                # Behind a quoted key, the colon makes that the innermost key
                self._begin(line, at if key < 0 else key, is_item=letter == "-")
                key, at = -1, at + 1
            elif letter in "&!*":
                key = at if key < 0 else key
                property_ = _PROPERTY.match(text, at)
                at = len(text) if property_ is None else property_.end()
            elif letter in "[{":
                self.depth, key, at = self.depth + 1, at, at + 1
            elif letter in "]}":
                self.depth, at = max(0, self.depth - 1), at + 1
            elif self.depth and letter in ",:":
                at += 1
            elif not self.depth and (header := _HEADER.match(text, at)):
                self._open_block(line, header[1] or header[2])
                at = header.end()
            else:
                at = self._plain(line, at, key)

    def _plain(self, line: Line, at: int, key: int = -1) -> int:
        """Read a plain scalar or its next line; return the column after it.

        A key begins at the column `key` if that is known: before the scalar there may be a tag.
        """
        end = _PLAIN_ENDS[bool(self.depth)].search(line.text, at)
        if end is None:
            self.plain = not self.depth
            return len(line.text)
        after = end.end()
        if line.text.startswith("#", after):
            return after
        if end[0] == ":" and not self.depth:
            self._begin(line, at if key < 0 else key)
        return max(after, at + 1)

    def _begin(self, line: Line, column: int, *, is_item: bool = False) -> None:
        if not line.begins:
            line.is_item = is_item
        line.begins = True
        self.parent = column

    def _open_block(self, line: Line, indicator: str | None) -> None:
        line.opens = True
        self.block = max(self.parent, 0) + 1
        self.is_block_measured = bool(indicator)
        if indicator:
            self.block = max(self.parent, 0) + int(indicator)
