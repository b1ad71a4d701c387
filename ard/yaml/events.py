"""Text → YAML events and tokens, by libyaml if PyYAML has it, else by PyYAML's own parser; where they differ.

Both parsers count lines differently from editors: U+0085, U+2028 and U+2029 end a line for YAML, and
libyaml puts the end of a text without a final line end on a line of its own. The marks of such
texts are recounted.

They were compared over recorded and damaged files. Three differences matter: tabs between tokens or
in unquoted text; a question mark in unquoted text inside brackets or braces, as in `[$x?.y]`, where
the engine sees a key begin; and a comment directly after the header of a block scalar, as in `|#
comment`.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from yaml.error import Mark, YAMLError
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken

from muranopl.ard.nodes import Node, Scalar
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import File, LineIndex, Place, lines_of, place_at
from muranopl.diagnostics.reporter import Reporter

try:
    from yaml._yaml import CParser
except ImportError:  # PyYAML was built without libyaml
    CParser = None  # type: ignore[assignment, misc]

# libyaml's message for an escape beyond Unicode, or of half a surrogate pair. PyYAML's own parser
# fails, or takes it.
NO_CHARACTER = "invalid Unicode character escape code"

# Line ends of YAML only, and a sign PyYAML's own parser does not count as a column.
_MISCOUNTED = "\x85\u2028\u2029\ufeff"


class _PurePythonParser(Reader, Scanner, Parser):
    """PyYAML's parser without composer and constructor."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Mark) -> list[str]:
        """Return the pieces of a quoted scalar up to a blank.

        Raise ScannerError also for an escape of no character.
        """
        # Raised by `chr`, which is called with any number of the escape
        with contextlib.suppress(ValueError, OverflowError):
            pieces = super().scan_flow_scalar_non_spaces(double, start_mark)
            if not any("\ud800" <= piece <= "\udfff" for piece in pieces if len(piece) == 1):
                return pieces
        problem = f"found {NO_CHARACTER}"
        raise ScannerError("while parsing a quoted scalar", start_mark, problem, self.get_mark())


class Events:
    """The events of a text, one by one. Raise YAMLError where they break off.

    `lenient` is true if libyaml reads it, which accepts more than PyYAML's own parser does,
    `may_ask` if that may include question marks.
    """

    def __init__(self, text: str, *, pure: bool = False) -> None:
        # Any: the two parsers share their interface but no base; `next` gives an event, at the end
        # None.
        self.lenient = not pure and CParser is not None
        self.may_ask = self.lenient and "?" in text
        self.parser: Any = CParser(text) if self.lenient else _PurePythonParser(text)
        self._source: Callable[[], Any] = self.parser.get_event
        self._length = len(text)
        has_signs = not text.isascii() and any(sign in text for sign in _MISCOUNTED)
        is_miscounted = has_signs or not text.endswith(("\n", "\r"))
        self._lines = LineIndex(text) if is_miscounted else None

    @property
    def next(self) -> Callable[[], Any]:
        """What returns the next event, or None."""
        # Kept in an attribute, a method would keep this object until garbage is collected
        return self._recounted if self._lines else self._source

    def recount(self, mark: Any) -> Any:
        """Return a mark as an editor counts it; None for None."""
        if self._lines is None or mark is None:
            return mark
        # libyaml's last mark may lie after the end of the text.
        index = min(mark.index, self._length)
        line, column = self._lines.position(index)
        return Mark("", index, line - 1, column - 1, None, 0)

    def _recounted(self) -> Any:
        event = self._source()
        if event is not None:
            event.start_mark = self.recount(event.start_mark)
            event.end_mark = self.recount(event.end_mark)
        return event


def tokens(text: str) -> Iterator[Any]:
    """Yield the tokens of a text, their marks as an editor counts them.

    Raise YAMLError where they break off.
    """
    events = Events(text)
    while (token := events.parser.get_token()) is not None:
        token.start_mark, token.end_mark = (
            events.recount(token.start_mark),
            events.recount(token.end_mark),
        )
        yield token


_LINE_END = "[\r\n\x85\u2028\u2029]"  # compiled when it is needed: few files have what it is for
# Much faster to search than the whole header
_CLOSE_COMMENT = lazy_pattern(r"#(?<=[|>+\-1-9]#)")
_COMMENTED_HEADER = lazy_pattern("[|>](?:[+-][1-9]?|[1-9][+-]?)?#")
_COMMENT = lazy_pattern("(?:^|[ \t])#")


def report_question_mark(place: Place, reporter: Reporter) -> None:
    """Report an unquoted text with a question mark inside brackets or braces."""
    problem = "an unquoted `?` inside brackets or braces begins a key"
    reporter.report(
        rules.SYNTAX, place, problem=problem, suggestion="quote the string, or use block style"
    )


def report_empty_keys(children: Sequence[Node], reporter: Reporter) -> None:
    """Report keys that are only a `?`, of a mapping in braces: its keys and values in turn."""
    for key in children[::2]:
        if key.__class__ is not Scalar or key.column != key.end_column:
            continue
        line, column = key.line, key.column
        text = lines_of(key.file.text or "")[line - 1]
        if text[: column - 1].endswith("?"):
            sign = Place(key.file, line, column - 1, line, column)
            reporter.report(rules.EMPTY_KEY, sign)


def report_tab(text: str, file: File, reporter: Reporter) -> None:
    """Report the first tab outside quotes, block scalars and comments in a well-formed text."""
    position = 0
    for start, end in (*_protected(text), (len(text), len(text))):
        while (tab := text.find("\t", position, start)) >= 0:
            before = re.split(_LINE_END, text[position:tab])[-1]
            if not _COMMENT.search(before):
                place = place_at(file, text, tab)
                reporter.report(
                    rules.SYNTAX,
                    place,
                    problem="a tab is not allowed outside quotes",
                    suggestion="use spaces",
                )
                return
            position = _line_end(text, tab)
        position = end


def report_commented_header(text: str, file: File, reporter: Reporter) -> None:
    """Report the first header of a block scalar directly followed by a comment."""
    if not (_CLOSE_COMMENT.search(text) and _COMMENTED_HEADER.search(text)):
        return
    for token in tokens(text):
        if isinstance(token, ScalarToken) and token.style in {"|", ">"}:
            result = _COMMENTED_HEADER.match(text, token.start_mark.index)
            if result is not None:
                problem, place = (
                    "only a line end can follow `|` or `>`",
                    place_at(file, text, result.end() - 1),
                )
                reporter.report(
                    rules.SYNTAX,
                    place,
                    problem=problem,
                    suggestion="put a space before the comment",
                )
                return


def _protected(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans in which tabs are harmless.

    These are quoted scalars, and the bodies of block scalars.
    """
    try:
        for token in tokens(text):
            if isinstance(token, ScalarToken) and not token.plain:
                start, end = token.start_mark.index, token.end_mark.index
                yield (start if text[start] in "'\"" else _line_end(text, start)), end
    except YAMLError:
        return


def _line_end(text: str, offset: int) -> int:
    result = re.compile(_LINE_END).search(text, offset)
    return result.start() if result else len(text)
