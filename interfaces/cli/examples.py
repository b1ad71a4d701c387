"""Compares the two examples of a page, for `explain`; lines that differ are marked.

    Body:
-     - Return: $.prot

The bad example is shown completely. Of a long good example, only lines near a difference are shown.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Collection, Iterator, Sequence

from muranopl.diagnostics.examples import entry, sections
from muranopl.diagnostics.formats.snippet import Paint, marked

SHORT = 16
"""Maximum number of lines of a good example that is shown completely."""
CONTEXT = 4
"""Number of lines shown before and after a difference in a longer example."""
HEADING = "=== "


def pair(bad: str, good: str, room: int, paint: Paint) -> tuple[Iterator[str], Iterator[str]]:
    """Return the lines to show of a bad and a good example; `room` is the width in columns."""
    # The sign and its blanks take four columns
    wrong, right = list(_lines(bad, room - 4)), list(_lines(good, room - 4))
    removed, added = _changed(wrong, right)
    kept: Collection[int] = range(len(right))
    if added and len(right) > SHORT:
        kept = _near(right, added)
    return (
        _shown(wrong, removed, range(len(wrong)), paint("error", "-"), paint),
        _shown(right, added, kept, paint("good", "+"), paint),
    )


def _lines(example: str, room: int) -> Iterator[str]:
    """Yield the lines of an example without binary files; very long lines are shortened."""
    head, result = sections(example)
    yield from _shortened(head, room)
    for section in result:
        form, text = "", section.text
        if section.form == "base64":
            form, text = "", f"({len(entry(section).content)} bytes, not shown)"
        elif section.form:
            form = f" [{section.form} {section.target}".rstrip() + "]"
        yield f"{HEADING}{section.path}{form}"
        yield from _shortened(text, room)


def _shortened(text: str, room: int) -> Iterator[str]:
    return (marked(line, 0, 0, room).text for line in text.splitlines())


def _changed(bad: Sequence[str], good: Sequence[str]) -> tuple[set[int], set[int]]:
    """Return the numbers of lines only in the bad example, and of those only in the good one."""
    removed: set[int] = set()
    added: set[int] = set()
    # Its heuristic would ignore lines that are frequent in a long example
    for tag, *spans in difflib.SequenceMatcher(None, bad, good, autojunk=False).get_opcodes():
        if tag != "equal":
            removed.update(range(*spans[:2]))
            added.update(range(*spans[2:]))
    return removed, added


def _near(lines: Sequence[str], changed: Collection[int]) -> set[int]:
    """Return the line numbers within `CONTEXT` of a changed line of the same file."""
    files = list(itertools.accumulate(line.startswith(HEADING) for line in lines))
    return {
        near
        for number in changed
        for near in range(max(0, number - CONTEXT), min(len(lines), number + CONTEXT + 1))
        if files[near] == files[number]
    }


def _shown(
    lines: Sequence[str], changed: Collection[int], kept: Collection[int], sign: str, paint: Paint
) -> Iterator[str]:
    """Yield the lines in `kept` below the headings of their files; "..." replaces omitted lines."""
    gap = paint("faint", "    ...")
    before: list[str] = []
    for number, line in enumerate(lines):
        shown = (f"  {sign} {line}" if number in changed else f"    {line}").rstrip()
        is_heading = line.startswith(HEADING)
        if is_heading:
            before = []
        if number in kept:
            yield from [*before, shown]
            before = []
        elif is_heading:
            before = [shown]
        elif before[-1:] != [gap]:
            before.append(gap)
