"""Suppressions as they are written: `# muranopl: ignore[MPL123, other-name] reason`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.suppressions.comments import MARKER, Suppression
from muranopl.diagnostics.suppressions.covered import CoveredLines
from muranopl.diagnostics.suppressions.lines import Line, scanned

_COMMENT = re.compile(rf"#[ \t]*{MARKER}[ \t]*(?P<instruction>.*)")
_NEARLY = re.compile(
    rf"#[ \t]*(?:{MARKER}|muranopl[ \t]*[ \t:-]?[ \t]*(?:ignore|disable)\b|noqa[ \t]*:?[ \t]*MPL\d)"
)
_IGNORE = re.compile(r"ignore[ \t]*(?P<list>\[(?P<words>[^\]]*)(?P<closing>\]?))?")
_WORD = re.compile(r"[^\s,]+")


def suppressions_in(file: File) -> Iterator[Suppression]:
    """Yield the suppressions of a YAML file, in their order."""
    if file.text is None:
        return
    lines = scanned(file.lines())
    covered = CoveredLines(lines)
    for position, line in enumerate(lines):
        if line.comment is not None and _NEARLY.search(line.text, line.comment):
            yield from _of_comment(file, covered, position, line)


def _of_comment(
    file: File, covered: CoveredLines, position: int, line: Line
) -> Iterator[Suppression]:
    comment = _COMMENT.search(line.text, line.comment or 0)

    def place(start: int, end: int) -> Place:
        return Place(file, position + 1, start + 1, position + 1, end + 1)

    if comment is None:
        nearly = place(line.comment or 0, len(line.text.rstrip()))
        yield Suppression(nearly, "", problem=f"it does not begin with `# {MARKER}`")
        return
    comment_place = place(comment.start(), len(line.text.rstrip()))
    ignore = _IGNORE.match(line.text, comment.start("instruction"))
    if ignore is None:
        shown = f'"{comment["instruction"].strip()}" is not an instruction'
        yield Suppression(comment_place, "", problem=shown)
        return
    words = list(_WORD.finditer(line.text, *ignore.span("words")))
    if ignore["list"] and not ignore["closing"]:
        yield Suppression(comment_place, "", problem='the "]" is missing')
    elif not words:
        yield Suppression(comment_place, "", problem="it names no code")
    else:
        lines = covered.covered_by(position)
        for word in words:
            yield Suppression(place(*word.span()), word[0], *lines)
