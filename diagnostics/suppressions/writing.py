"""Writes comments that suppress diagnostics into files, which are otherwise left as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import yaml

from muranopl.diagnostics.catalogue.suppressions import MALFORMED, UNKNOWN, USELESS
from muranopl.diagnostics.diagnostic import MARKER, Diagnostic, TextEdit
from muranopl.diagnostics.formats.encode import SURROGATE
from muranopl.diagnostics.places import File, Place, lines_of
from muranopl.diagnostics.suppressions.lines import scanned
from muranopl.diagnostics.suppressions.scanning import CoveredLines, suppressions_in

_SUFFIXES = (".yaml", ".yml", ".template")
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_KNOWN_WORDS = re.compile(rf"(#[ \t]*{MARKER}[ \t]*ignore[ \t]*\[[^\]]*)\]")
_BYTE_ORDER_MARK = "\ufeff"
_MISTAKES = frozenset({MALFORMED.code, UNKNOWN.code, USELESS.code})
"""The codes of mistakes in comments, which no comment suppresses."""


class Commented(NamedTuple):
    """A file with comments for some diagnostics: its new bytes, and the diagnostics without one."""

    data: bytes
    covered: list[Diagnostic]
    left: list[Diagnostic]


def may_have_comments(diagnostic: Diagnostic) -> bool:
    """Return whether a comment could suppress a diagnostic: one in a YAML file."""
    return (
        diagnostic.place.file.display.endswith(_SUFFIXES)
        and not diagnostic.is_internal
        and not diagnostic.left_out
        and diagnostic.code not in _MISTAKES
    )


def with_comments(data: bytes, diagnostics: Sequence[Diagnostic]) -> Commented:
    """Return a file with comments for its diagnostics, where these change nothing else.

    Nothing is added where a comment would be part of a text, or would not cover the diagnostic.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Commented(data, [], list(diagnostics))
    before = list(_events(text))
    by_line = _by_comment_line(text, diagnostics)
    changed = _added(text, by_line)
    if _covers_all(changed, diagnostics) and list(_events(changed)) == before:
        return Commented(changed.encode(), list(diagnostics), [])
    covered: list[Diagnostic] = []
    left: list[Diagnostic] = []
    for line, those in by_line.items():
        new = _added(text, {line: those})
        is_right = _covers_all(new, those) and list(_events(new)) == before
        (covered if is_right else left).extend(those)
        text = new if is_right else text
    return Commented(text.encode(), covered, left)


def suppressing_edits(text: str, diagnostics: Iterable[Diagnostic]) -> Iterator[TextEdit | None]:
    """Yield for each diagnostic of a file the edit that adds a comment for it alone.

    Yield None where no comment can suppress it.
    """
    is_encodable = SURROGATE.search(text) is None
    before = list(_events(text)) if is_encodable else []
    for diagnostic in diagnostics:
        is_possible = is_encodable and may_have_comments(diagnostic)
        yield _edit(text, before, diagnostic) if is_possible else None


def _edit(text: str, before: list[tuple[object, ...]], diagnostic: Diagnostic) -> TextEdit | None:
    changed = _added(text, _by_comment_line(text, [diagnostic]))
    if not _covers_all(changed, [diagnostic]) or list(_events(changed)) != before:
        return None
    old = text.removeprefix(_BYTE_ORDER_MARK)
    new = changed.removeprefix(_BYTE_ORDER_MARK)
    pairs = enumerate(zip(old, new, strict=False))
    start = next((at for at, (one, other) in pairs if one != other), len(old))
    lines = lines_of(old[:start])
    line, column = len(lines), len(lines[-1]) + 1
    place = Place(diagnostic.place.file, line, column, line, column)
    return TextEdit(place, new[start : start + len(new) - len(old)])


def _by_comment_line(text: str, diagnostics: Iterable[Diagnostic]) -> dict[int, list[Diagnostic]]:
    """Return the diagnostics by the position of the line that gets their comment."""
    lines = scanned(_file(text).lines())
    covered = CoveredLines(lines)
    result: dict[int, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        position = min(diagnostic.line, len(lines)) - 1
        result.setdefault(covered.comment_line(position), []).append(diagnostic)
    return result


def _added(text: str, by_line: dict[int, list[Diagnostic]]) -> str:
    parts: list[str] = []
    for position, match in enumerate(_LINE.finditer(text)):
        line = match[1]
        if position in by_line:
            line = _with_codes(line, sorted({item.code for item in by_line[position]}))
        parts += (line, match[2])
    return "".join(parts)


def _with_codes(line: str, codes: list[str]) -> str:
    """Return a line with a comment, or with further codes in the one that it has."""
    words = ", ".join(codes)
    comments = list(_KNOWN_WORDS.finditer(line))
    if comments:
        at = comments[-1].end(1)
        return f"{line[:at]}, {words}{line[at:]}"
    blank = "  " if line.strip() else ""
    return f"{line}{blank}# {MARKER} ignore[{words}]"


def _covers_all(text: str, diagnostics: Iterable[Diagnostic]) -> bool:
    suppressions = list(suppressions_in(_file(text)))
    return all(
        any(
            item.is_file or item.first <= diagnostic.line <= item.last
            for item in suppressions
            if item.word == diagnostic.code
        )
        for diagnostic in diagnostics
    )


def _file(text: str) -> File:
    return File("", "", text.removeprefix(_BYTE_ORDER_MARK))


def _events(text: str) -> Iterator[tuple[object, ...]]:
    """Yield what the text says, without places and comments, up to a syntax error."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for event in yaml.parse(text, Loader=loader):
            parts = (getattr(event, name, None) for name in ("value", "anchor", "tag"))
            yield (type(event), *parts)
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        yield (type(error), getattr(error, "problem", None), mark and mark.line)
