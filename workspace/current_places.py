"""Converts places between an analysis and the current texts of files.

While the YAML of a file is broken, its analysis is about a text with other lines in the broken places
(`broken_texts`). A place in another line moves with it; any other place is nowhere in the current text.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec

from muranopl.diagnostics.places import File, Place, lines_of
from muranopl.phases.reuse.snapshots import is_broken
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.line_changes import moved_lines
from muranopl.workspace.symbols.index import At, index_of


class NotEditableError(Exception):
    """Raised for a file whose places cannot be edited now; `args[0]` is the reason for the user."""


def current_place(place: Place, text: str | None) -> Place | None:
    """Return a place in the current text of its file; None if its lines were edited since."""
    before = place.file.text
    if before is None or text is None or before == text:
        return place
    lines = moved_lines(before, text)
    first, last = lines.get(place.line), lines.get(place.end_line)
    if first is None or last is None:
        return None
    return Place(place.file, first, place.column, last, place.end_column)


def current_extent(place: Place, text: str | None) -> Place | None:
    """Return a place of several lines in the current text of its file, without edited lines at its ends.

    None if all of its lines were edited since.
    """
    whole, before = current_place(place, text), place.file.text
    if whole is not None or before is None or text is None:
        return whole
    lines = moved_lines(before, text)
    there = [line for line in range(place.line, place.end_line + 1) if line in lines]
    if not there:
        return None
    first, last = there[0], there[-1]
    return Place(
        place.file,
        lines[first],
        place.column if first == place.line else 1,
        lines[last],
        place.end_column if last == place.end_line else len(lines_of(before)[last - 1]) + 1,
    )


def analysed_position(at: At, text: str) -> At | None:
    """Return a position of the current text in that of the analysis; None in an edited line."""
    before = _analysed_text(at.analysis, at.path)
    if before is None or before == text:
        return at
    number = moved_lines(text, before).get(at.line)
    return None if number is None else msgspec.structs.replace(at, line=number)


def analysed_line(analysis: Analysis, path: str, text: str, line: int) -> int:
    """Return a line of the current text in that of the analysis.

    An edited line is the one that follows the last line above that was not edited.
    """
    before = _analysed_text(analysis, path)
    if before is None or before == text:
        return line
    lines = moved_lines(text, before)
    above = next((at for at in range(line, 0, -1) if at in lines), 0)
    return lines[line] if above == line else lines.get(above, 0) + 1


def check_can_be_edited(file: File, text: str | None) -> None:
    """Raise NotEditableError unless a file of an analysis is about the whole current text."""
    is_same = file.text is None or text is None or file.text == text
    if is_broken(file) or not is_same:
        raise NotEditableError(
            f'"{file.display}": its current text is not valid YAML: correct it first'
        )


def check_analysed_can_be_edited(at: At, text_of: Callable[[File], str | None]) -> None:
    """Raise NotEditableError if a file may not be edited; `text_of` gives the current text of one."""
    file = _analysed_file(at.analysis, at.path)
    if file is not None:
        check_can_be_edited(file, text_of(file))


def _analysed_file(analysis: Analysis, path: str) -> File | None:
    """Return a file with the text that an analysis is about; None if no name stands in it."""
    index = index_of(analysis)
    package = analysis.package
    if path in index.units:
        files = [index.units[path].file]
    else:
        files = [package.header.file]
        files += [] if package.ui is None else [package.ui.node.file]
    known = (item for item in files if item.path == path and item.text is not None)
    named = (item.place.file for item in index.file(path).all)
    return next(itertools.chain(known, named), None)


def _analysed_text(analysis: Analysis, path: str) -> str | None:
    file = _analysed_file(analysis, path)
    return None if file is None else file.text
