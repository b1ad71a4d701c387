"""Where a text stops being JSON: one report, in the words of its author's likely mistake, and the end of reading."""

from __future__ import annotations

import enum
import re
from typing import NamedTuple, NoReturn

from muranopl.ard.decoding import place_at
from muranopl.ard.descriptions import quoted
from muranopl.ard.sources.file_names import shown
from muranopl.diagnostics.catalogue import models as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place

_BLANKS = " \t\n\r"
_LINE_END = re.compile("[\r\n]|$")
_GOOD_TEXT = re.compile(r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_BAD_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,4}")
_COMMENT = re.compile("#|//|/[*]")
_NUMBER = re.compile("[-+]?[.]?[0-9]")
_SPELLINGS = {"true": "true", "false": "false", "null": "null", "none": "null", "nil": "null", "undefined": "null"}
_QUOTES = "'`\u2018\u2019\u201c\u201d\u00ab"


class StopError(Exception):
    """Nothing more can be made out; it has been reported."""


class Expected(enum.Enum):
    """What may come next; ITEM and FIRST_KEY may be the end of the list or mapping as well."""

    VALUE = enum.auto()
    ITEM = enum.auto()
    KEY = enum.auto()
    FIRST_KEY = enum.auto()
    COLON = enum.auto()
    MORE = enum.auto()
    END = enum.auto()


class Context(NamedTuple):
    """The list or mapping being read: the offset of its bracket."""

    start: int
    is_mapping: bool


def report_mark(file: File, findings: Findings) -> None:
    """Report a byte order mark, which is no part of `file.text`; other programs refuse the file."""
    problem, remedy = "a byte order mark stands before the value", "save the file as UTF-8 without a byte order mark"
    findings.report(rules.SYNTAX, Place(file), problem=problem, suggestion=remedy, severity=Severity.WARNING)


class Breaks:
    """Reports the one break of a text; each method raises StopError. Offsets count in the text."""

    def __init__(self, text: str, file: File, findings: Findings) -> None:
        self._text = text
        self._file = file
        self._findings = findings

    def at(self, start: int, end: int, expected: Expected, context: Context | None) -> NoReturn:
        """A sign, text or word stands from `start` to `end` where something else was expected."""
        token = self._text[start:end]
        self._refuse_unprintable(start)
        named = f"`{token}`" if len(token) == 1 else shown(quoted(token.strip('"')))
        before = self._text[:start].rstrip(_BLANKS)
        if _COMMENT.match(token):
            self._stop(start, end, "JSON has no comments", remedy="remove the comment")
        if before.endswith(",") and token in {"]", "}"} and context is not None:
            problem = f"the comma before `{token}` is one too many"
            self._stop(len(before) - 1, len(before), problem, remedy="remove the comma")
        if expected is Expected.END:
            self._stop(start, end, f"{named} follows the end of the value", remedy="a file holds one value")
        if expected is Expected.COLON:
            self._stop(start, end, f"a colon has to follow the key, not {named}")
        if token in {"]", "}"} and context is not None and expected not in {Expected.VALUE, Expected.KEY}:
            self._stop_mismatched(start, named, context)
        if expected is Expected.MORE:
            problem = "cannot follow a value" if named == "`:`" else "lacks a comma before it"
            self._stop(start, end, f"{named} {problem}")
        what = "a key" if expected in {Expected.KEY, Expected.FIRST_KEY} else "a value"
        if what == "a key" and token not in set("]}[{:,"):
            inner = token.strip(_QUOTES)
            self._stop(start, end, "a key has to stand in double quotes", remedy=f'write "{shown(inner)}"')
        self._stop(start, end, f"{what} has to stand here, not {named}")

    def word(self, start: int, word: str) -> NoReturn:
        """A word that means nothing stands where a value should."""
        end = start + len(word)
        self._refuse_unprintable(start)
        named = shown(quoted(word))
        if _COMMENT.match(word):
            self._stop(start, end, "JSON has no comments", remedy="remove the comment")
        if word[0] in _QUOTES:
            self._stop(start, end, "text has to stand in double quotes", remedy='write "..."')
        if word.lower() in _SPELLINGS:
            self._stop(start, end, f"{named} is no value of JSON", remedy=f"write {_SPELLINGS[word.lower()]}")
        if _NUMBER.match(word):
            remedy = "write digits without a leading zero or plus, and digits on both sides of the point; or quote it"
            self._stop(start, end, f"{named} is not a number as JSON has it", remedy=remedy)
        self._stop(start, end, f"{named} is no value of JSON", remedy="text has to stand in double quotes")

    def in_text(self, start: int) -> NoReturn:
        """The text in quotes that begins at `start` is not closed, or has a bad escape or character in it."""
        good = _GOOD_TEXT.match(self._text, start + 1)
        at = good.end() if good else start + 1
        sign, line_end = self._text[at : at + 1], self._line_end(at)
        if sign == "\\" and at + 1 < line_end:
            escape = _BAD_ESCAPE.match(self._text, at)
            end = escape.end() if escape else at + 2
            problem = f"the escape `{shown(self._text[at:end])}` does not exist"
            self._stop(at, end, problem, remedy="a backslash itself is written `\\\\`")
        if at < line_end and sign != "\\":
            remedy = "write `\\t`" if sign == "\t" else f"write `\\u{ord(sign):04x}`"
            self._stop(at, at + 1, f"the character U+{ord(sign):04X} cannot stand in text", remedy=remedy)
        remedy = "add the closing quote; a line end inside text is written `\\n`"
        self._stop(start, line_end, "the text that begins here has no closing quote", remedy=remedy)

    def at_end(self, context: Context | None) -> NoReturn:
        """The text is over too early, maybe inside a list or mapping."""
        if context is not None:
            name = "mapping" if context.is_mapping else "list"
            self._stop(context.start, context.start + 1, f"the {name} that begins here is not closed")
        self._stop(0, 0, "the file is empty")

    def too_deep(self, start: int, limit: int) -> NoReturn:
        """A list or mapping is nested deeper than the limit."""
        what = f"values are nested deeper than {limit:,} levels"
        self._findings.report(rules.TOO_DEEP, self._place(start, start + 1), what=what)
        raise StopError

    def _refuse_unprintable(self, start: int) -> None:
        sign = self._text[start]
        if not sign.isprintable():
            remedy = "save the file as UTF-8" if sign == "\0" else None
            self._stop(start, start + 1, f"the character U+{ord(sign):04X} cannot stand here", remedy=remedy)

    def _stop_mismatched(self, start: int, named: str, context: Context) -> NoReturn:
        name, sign = ("mapping", "}") if context.is_mapping else ("list", "]")
        opening = Related("it begins here", self._place(context.start, context.start + 1))
        self._stop(start, start + 1, f"{named} cannot close a {name}, `{sign}` does", related=(opening,))

    def _stop(
        self, start: int, end: int, problem: str, *, remedy: str | None = None, related: tuple[Related, ...] = ()
    ) -> NoReturn:
        place = self._place(start, end)
        self._findings.report(rules.SYNTAX, place, problem=problem, suggestion=remedy, related=related)
        raise StopError

    def _place(self, start: int, end: int) -> Place:
        """The place of characters of one line."""
        first = place_at(self._file, self._text[:start])
        return Place(self._file, first.line, first.column, first.line, first.column + end - start)

    def _line_end(self, start: int) -> int:
        found = _LINE_END.search(self._text, start)
        return found.start() if found else len(self._text)
