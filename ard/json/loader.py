"""JSON → ARD: the value of a file as nodes with places, every defect reported and none raised.

The language is that of RFC 8259, which is what Python's `json` takes but for `NaN` and `Infinity`; texts and numbers
become what `json` makes of them. No recursion, and one pass over the text.
"""

from __future__ import annotations

import bisect
import codecs
import contextlib
import math
import re
from json.decoder import (  # type: ignore[attr-defined] # public in the module, unknown to its stub
    JSONDecodeError,
    scanstring,
)
from typing import NoReturn

import msgspec

from muranopl.ard.decoding import decode
from muranopl.ard.garbage_collection import paused
from muranopl.ard.json.syntax_errors import Breaks, Context, Expected, StopError, report_mark
from muranopl.ard.json.values import HALF, HALF_PROBLEM, MAX_DIGITS, NOT_FINITE, Values, half_within
from muranopl.ard.model_path import ROOT, item, member
from muranopl.ard.nodes import MAX_DEPTH, Broken, Mapping, Node, Scalar, Sequence
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place

# Blanks, then: a text in quotes, a sign, a word (number, true, ...), or a quote that begins no text. Nothing: the end.
_TOKEN = re.compile(
    r'[ \t\n\r]*+(?:("[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+")|([][{}:,])|([^][{}:," \t\n\r]++)|("))?'
)
_TEXT, _SIGN, _WORD = 1, 2, 3
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][-+]?[0-9]++)?")
_WORDS = {"true": True, "false": False, "null": None}
_LINE_END = re.compile("\r\n?|\n")
_VALUE, _ITEM, _KEY, _FIRST_KEY, _COLON, _MORE, _END = Expected  # a global name is quicker than a member


def load(data: bytes, file: File, findings: Findings) -> Node | None:
    """Return the value of a JSON file, None where its text breaks the rules of JSON (reported); sets `file.text`.

    What is JSON and yet no value of ours (a number too large, half a surrogate pair) becomes `Broken`. Of equal keys
    the last one's value counts, in the position of the first, as in Python.
    """
    text = decode(data, file, findings, utf16=False)
    if text is None:
        return None
    if data.startswith(codecs.BOM_UTF8):
        report_mark(file, findings)
    with paused():
        return _Reader(text, file, findings).run()


class _Open(msgspec.Struct, eq=False):
    """A list or mapping being read, or the whole text: where it begins; a mapping's children are keys and values."""

    start: int
    line: int
    column: int
    is_mapping: bool
    children: list[Node]


class _Reader:
    """The reading of one text: `_line` is the current line, which begins at `_origin` and ends before `_next`."""

    def __init__(self, text: str, file: File, findings: Findings) -> None:
        self._text = text
        self._file = file
        self._breaks = Breaks(text, file, findings)
        self._values = Values(findings)
        self._starts = [*(end.end() for end in _LINE_END.finditer(text)), len(text) + 1]
        self._line, self._origin, self._next = 1, 0, self._starts[0]
        self._outer: list[_Open] = []
        self._open = _Open(0, 1, 1, False, [])
        self._expected = _VALUE
        self._known: dict[str, str] = {}

    def run(self) -> Node | None:
        """Read the text to its end, or to a break after which nothing can be made out."""
        try:
            for match in _TOKEN.finditer(self._text):
                kind = match.lastindex
                if kind is None:
                    break
                start, end = match.span(kind)
                if start >= self._next:
                    self._go_to(start)
                if kind == _SIGN:
                    self._sign(match[kind], start)
                elif kind == _TEXT:
                    self._quoted(start, end)
                elif kind == _WORD:
                    self._word(start, end)
                else:
                    self._breaks.in_text(start)
            if self._expected is not _END:
                self._breaks.at_end(self._context())
        except StopError:
            return None
        return self._open.children[0]

    def _go_to(self, start: int) -> None:
        """Make the line of an offset the current one."""
        index = bisect.bisect_right(self._starts, start, lo=self._line - 1)
        self._line, self._origin, self._next = index + 1, self._starts[index - 1], self._starts[index]

    def _place(self, start: int, end: int) -> Place:
        """The place of characters of the current line."""
        return Place(self._file, self._line, start - self._origin + 1, self._line, end - self._origin + 1)

    def _sign(self, sign: str, start: int) -> None:
        expected = self._expected
        if sign == "," and expected is _MORE:
            self._expected = _KEY if self._open.is_mapping else _VALUE
        elif sign == ":" and expected is _COLON:
            self._expected = _VALUE
        elif sign in "{[" and (expected is _VALUE or expected is _ITEM):
            self._begin(start, is_mapping=sign == "{")
        elif sign in "}]" and self._may_end(is_mapping=sign == "}"):
            self._end(start)
        else:
            self._fail(start, start + 1)

    def _begin(self, start: int, *, is_mapping: bool) -> None:
        if len(self._outer) >= MAX_DEPTH:
            self._breaks.too_deep(start, MAX_DEPTH)
        self._outer.append(self._open)
        self._open = _Open(start, self._line, start - self._origin + 1, is_mapping, [])
        self._expected = _FIRST_KEY if is_mapping else _ITEM

    def _may_end(self, *, is_mapping: bool) -> bool:
        if self._expected is _MORE:
            return self._open.is_mapping is is_mapping
        return self._expected is (_FIRST_KEY if is_mapping else _ITEM)

    def _end(self, start: int) -> None:
        closed = self._open
        children = closed.children
        span = (self._file, closed.line, closed.column, self._line, start - self._origin + 2)
        node: Node
        if closed.is_mapping:
            pairs = tuple(zip(children[::2], children[1::2], strict=True))
            node = Mapping(*span, self._values.distinct(pairs, self._path))
        else:
            node = Sequence(*span, tuple(children))
        self._open = self._outer.pop()
        self._add(node)

    def _add(self, node: Node) -> None:
        self._open.children.append(node)
        self._expected = _MORE if self._outer else _END

    def _quoted(self, start: int, end: int) -> None:
        """Take a text in quotes: a key or a value."""
        expected = self._expected
        is_key = expected is _KEY or expected is _FIRST_KEY
        if not is_key and expected is not _VALUE and expected is not _ITEM:
            self._fail(start, end)
        text = self._text[start + 1 : end - 1]
        is_whole = True
        if "\\" in text:
            text = self._unescaped(start)
            is_whole = HALF.search(text) is None
        if not is_whole:
            self._report_half(start, end)
            text = HALF.sub("\ufffd", text)
        elif is_key:
            text = self._known.setdefault(text, text)
        line, origin = self._line, self._origin - 1
        node: Node = Scalar(self._file, line, start - origin, line, end - origin, text)
        if is_key:
            self._open.children.append(node)
            self._expected = _COLON
        else:
            self._add(node if is_whole else _broken(node))

    def _unescaped(self, start: int) -> str:
        try:
            text: str = scanstring(self._text, start + 1, True)[0]
        except JSONDecodeError:
            self._breaks.in_text(start)
        return text

    def _report_half(self, start: int, end: int) -> None:
        first, last = half_within(self._text[start:end])
        self._values.report(self._place(start + first, start + last), self._path, HALF_PROBLEM)

    def _word(self, start: int, end: int) -> None:
        """Take a number, true, false or null."""
        if self._expected is not _VALUE and self._expected is not _ITEM:
            self._fail(start, end)
        word = self._text[start:end]
        is_name = word in _WORDS
        value = _WORDS[word] if is_name else self._number(word, start)
        line, origin = self._line, self._origin - 1
        node = Scalar(self._file, line, start - origin, line, end - origin, value)
        self._add(node if is_name or value is not None else _broken(node))

    def _number(self, word: str, start: int) -> int | float | None:
        """Return the number a word says; None, after a report, for one that no model can hold."""
        match = _NUMBER.fullmatch(word)
        if match is None and word not in NOT_FINITE:
            self._breaks.word(start, word)
        if match is None:
            problem = f"JSON has no {word}"
        elif match.lastindex is not None:
            number = float(word)
            if math.isfinite(number):
                return number
            problem = "the number is beyond the largest one there is, about 1.8e308"
        else:
            digits = len(word.removeprefix("-"))
            problem = f"the number has {digits:,} digits; at most {MAX_DIGITS:,} are read"
            with contextlib.suppress(ValueError):  # Python may have been told to read fewer
                if digits <= MAX_DIGITS:
                    return int(word)
        self._values.report(self._place(start, start + len(word)), self._path, problem)
        return None

    def _fail(self, start: int, end: int) -> NoReturn:
        self._breaks.at(start, end, self._expected, self._context())

    def _context(self) -> Context | None:
        return Context(self._open.start, self._open.is_mapping) if self._outer else None

    def _path(self) -> str:
        """The path of the value that is read next, or of the mapping whose keys are."""
        steps = [ROOT]
        for opened in (*self._outer, self._open)[1:]:
            children = opened.children
            if not opened.is_mapping:
                steps.append(item(len(children)))
            elif len(children) % 2:
                steps.append(member(getattr(children[-1], "value", None)))
        return "".join(steps)


def _broken(node: Node) -> Broken:
    return Broken(node.file, node.line, node.column, node.end_line, node.end_column)
