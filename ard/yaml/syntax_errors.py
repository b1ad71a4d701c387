"""Reports the parser's syntax errors in plainer words, with the usual remedy.

The place and the mistake are those of `syntax_causes`, where it finds them.
"""

from __future__ import annotations

import re

from yaml.error import Mark, MarkedYAMLError

from muranopl.ard.yaml.events import NO_CHARACTER
from muranopl.ard.yaml.syntax_causes import SyntaxFailure, cause
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import Reporter

_CHECK_TEXT = "quote a string that continues after a closed quote, bracket or brace; otherwise, check the indentation"
_EXPRESSION = "an expression cannot begin with {sign}: {instead}put all of it in parentheses"
_GOES_ON = re.compile(r"""(?P<closed>['"\]}])\s*(?:[.+*/<>=-]|(?:and|or|in|not|is)\b)""")
_INSTEAD = {
    "]": ("[", "write list(...), or "),
    "}": ("{", "write dict(...), or "),
    "'": ("'", ""),
    '"': ('"', ""),
}
_COLON = "quote a string that contains a colon and a space; otherwise, check the indentation"
_CONDITIONAL = "YAQL has no `? :`: write `switch(condition => value, true => other)`"
_LAMBDA = re.compile(r"\blambda\b")
_NO_LAMBDA = "YAQL has no lambda: write an expression with `$` for its argument"
_QUOTE_SIGN = "quote a string that begins with this character"
_ESCAPES = "use single quotes, or double the backslash"
_UNICODE = "write the character itself; for a backslash use single quotes"

# Patterns of libyaml's and PyYAML's problems, what they mean, and the remedy; `{sign}` is the
# character at the place, `{group}` what the pattern's group matched.
_MEANINGS = (
    ("mapping values are not allowed", "a mapping cannot begin here", _COLON),
    (
        "sequence entries are not allowed",
        "a list item cannot begin here",
        "begin the list on a line of its own",
    ),
    ("mapping keys are not allowed", "a key cannot begin here", "check the indentation"),
    ("cannot start any token", "no value can begin with {sign}", _QUOTE_SIGN),
    ("unexpected end of stream", "a quote is never closed", "close the quote"),
    ("unexpected document (?:indicator|separator)", "a quote is never closed", "close the quote"),
    ("expected ',' or '(.)'", "a comma or `{group}` is missing", None),
    ("expected key|<block end>", "this does not belong to the value before it", _CHECK_TEXT),
    (
        "expected '-' indicator",
        "this is not an item of the list before it",
        "check the indentation",
    ),
    (
        "comment or line break|chomping or indentation",
        "only a line end can follow `|` or `>`",
        _QUOTE_SIGN,
    ),
    (
        "alphabetic or numeric",
        "the name of an anchor or alias is missing",
        "quote a string that begins with `*` or `&`",
    ),
    (
        "document start",
        "the document ends before this",
        "put `---` between documents, or quote the whole string",
    ),
    ("unknown escape character", "unknown escape in double quotes", _ESCAPES),
    (
        "hexadecimal numbers|hexdecimal number",
        "this escape in double quotes needs more hexadecimal digits",
        _ESCAPES,
    ),
    (NO_CHARACTER, "Unicode has no character with this number", _UNICODE),
    (
        "UTF-8 octet|utf-8. codec",
        "the escapes in this tag are not valid UTF-8",
        "quote a string that begins with `!`",
    ),
    (
        "undefined tag handle",
        "nothing declares the handle of this tag",
        "quote a string that begins with `!`",
    ),
    (
        "expected ':'",
        "a colon is missing after this key",
        "end the key with a colon; otherwise, check the indentation",
    ),
)


def report_syntax(error: MarkedYAMLError, text: str, file: File, reporter: Reporter) -> None:
    """Report the error that ended a stream, at its likely cause or where it was noticed."""
    mark = error.problem_mark or error.context_mark
    noticed = Place(file) if mark is None else _place(mark, file)
    began = None
    if error.context_mark is not None:
        began = _place(error.context_mark, file)
    message = error.problem or error.context or ""
    starts = None if began is None else (began.line, began.column)
    result = cause(
        SyntaxFailure(message, (noticed.line, noticed.column), starts), text, file.lines()
    )
    if result is not None:
        line, column, end, *_ = result
        place = Place(file, line, column, line, end)
        related = [] if line == noticed.line else [Related("noticed here", noticed)]
        reporter.report(
            rules.SYNTAX,
            place,
            problem=result.problem,
            related=tuple(related),
            suggestion=result.remedy,
        )
        return
    problem, remedy = _explained(message, noticed)
    related = []
    place = noticed
    if began is not None:
        if _is_last(noticed):
            place = began  # what is never closed is noticed at the very end; it began here
        elif began.key() != noticed.key():
            related = [Related(error.context or "it began here", began)]
    reporter.report(rules.SYNTAX, place, problem=problem, related=tuple(related), suggestion=remedy)


def _is_last(place: Place) -> bool:
    """Return whether only blanks follow from a place on."""
    lines = place.file.lines()
    rest = (lines[place.line - 1][place.column - 1 :], *lines[place.line :])
    return not any(line.strip() for line in rest)


def _explained(problem: str, place: Place) -> tuple[str, str | None]:
    """Return the problem in plain words and its remedy.

    These are the parser's own words if nothing better is known.
    """
    lines = place.file.lines()
    sign = lines[place.line - 1][place.column - 1 : place.column]
    if sign == "\t" and "start any token" in problem:
        return "a tab cannot indent", "indent with spaces"
    for pattern, meaning, remedy in _MEANINGS:
        result = re.search(pattern, problem)
        if result is not None:
            words = meaning.format(sign=f"`{sign}`", group=result[1] if result.lastindex else "")
            if remedy is _CHECK_TEXT:
                return words, _going_on(lines[place.line - 1], place.column - 1)
            if remedy is _COLON:
                return words, _colon_in_code(lines[place.line - 1], place.column - 1)
            return words, remedy
    return problem, None


def _colon_in_code(line: str, column: int) -> str:
    """Return the remedy for a colon in a value of one line: it may be an expression."""
    before = line[:column]
    if " ? " in before and "$" in line:
        return _CONDITIONAL
    if "(" in before and _LAMBDA.search(before):
        return _NO_LAMBDA
    return _COLON


def _going_on(line: str, column: int) -> str:
    """Return the remedy for what goes on in a line after a closed value: it may be an expression."""
    end = len(line[:column].rstrip())
    match = _GOES_ON.match(line, max(end - 1, 0))
    if match is None:
        return _CHECK_TEXT
    sign, instead = _INSTEAD[match["closed"]]
    return _EXPRESSION.format(sign=sign, instead=instead)


def _place(mark: Mark, file: File) -> Place:
    """Return the place of the character at a mark; it is empty at the end of a line."""
    lines = file.lines()
    line, column = mark.line + 1, mark.column + 1
    # The parser's mark may point after the end of a line, where editors show nothing.
    if line > len(lines) or column > len(lines[line - 1]):
        line = min(line, len(lines))
        if line == mark.line + 1:
            column = min(column, len(lines[line - 1]) + 1)
        else:
            column = len(lines[-1]) + 1
    return Place(file, line, column, line, min(column, len(lines[line - 1])) + 1)
