"""Finds the mistake behind a syntax error of YAML, often above the parser's place, and its remedy.

A parser continues over a missing colon, quote or bracket until something does not fit, lines
further. Each function looks for one kind of slip, and answers only if the lines leave little doubt; the
first answer in the order of `cause` counts. Without one `syntax_errors` reports the parser's own place.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from yaml.error import YAMLError
from yaml.tokens import (
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    ScalarToken,
    Token,
)

from muranopl.ard.yaml.events import tokens
from muranopl.ard.yaml.uneven_indentation import uneven
from muranopl.diagnostics.bounds import REPARSED_TEXT


class Cause(NamedTuple):
    """A slip: line and column from 1, the column after its end, the problem, and the remedy."""

    line: int
    column: int
    end: int
    problem: str
    remedy: str


class SyntaxFailure(NamedTuple):
    """The parser's message, where it noticed the error, and where the value began."""

    problem: str
    noticed: tuple[int, int]
    began: tuple[int, int] | None


_LEAD = r"(?P<lead>[ ]*(?:-[ ]+)*)"
_ENTRY = re.compile(
    rf"{_LEAD}(?P<key>(?:[\w.$?/=]|:(?=\S))+|\"[^\"]*\"|'[^']*')[ ]*:(?P<value>[ ].*)?$"
)
_TEXT_ITEM = re.compile(r"(?P<lead>[ ]*)(?:-[ ]+)+[^\s\[{'\"|>&*!-]")
_COLONLESS = re.compile(
    rf"{_LEAD}(?P<dash>-?)(?P<key>[A-Za-z_$?.][\w.$?]*)(?P<colon>:?)(?P<rest>.*)$"
)
_COMMENT = re.compile(r"(?:^|[ \t])#.*")
_UNEXPECTED = re.compile("expected key|<block end>|expected '-' indicator")
_ARGUMENT = re.compile(r"[(,][ ]*(?P<name>[A-Za-z_]\w*)[ ]*$")
_CONFLICT = re.compile("<{7}(?: |$)")
_CLOSING = {"[": "]", "{": "}"}


def cause(failure: SyntaxFailure, text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip behind a syntax error; None if it is not clear."""
    for find in (
        _conflict,
        _open_quote,
        _open_bracket,
        _named_argument,
        _missing_colon,
        _before_the_mapping,
        _missing_dash,
        _text_before_items,
        _deeper_than_its_neighbour,
        _uneven,
    ):
        result = find(failure, text, lines)
        if result is not None:
            return result
    return None


def _conflict(failure: SyntaxFailure, _text: str, lines: Sequence[str]) -> Cause | None:
    """Return the first marker of a merge that is not finished."""
    line, _ = failure.noticed
    for number, text in enumerate(lines[:line], 1):
        if _CONFLICT.match(text):
            return Cause(
                number,
                1,
                len(text.rstrip()) + 1,
                "this is a marker of a merge conflict",
                "choose one of the two versions, and remove the markers",
            )
    return None


def _missing_colon(failure: SyntaxFailure, _text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of a key without a colon.

    The parser reports it, or the next line is a key.
    """
    line, column = failure.noticed
    if "expected ':'" in failure.problem and failure.began is not None:
        began = failure.began[0]
        if began < line:
            return _colonless(began, lines) or _neither_key_nor_item(began, lines)
        return None
    if "mapping values are not allowed" not in failure.problem or not _is_first_colon(
        lines[line - 1], column
    ):
        return None
    before = _line_before(line, lines)
    if before is None or _indentation(lines[before - 1]) > _indentation(lines[line - 1]):
        return None
    above = _line_before(before, lines)
    if above is not None and _goes_on(lines[above - 1]):
        return None  # text of several lines
    return _colonless(before, lines)


def _colonless(line: int, lines: Sequence[str]) -> Cause | None:
    """Return the slip of a line that has no key with a colon and a blank; None if it has."""
    text = _bare(lines[line - 1])
    result = _COLONLESS.match(text)
    if result is None or _ENTRY.match(text):
        return None
    key, rest = result["key"], result["rest"].strip()
    span = (line, len(result["lead"]) + 1, len(text) + 1)
    if result["dash"]:
        return Cause(
            *span, f"missing space after the dash of `-{key}`", f"write `- {text.strip()[1:]}`"
        )
    if result["colon"]:
        return Cause(*span, f"missing space after the colon of `{key}:`", f"write `{key}: {rest}`")
    if result["rest"] and not result["rest"].startswith(" "):
        return None
    if rest:
        return Cause(*span, f"`{key}` has no colon", f"write `{key}: {rest}`")
    # A single character is hardly a key, but a slip of the keyboard
    remedy = f"write `{key}:`" if len(key) > 1 else "remove it"
    return Cause(*span, f"`{key}` has no colon", remedy)


def _neither_key_nor_item(line: int, lines: Sequence[str]) -> Cause:
    text = _bare(lines[line - 1])
    span = (line, _indentation(text) + 1, len(text) + 1)
    remedy = (
        "begin an item with `- `, end a key with a colon, or indent a string further than its key"
    )
    return Cause(*span, "this is neither a key with a colon nor an item with a dash", remedy)


def _before_the_mapping(failure: SyntaxFailure, _text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of a document whose first line is a value, with a mapping below it."""
    line, column = failure.noticed
    here = lines[line - 1] if line <= len(lines) else ""
    is_key = "mapping values are not allowed" in failure.problem
    if not (is_key and _is_first_colon(here, column)) and not (
        "document start" in failure.problem and column == 1 and _ENTRY.match(here)
    ):
        return None
    before = _line_before(line, lines)
    if before is None or _indentation(here) > _indentation(lines[before - 1]):
        return None
    above = _line_before(before, lines)
    if above is not None and _bare(lines[above - 1]) != "---":
        return None
    text = _bare(lines[before - 1])
    span = (before, _indentation(text) + 1, len(text) + 1)
    return Cause(
        *span,
        "this is a complete value, but a mapping follows",
        "remove it, or end it with a colon if it is a key",
    )


def _missing_dash(failure: SyntaxFailure, _text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of a first item without its dash.

    It is a key right below another one, with an item after it.
    """
    line, column = failure.noticed
    before, here = _line_before(line, lines), lines[line - 1]
    above = None if before is None else _line_before(before, lines)
    item = _indentation(here)
    if (
        before is None
        or above is None
        or not here[column - 1 :].startswith("- ")
        or column != item + 1
    ):
        return None
    first, parent = (_ENTRY.match(_bare(lines[before - 1])), _ENTRY.match(_bare(lines[above - 1])))
    if first is None or parent is None or "-" in first["lead"] or parent["value"]:
        return None
    if len(first["lead"]) != item + 2 or len(parent["lead"]) >= item:
        return None
    span = (before, item + 3, len(_bare(lines[before - 1])) + 1)
    return Cause(
        *span, f"`{first['key']}` is a key, but a list item follows", f"write `- {first['key']}:`"
    )


def _text_before_items(failure: SyntaxFailure, _text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of a first item that is text without its dash, which items continue."""
    line, _ = failure.noticed
    here = lines[line - 1] if line <= len(lines) else ""
    if not here.lstrip().startswith("- "):
        return None
    column, first = _indentation(here), line
    above = _line_before(line, lines)
    while above is not None and _indentation(lines[above - 1]) >= column:
        first, above = above, _line_before(above, lines)
    if above is None or first == line:
        return None
    parent, text = _ENTRY.match(_bare(lines[above - 1])), _bare(lines[first - 1])
    if parent is None or parent["value"] or not _goes_on(text):
        return None
    if _indentation(text) != column:
        return None
    return Cause(
        first,
        column + 1,
        len(text) + 1,
        "this is a string, but list items follow",
        f"write `- {text.strip()}`",
    )


def _open_quote(failure: SyntaxFailure, text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of an open quote.

    It begins a quoted text of several lines that look like keys or items.
    """
    for start, end in _quoted(failure, text):
        last, end_column = end
        within = (*lines[start[0] : last - 1], lines[last - 1][: end_column - 1])
        if last == failure.noticed[0] and _has_entries(within):
            return _unclosed_quote(start, f"is closed only in line {last}", lines)
    if failure.began is None or failure.began[0] >= failure.noticed[0]:
        return None
    began, column = failure.began
    is_quote = lines[began - 1][column - 1 : column] in {"'", '"'}
    if is_quote and _has_entries(lines[began : failure.noticed[0] - 1]):
        return _unclosed_quote(failure.began, "is not closed in its line", lines)
    return None


def _unclosed_quote(start: tuple[int, int], how: str, lines: Sequence[str]) -> Cause:
    line, column = start
    end = len(lines[line - 1].rstrip()) + 1
    return Cause(
        line,
        column,
        end,
        f"the quote that opens here {how}",
        "close it where the string ends",
    )


def _quoted(failure: SyntaxFailure, text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield start and end of the quoted texts of several lines before the error."""
    for token in _tokens(failure, text):
        if isinstance(token, ScalarToken) and token.style in {"'", '"'}:
            start, end = token.start_mark, token.end_mark
            if start.line < end.line:
                yield (start.line + 1, start.column + 1), (end.line + 1, end.column + 1)


def _tokens(failure: SyntaxFailure, text: str) -> Iterator[Token]:
    """Yield the tokens of a text before the error.

    Yield nothing for a long text, which would take too long.
    """
    if len(text) > REPARSED_TEXT.most:
        return
    with contextlib.suppress(YAMLError, ValueError):  # the latter comes from escapes
        for token in tokens(text):
            if (token.start_mark.line + 1, token.start_mark.column + 1) >= failure.noticed:
                return
            yield token


def _open_bracket(failure: SyntaxFailure, text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of a bracket that is not closed before a line that cannot be inside it."""
    opening = _bracket_around(failure, text, lines)
    if opening is None or opening[0] >= failure.noticed[0]:
        return None
    line, column = opening
    bracket = lines[line - 1][column - 1]
    closing, after = _CLOSING[bracket], _line_after(line, lines)
    span = (line, column, column + 1)
    unclosed = Cause(
        *span,
        f"the `{bracket}` that opens here is not closed",
        f"close it with `{closing}`, or quote the string",
    )
    if after is None:
        return unclosed
    # A list or mapping in brackets goes on only in lines that are indented further.
    deeper = _indentation(lines[after - 1]) > _indentation(lines[line - 1])
    if _bare(lines[line - 1]).endswith((",", bracket)):
        if deeper or not _is_entry(lines[after - 1]):
            return None
    elif deeper and not _is_entry(lines[after - 1]):
        return None
    return unclosed


def _bracket_around(
    failure: SyntaxFailure, text: str, lines: Sequence[str]
) -> tuple[int, int] | None:
    """Return the position of the innermost bracket that is open at the error."""
    if failure.began is not None:
        line, column = failure.began
        if lines[line - 1][column - 1 : column] in _CLOSING:
            return failure.began
    if "node content" not in failure.problem:
        return None
    opened: list[tuple[int, int]] = []
    for token in _tokens(failure, text):
        if isinstance(token, (FlowMappingStartToken, FlowSequenceStartToken)):
            opened.append((token.start_mark.line + 1, token.start_mark.column + 1))
        elif isinstance(token, (FlowMappingEndToken, FlowSequenceEndToken)) and opened:
            opened.pop()
    return opened[-1] if opened else None


def _deeper_than_its_neighbour(
    failure: SyntaxFailure, _text: str, lines: Sequence[str]
) -> Cause | None:
    """Return the slip of a key indented further than a key with a value, or an item, before it."""
    line, column = failure.noticed
    if "mapping values are not allowed" not in failure.problem or not _is_first_colon(
        lines[line - 1], column
    ):
        return None
    before = _line_before(line, lines)
    above = "" if before is None else _bare(lines[before - 1])
    entry, item = _ENTRY.match(above), _TEXT_ITEM.match(above)
    here = lines[line - 1]
    first = _indentation(here)
    if entry is not None:
        if not (entry["value"] or "").strip() or first <= len(entry["lead"]):
            return None
        problem = f"this line is indented further than `{entry['key']}` before it, which already has a value"
    elif item is not None and first > len(item["lead"]):
        problem = "this line is indented further than the list item before it, which is complete"
    else:
        return None
    return Cause(
        line,
        first + 1,
        len(here.rstrip()) + 1,
        problem,
        "indent both equally; quote a string of several lines",
    )


def _named_argument(failure: SyntaxFailure, _text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of an argument that is passed by name with a colon."""
    line, column = failure.noticed
    if "mapping values are not allowed" not in failure.problem:
        return None
    before = lines[line - 1][: column - 1]
    argument = _ARGUMENT.search(before)
    if argument is None or before.count("(") <= before.count(")"):
        return None
    name = argument["name"]
    return Cause(
        line,
        argument.start("name") + 1,
        column + 1,
        f"`{name}:` is in a call, but a colon and a space make a key",
        f"write `{name} => ...` to pass an argument by name, or quote the string",
    )


def _uneven(failure: SyntaxFailure, _text: str, lines: Sequence[str]) -> Cause | None:
    """Return the slip of a line that is indented as none around it."""
    line, column = failure.noticed
    here = lines[line - 1] if line <= len(lines) else ""
    if not _UNEXPECTED.search(failure.problem) or column != _indentation(here) + 1:
        return None
    cause = uneven(line, lines)
    if cause is None:
        return None
    problem, remedy = cause
    return Cause(line, column, len(_bare(here)) + 1, problem, remedy)


def _is_first_colon(line: str, column: int) -> bool:
    """Return whether the colon at a column ends the key that the line begins with."""
    result = _ENTRY.match(line)
    return result is not None and line[: column - 1].rstrip() == f"{result['lead']}{result['key']}"


def _has_entries(lines: Sequence[str]) -> bool:
    return any(map(_is_entry, lines))


def _is_entry(line: str) -> bool:
    return _ENTRY.match(line) is not None or line.lstrip().startswith("- ")


def _goes_on(line: str) -> bool:
    """Return whether a line is text without any key, as one in a text of several lines."""
    return not _is_entry(line) and not _bare(line).endswith((":", "|", ">", "-", "---"))


def _bare(line: str) -> str:
    """Return a line without its comment and the blanks at its end."""
    return _COMMENT.sub("", line).rstrip()


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _line_before(line: int, lines: Sequence[str]) -> int | None:
    """Return the number of the nearest line above that is neither blank nor a comment."""
    return next((number for number in range(line - 1, 0, -1) if _bare(lines[number - 1])), None)


def _line_after(line: int, lines: Sequence[str]) -> int | None:
    """Return the number of the nearest line below that is neither blank nor a comment."""
    return next(
        (number for number in range(line + 1, len(lines) + 1) if _bare(lines[number - 1])), None
    )
