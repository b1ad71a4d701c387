"""Reports texts that libyaml accepts and PyYAML's own parser, which the engine uses, refuses.

Both were compared over recorded and damaged files. Three differences matter: tabs between tokens or
in unquoted text; a question mark in unquoted text inside brackets or braces, as in `[$x?.y]`, where
the engine sees a key begin; and a comment directly after the header of a block scalar, as in `|#
comment`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from yaml.error import YAMLError
from yaml.tokens import ScalarToken

from muranopl.ard.nodes import Node, Scalar
from muranopl.ard.yaml.events import tokens
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import File, Place, lines_of, place_at
from muranopl.diagnostics.reporter import Reporter

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
