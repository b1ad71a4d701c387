"""JSON → ARD: the value of a file as nodes with places; defects are reported, never raised.

The language is that of RFC 8259: that of Python's `json` without `NaN` and `Infinity`. Texts and
numbers get the values that `json` gives them. The scanner of the standard library is used for
escapes only: it recurses, so that deep nesting fails, and keeps neither the places of keys nor what
was read before a syntax error.
"""

from __future__ import annotations

import codecs
import contextlib
import math
import re
from json.decoder import (  # type: ignore[attr-defined] # public in the module, unknown to its stub
    JSONDecodeError,
    scanstring,
)
from typing import NoReturn

from muranopl.ard.decoding import decode
from muranopl.ard.garbage_collection import paused
from muranopl.ard.json import syntax_errors
from muranopl.ard.json.scalars import (
    LONE_SURROGATE_PROBLEM,
    NOT_FINITE,
    StopError,
    lone_surrogate,
    report_unusable,
)
from muranopl.ard.json.syntax_errors import Expected, OpenContainer, SyntaxProblem
from muranopl.ard.model_path import ROOT, item, member
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, ScalarValue, Sequence
from muranopl.ard.yaml.collections import distinct
from muranopl.diagnostics.bounds import DIGITS, NESTING
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.diagnostic import InModel, Related, Severity
from muranopl.diagnostics.formats.encode import SURROGATE
from muranopl.diagnostics.places import File, LineIndex, Place
from muranopl.diagnostics.reporter import Reporter

# Blanks, then: a text in quotes, a sign, a word (number, true, ...), or a quote that begins no
# text. Nothing: the end.
_TOKEN = re.compile(
    r'[ \t\n\r]*+(?:("[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+")|([][{}:,])|([^][{}:," \t\n\r]++)|("))?'
)
_TEXT, _SIGN, _WORD = 1, 2, 3
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][-+]?[0-9]++)?")
_WORDS = {"true": True, "false": False, "null": None}
_VALUE, _ITEM, _KEY, _FIRST_KEY, _COLON, _MORE, _END = (
    Expected  # a global name is quicker than a member
)


def load(data: bytes, file: File, reporter: Reporter) -> Node | None:
    """Return the value of a JSON file, or None after a report of a syntax error; sets `file.text`.

    Valid JSON that no model can hold (a number too large, half a surrogate pair) becomes `Broken`.
    If keys are equal, the last value counts, in the position of the first, as in Python.
    """
    text = decode(data, file, reporter, utf16=False)
    if text is None:
        return None
    if data.startswith(codecs.BOM_UTF8):
        problem, remedy = (
            "there is a byte order mark before the value",
            "save the file as UTF-8 without a byte order mark",
        )
        reporter.report(
            rules.SYNTAX, Place(file), problem=problem, suggestion=remedy, severity=Severity.WARNING
        )
    with paused():
        return _Reader(text, file, reporter).run()


class _Reader:
    """Reads one text.

    Its state are the open containers, outermost first, and what is expected next.
    """

    def __init__(self, text: str, file: File, reporter: Reporter) -> None:
        self._text = text
        self._file = file
        self._reporter = reporter
        self._lines = LineIndex(text)
        self._open = [OpenContainer(0, False, [])]
        self._expected = _VALUE
        self._keys: dict[str, str] = {}

    def run(self) -> Node | None:
        """Return the value; None after a syntax error."""
        try:
            # One pattern for all kinds of tokens, as most of the time is spent here.
            for match in _TOKEN.finditer(self._text):
                kind = match.lastindex
                if kind is None:
                    break
                start, end = match.span(kind)
                if kind == _SIGN:
                    self._sign(match[kind], start)
                elif kind == _TEXT:
                    self._quoted(start, end)
                elif kind == _WORD:
                    self._word(match[kind], start, end)
                else:
                    self._stop(syntax_errors.bad_text(self._text, start))
            if self._expected is not _END:
                self._stop(syntax_errors.early_end(self._container()))
        except StopError:
            return None
        return self._open[0].children[0]

    def _sign(self, sign: str, start: int) -> None:
        expected = self._expected
        innermost = self._open[-1]
        if sign == "," and expected is _MORE:
            self._expected = _KEY if innermost.is_mapping else _VALUE
        elif sign == ":" and expected is _COLON:
            self._expected = _VALUE
        elif sign in "{[" and (expected is _VALUE or expected is _ITEM):
            if len(self._open) > NESTING.most:
                what = f"values are nested deeper than {NESTING.most:,} levels"
                self._reporter.report(
                    rules.MODEL_TOO_DEEP, self._place(start, start + 1), what=what
                )
                raise StopError
            self._open.append(OpenContainer(start, sign == "{", []))
            self._expected = _FIRST_KEY if sign == "{" else _ITEM
        elif sign == "}" and (
            expected is _FIRST_KEY or (expected is _MORE and innermost.is_mapping)
        ):
            children = innermost.children
            pairs = tuple(zip(children[::2], children[1::2], strict=True))
            pairs = distinct(pairs, self._report_duplicate)
            self._close(Mapping(*self._span(innermost.start, start), pairs))
        elif sign == "]" and (
            expected is _ITEM or (expected is _MORE and not innermost.is_mapping)
        ):
            self._close(Sequence(*self._span(innermost.start, start), tuple(innermost.children)))
        else:
            self._refuse(start, start + 1)

    def _span(self, opening: int, closing: int) -> tuple[File, int, int, int, int]:
        """Return the fields of a node from its opening to its closing bracket."""
        end_line, end_column = self._lines.position(closing)
        return (self._file, *self._lines.position(opening), end_line, end_column + 1)

    def _close(self, node: Node) -> None:
        self._open.pop()
        self._add(node)

    def _add(self, node: Node) -> None:
        self._open[-1].children.append(node)
        self._expected = _MORE if len(self._open) > 1 else _END

    def _quoted(self, start: int, end: int) -> None:
        """Read a quoted text: a key or a value."""
        expected = self._expected
        is_key = expected is _KEY or expected is _FIRST_KEY
        if not is_key and expected is not _VALUE and expected is not _ITEM:
            self._refuse(start, end)
        text = self._text[start + 1 : end - 1]
        is_whole = True
        if "\\" in text:
            text = self._unescaped(start)
            is_whole = SURROGATE.search(text) is None
        if not is_whole:
            first, last = lone_surrogate(self._text[start:end])
            self._unusable(start + first, start + last, LONE_SURROGATE_PROBLEM)
            text = SURROGATE.sub("\ufffd", text)
        if is_key:
            line, column = self._lines.position(start)
            # Equal keys of many objects share one text, which saves memory.
            text = self._keys.setdefault(text, text)
            self._open[-1].children.append(
                Scalar(self._file, line, column, line, column + end - start, text)
            )
            self._expected = _COLON
        else:
            self._scalar(start, end, text, usable=is_whole)

    def _unescaped(self, start: int) -> str:
        try:
            text: str = scanstring(self._text, start + 1, True)[0]
        except JSONDecodeError:
            self._stop(syntax_errors.bad_text(self._text, start))
        return text

    def _word(self, word: str, start: int, end: int) -> None:
        """Read a number, true, false or null."""
        if self._expected is not _VALUE and self._expected is not _ITEM:
            self._refuse(start, end)
        if word in _WORDS:
            self._scalar(start, end, _WORDS[word])
        else:
            number = self._number(word, start, end)
            self._scalar(start, end, number, usable=number is not None)

    def _scalar(self, start: int, end: int, value: ScalarValue, *, usable: bool = True) -> None:
        line, column = self._lines.position(start)
        span = (self._file, line, column, line, column + end - start)
        self._add(Scalar(*span, value) if usable else Broken(*span))

    def _number(self, word: str, start: int, end: int) -> int | float | None:
        """Return the value of a number; None, after a report, if no model can hold it."""
        match = _NUMBER.fullmatch(word)
        if match is None:
            if word not in NOT_FINITE:
                self._stop(syntax_errors.bad_word(self._text, start, end))
            problem = f"JSON has no {word}"
        elif match.lastindex is not None:
            number = float(word)
            if math.isfinite(number):
                return number
            problem = "the number is too large; the largest is about 1.8e308"
        else:
            digits = len(word.removeprefix("-"))
            problem = f"the number has {digits:,} digits; at most {DIGITS.most:,} are read"
            # Python may be configured to read fewer
            with contextlib.suppress(ValueError):
                if digits <= DIGITS.most:
                    return int(word)
        self._unusable(start, end, problem)
        return None

    def _unusable(self, start: int, end: int, problem: str) -> None:
        report_unusable(self._reporter, self._path, self._place(start, end), problem)

    def _report_duplicate(self, key: Node, first: Node | None) -> None:
        if isinstance(key, Scalar) and first is not None:
            self._reporter.report(
                rules.DUPLICATE_KEY,
                key,
                key=key.value,
                related=(Related("the first one is here", first.place),),
                in_model=lambda: InModel(self._path() + member(key.value)),
            )

    def _refuse(self, start: int, end: int) -> NoReturn:
        self._stop(
            syntax_errors.unexpected(self._text, start, end, self._expected, self._container())
        )

    def _stop(self, problem: SyntaxProblem) -> NoReturn:
        start, end, what, remedy, opening = problem
        related: tuple[Related, ...] = ()
        if opening is not None:
            related = (Related("it begins here", self._place(opening, opening + 1)),)
        place = self._place(start, end)
        self._reporter.report(rules.SYNTAX, place, problem=what, suggestion=remedy, related=related)
        raise StopError

    def _place(self, start: int, end: int) -> Place:
        return self._lines.place(self._file, start, end)

    def _container(self) -> OpenContainer | None:
        """Return the innermost open list or mapping."""
        return self._open[-1] if len(self._open) > 1 else None

    def _path(self) -> str:
        """Return the path of the next value, or of the mapping whose keys are being read."""
        steps = [ROOT]
        for container in self._open[1:]:
            children = container.children
            if not container.is_mapping:
                steps.append(item(len(children)))
            elif len(children) % 2:
                steps.append(member(getattr(children[-1], "value", None)))
        return "".join(steps)
