"""Computes facts about the position of a cursor in a file, on demand."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.diagnostics.places import lines_of
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.formats import Format
from muranopl.language.grammar.shapes import Of, Shape
from muranopl.read.heat.readers import VERSION
from muranopl.read.heat.template import HeatTemplate
from muranopl.read.heat.versions import BY_WORD, LATEST, HotVersion
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.completion.expected import UI_FOLDER, root_of, shape_at
from muranopl.workspace.completion.flow import Flow
from muranopl.workspace.completion.location import Location, is_end, locate, parse_line
from muranopl.workspace.current_places import analysed_line
from muranopl.workspace.symbols.index import At


class Cursor(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A cursor in the text of a file, `line` and `column` from 0.

    `others` are analyses of further packages, whose classes may be used.
    """

    analysis: Analysis
    others: Sequence[Analysis]
    path: str
    lines: Sequence[str]
    line: int
    column: int

    @functools.cached_property
    def location(self) -> Location:
        """The place in the file."""
        return locate(self.lines, self.line, self.column)

    @functools.cached_property
    def root(self) -> Shape | None:
        """The shape of the document, None in files that are not of the grammar."""
        return root_of(self.inside(self.path), self.document_keys)

    @functools.cached_property
    def shape(self) -> Shape | None:
        """The shape that is expected, None in files that are not of the grammar."""
        root = self.root
        return None if root is None else shape_at(root, self.location.steps)

    @property
    def in_heat_template(self) -> bool:
        """Whether the file is a Heat template."""
        return self.root == Of(HeatTemplate)

    @property
    def heat_version(self) -> HotVersion:
        """The version of the Heat template, the latest one if it is not known."""
        word = self.document_keys.get(VERSION, "").partition(" #")[0]
        return BY_WORD.get(word.strip(" '\""), LATEST)

    @property
    def before(self) -> str:
        """The line up to the cursor."""
        return self.lines[self.line][: self.column]

    @property
    def rest(self) -> str:
        """The line behind the cursor."""
        return self.lines[self.line][self.column :]

    @property
    def manifest(self) -> str:
        """The path of the manifest, as the texts of the analysis are called."""
        texts = self.analysis.texts
        return next((path for path in texts if self.inside(path) == MANIFEST), "")

    @property
    def in_manifest(self) -> bool:
        """Whether the file is the manifest."""
        return self.inside(self.path) == MANIFEST

    @property
    def reported_path(self) -> str:
        """The path of the class file as reports have it."""
        units = self.analysis.package.units
        paths = (unit.file.path for unit in units)
        return next(filter(self.is_in, paths), self.path)

    def is_in(self, path: str) -> bool:
        """Return whether the file has a path, in the package or as in reports."""
        return self.inside(path) == self.inside(self.path)

    def inside(self, path: str) -> str:
        """Return the path of a file in its package; reports call it by that in the catalog."""
        return self.analysis.path_in_package(path)

    @property
    def format(self) -> Format:
        """The format of the package."""
        return self.analysis.package.header.format

    @property
    def in_form(self) -> bool:
        """Whether the file is a UI definition."""
        return self.inside(self.path).startswith(UI_FOLDER)

    @functools.cached_property
    def document_start(self) -> int:
        """The first line of the document."""
        for number in range(self.line, 0, -1):
            if is_end(self.lines[number - 1]):
                return number
        return 0

    @functools.cached_property
    def document_keys(self) -> Mapping[str, str]:
        """The keys of the document with the texts after them."""
        result: dict[str, str] = {}
        for text in self.lines[self.document_start :]:
            if is_end(text):
                break
            line = parse_line(text)
            if line.entries and line.entries[0].column == 0 and line.entries[0].key:
                result[line.entries[0].key] = line.rest
        return result

    @functools.cached_property
    def namespaces(self) -> Mapping[str, str]:
        """The prefixes of the document, or of the last one above it that has some."""
        result: dict[str, str] = {}
        start = end = self.document_start
        while not result:
            result = _namespaces(self.lines[start:])
            if start == 0:
                break
            end = start - 1
            start = next((n for n in range(end, 0, -1) if is_end(self.lines[n - 1])), 0)
        return result

    @functools.cached_property
    def class_(self) -> CompleteType | None:
        """The class around the cursor, as of the last analysis."""
        return self.analysis.class_at(self.path, self.analysed_line)

    @functools.cached_property
    def analysed_line(self) -> int:
        """The line, from 1, in the text that the analysis is about."""
        path, text = self.reported_path, "\n".join(self.lines[:-1])
        return analysed_line(self.analysis, path, text, self.line + 1)


def cursor_at(at: At, text: str, others: Sequence[Analysis] = ()) -> Cursor | None:
    """Return the cursor at a position, counted from 1; None where the text has no such line."""
    lines = [*lines_of(text), ""]
    if not 1 <= at.line <= len(lines):
        return None
    column = min(max(at.column - 1, 0), len(lines[at.line - 1]))
    return Cursor(at.analysis, others, at.path, lines, at.line - 1, column)


def flow_cursor(cursor: Cursor, flow: Flow) -> Cursor:
    """Return a cursor for a place in flow notation in its line."""
    location = cursor.location
    inner = Location(
        (*location.steps, *flow.steps),
        flow.in_value,
        location.text[flow.start :],
        cursor.column - (len(location.text) - flow.start),
        flow.siblings,
        location.column,
        location.lines,
    )
    result = msgspec.structs.replace(cursor)
    result.__dict__["location"] = inner
    return result


def prefix_cursor(cursor: Cursor) -> Cursor:
    """Return the cursor in the name of a class of which only the prefix is written, like a key: `- std:`."""
    location = cursor.location
    key = location.steps[-1] if location.in_value and not location.text else None
    if key not in cursor.namespaces or not cursor.before.endswith(f"{key}:"):
        return cursor
    if location.steps[:-1] == ("Namespaces",):
        return cursor
    text = f"{key}:"
    result = msgspec.structs.replace(cursor)
    result.__dict__["location"] = msgspec.structs.replace(
        location,
        steps=location.steps[:-1],
        in_value=False,
        text=text,
        start=location.start - len(text),
        lines=location.lines[:-1],
    )
    return result


def _namespaces(lines: Sequence[str]) -> dict[str, str]:
    """Return the prefixes of the document that begins with some lines."""
    result: dict[str, str] = {}
    inside = False
    for number, text in enumerate(lines):
        if number and is_end(text):
            break
        line = parse_line(text)
        if not line.entries:
            continue
        first = line.entries[0]
        if first.column == 0:
            inside = first.key == "Namespaces"
        elif inside and first.key is not None:
            result[first.key] = line.rest.partition(" #")[0].strip()
    return result
