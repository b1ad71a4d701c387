"""Edits the text of a file, and keeps its encoding, byte order mark and line ends."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.diagnostic import TextEdit

_LINE_END = re.compile("\r\n|\r|\n")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Substitution(msgspec.Struct, frozen=True, order=True):
    """A text in place of the characters [start, end)."""

    start: int
    end: int
    text: str

    def overlaps(self, other: Substitution) -> bool:
        """Return whether two substitutions change or insert at a common place."""
        return self.start <= other.end and other.start <= self.end


class EncodedText(msgspec.Struct, frozen=True):
    """The text of a file, without its byte order mark, and how it is encoded."""

    text: str
    encoding: str
    mark: bytes

    @classmethod
    def of(cls, data: bytes) -> EncodedText | None:
        """Return the text of a file; None if encoding it again would not give the same bytes."""
        mark, encoding = b"", "utf-8"
        for start, its_encoding in _MARKS:
            if data.startswith(start):
                mark, encoding = start, its_encoding
        try:
            text = data.removeprefix(mark).decode(encoding)
        except UnicodeDecodeError:
            return None
        result = cls(text, encoding, mark)
        return result if result.data() == data else None

    def data(self) -> bytes:
        """Return the bytes of the file."""
        return self.mark + self.text.encode(self.encoding)

    def substitutions(self, edits: Iterable[TextEdit]) -> list[Substitution] | None:
        """Return edits as substitutions; None if one of them is at no place of the text."""
        ends = list(_LINE_END.finditer(self.text))
        starts = [0, *(end.end() for end in ends)]
        stops = [*(end.start() for end in ends), len(self.text)]
        # Lines that are added end as the others do
        line_end = ends[0][0] if ends else "\n"
        result = []
        for edit in edits:
            if edit.end_line > len(starts):
                return None
            first, last = edit.line - 1, edit.end_line - 1
            start = starts[first] + edit.column - 1
            end = starts[last] + edit.end_column - 1
            if not start <= end or start > stops[first] or end > stops[last]:
                return None
            text = edit.text.replace("\n", line_end)
            result.append(Substitution(start, end, text))
        return result

    def replaced(self, substitutions: Iterable[Substitution]) -> EncodedText:
        """Return the text with substitutions that do not overlap."""
        parts, at = [], 0
        for item in sorted(substitutions):
            parts += [self.text[at : item.start], item.text]
            at = item.end
        text = "".join([*parts, self.text[at:]])
        return msgspec.structs.replace(self, text=text)
