"""Indexes the occurrences in the files of a package, file by file when they are asked for."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from weakref import WeakKeyDictionary

import msgspec

from muranopl.phases.reuse.answers import Same
from muranopl.phases.reuse.snapshots import SnapshotFile
from muranopl.read.package import ClassUnit
from muranopl.semantics.abstract.application import Observer
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting import classes, forms, heat_templates, manifest, plans
from muranopl.workspace.symbols.collecting.heat_templates import OF_HEAT
from muranopl.workspace.symbols.collecting.meaning import Meaning
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind

_WORD = re.compile(r"[./]")

_OF_FORMS = frozenset(
    {SymbolKind.FORM, SymbolKind.FIELD, SymbolKind.TEMPLATE, SymbolKind.PARAMETER}
)
_OF_PACKAGES = frozenset({SymbolKind.PACKAGE, SymbolKind.CLASS, SymbolKind.FILE})
_LOCAL = _OF_FORMS | OF_HEAT | {SymbolKind.PREFIX, SymbolKind.VARIABLE}
"""The kinds of symbols that no file but one names."""

_INDEXES: WeakKeyDictionary[Analysis, SymbolIndex] = WeakKeyDictionary()


def index_of(analysis: Analysis) -> SymbolIndex:
    """Return the index of a package, one for each analysis."""
    result = _INDEXES.get(analysis)
    if result is None:
        result = _INDEXES[analysis] = SymbolIndex(analysis)
    return result


class At(msgspec.Struct, frozen=True, eq=False):
    """A position in a file of a package: its path in the analysis, and line and column from 1."""

    analysis: Analysis
    path: str
    line: int
    column: int

    @property
    def index(self) -> SymbolIndex:
        """The index of the package."""
        return index_of(self.analysis)

    @property
    def occurrences(self) -> list[Occurrence]:
        """The occurrences at the position, see `FileOccurrences.at`."""
        return self.index.file(self.path).at(self.line, self.column)


class FileOccurrences:
    """The occurrences in one file, in the order of their places."""

    def __init__(self, occurrences: Iterator[Occurrence]) -> None:
        # Several paths lead to parts that YAML shares, and to one name of several symbols
        distinct = {(item.place.key(), item.symbol, item.role): item for item in occurrences}
        self.all = sorted(distinct.values(), key=lambda item: item.place.key())

    @functools.cached_property
    def _by_line(self) -> dict[int, list[Occurrence]]:
        result: dict[int, list[Occurrence]] = {}
        for item in self.all:
            for line in range(item.place.line, item.place.end_line + 1):
                result.setdefault(line, []).append(item)
        return result

    @functools.cached_property
    def by_symbol(self) -> dict[Symbol, list[Occurrence]]:
        """The occurrences of each symbol."""
        result: dict[Symbol, list[Occurrence]] = {}
        for item in self.all:
            result.setdefault(item.symbol, []).append(item)
        return result

    def at(self, line: int, column: int) -> list[Occurrence]:
        """Return the occurrences at a position: several if a name may mean several things.

        A name also counts where the position is right after it, unless another one begins there.
        """
        here = [item for item in self._by_line.get(line, ()) if _covers(item, line, column)]
        behind = [
            item
            for item in self._by_line.get(line, ())
            if (item.place.end_line, item.place.end_column) == (line, column)
        ]
        near = here or behind
        shortest = min(map(_length, near), default=None)
        return [item for item in near if _length(item) == shortest]


def _covers(item: Occurrence, line: int, column: int) -> bool:
    place = item.place
    start, end = (place.line, place.column), (place.end_line, place.end_column)
    return start <= (line, column) < end


def _length(item: Occurrence) -> tuple[int, int]:
    place = item.place
    return place.end_line - place.line, place.end_column - place.column


def _is_shown(item: Occurrence) -> bool:
    """Return whether a name is written where it occurs, or is what a part of a template declares."""
    file = item.place.file
    if file.text is None:
        return item.role is Role.DECLARATION and not file.silent
    return True


class SymbolIndex:
    """The occurrences of a package; those of a class file need the inference of its code."""

    def __init__(self, analysis: Analysis) -> None:
        # Not the analysis, which would be kept alive by its own index then
        self.package, self._seen = analysis.package, analysis.seen
        self._answers = analysis.answers
        self.meaning = Meaning(analysis.package, analysis.results)
        self._files: dict[str, FileOccurrences] = {}

    @functools.cached_property
    def units(self) -> dict[str, ClassUnit]:
        """The class files by their paths."""
        return {unit.file.path: unit for unit in self.package.units}

    @functools.cached_property
    def forms(self) -> Observer | None:
        """The values of the expressions in the UI definition."""
        definition = self.package.ui
        return None if definition is None else forms.observed_forms(definition)

    @functools.cached_property
    def _plans(self) -> dict[str, str]:
        """The files that may be execution plans, with their paths in the package."""
        source = self.package.header.source
        return {source.file(path).path: path for path in plans.plan_paths(self.meaning)}

    @functools.cached_property
    def _environments(self) -> list[str]:
        """The files with values for the template of a Heat package."""
        return heat_templates.environment_paths(self.package)

    @property
    def paths(self) -> Iterator[str]:
        """The paths of all files that have occurrences."""
        package = self.package
        yield package.header.file.path
        yield from self.units
        if package.ui is not None and package.ui.node.file.path not in self.units:
            yield package.ui.node.file.path
        yield from self._plans

    def file(self, path: str) -> FileOccurrences:
        """Return the occurrences in a file; it has none if it is not a file of the package."""
        if path not in self._files:
            self._files[path] = self._remembered(path)
        return self._files[path]

    def _remembered(self, path: str) -> FileOccurrences:
        """Return the occurrences in a file; those in a class file are remembered."""
        unit = self.units.get(path)
        file = None if unit is None else unit.file
        if self._seen is None or not isinstance(file, SnapshotFile):
            return self._found(path)
        question, fingerprint = ("occurrences", file.package, path), (Same(file), self._seen)
        return self._answers.ask(question, fingerprint, lambda: self._found(path))

    def _found(self, path: str) -> FileOccurrences:
        written = (item for item in self._read(path) if _is_shown(item) and self._is_here(item))
        return FileOccurrences(itertools.chain(written, self._codes(path)))

    def _is_here(self, item: Occurrence) -> bool:
        """Return whether a name stands for something at hand: that of a file in no package may be elsewhere."""
        symbol = item.symbol
        if not self.package.header.source.is_alone or symbol.kind not in _OF_PACKAGES:
            return True
        is_own = symbol.package == self.meaning.id
        if symbol.kind is SymbolKind.CLASS:
            return self.meaning.class_of(symbol) is not None
        return not is_own and self.meaning.package_of(symbol) is not None

    def of(self, symbol: Symbol) -> Iterator[Occurrence]:
        """Yield the occurrences of a symbol in all files."""
        word = _WORD.split(symbol.name)[-1]
        for path in self.home(symbol) if symbol.kind in _LOCAL else self.paths:
            # Without its last word a file mentions no name, and need not be inferred
            if word in self._texts.get(path, word):
                yield from self.file(path).by_symbol.get(symbol, ())

    @functools.cached_property
    def _texts(self) -> dict[str, str]:
        """The texts of the class files, as they were read."""
        return {
            path: unit.file.text for path, unit in self.units.items() if unit.file.text is not None
        }

    def home(self, symbol: Symbol) -> list[str]:
        """Return the files of the package that may declare or set a symbol."""
        if symbol.kind in OF_HEAT:
            return self._naming_heat(symbol)
        if symbol.package != self.meaning.id:
            return []
        if symbol.kind is SymbolKind.PREFIX:
            return [symbol.owner.rsplit(":", 2)[0]]
        ui = self.package.ui
        if symbol.kind in _OF_FORMS:
            return [] if ui is None else [ui.node.file.path]
        declared = self.meaning.class_of(symbol)
        return [] if declared is None else [declared.declaration.node.file.path]

    def _naming_heat(self, symbol: Symbol) -> list[str]:
        """Return the files that may name a part of a Heat template."""
        ui = None if self.package.ui is None else self.package.ui.node.file
        text = "" if ui is None or ui.text is None else ui.text
        result = []
        # Objects in the forms of any package set parameters
        if ui is not None and heat_templates.PARAMETERS in text and symbol.name in text:
            result.append(ui.path)
        if symbol.package == self.meaning.id:
            own = heat_templates.template_file(self.package)
            is_own = own is not None and own.path == symbol.owner
            result += [symbol.owner, *(self._environments if is_own else ())]
        return result

    def all(self) -> Iterator[Occurrence]:
        """Yield all occurrences."""
        for path in self.paths:
            yield from self.file(path).all

    def declarations(self, path: str) -> Iterator[Occurrence]:
        """Yield the declarations in a file."""
        return (item for item in self.file(path).all if item.role is Role.DECLARATION)

    def parts_of_templates(self) -> Iterator[Occurrence]:
        """Yield the declarations in Heat templates."""
        for path in heat_templates.template_paths(self.package):
            for item in self.declarations(path):
                if item.symbol.kind in OF_HEAT:
                    yield item

    def _read(self, path: str) -> Iterator[Occurrence]:
        package = self.package
        if path in self.units:
            yield from classes.class_file(self.units[path], self.meaning)
            if package.header.format.is_heat:
                yield from heat_templates.heat_template(path, package)
        elif path == package.header.file.path:
            yield from manifest.manifest(self.meaning)
        elif package.ui is not None and path == package.ui.node.file.path:
            if self.forms is not None:
                yield from forms.ui_definition(package.ui, self.forms, self.meaning)
        elif path in self._environments:
            yield from heat_templates.environment(path, package)
        else:
            if path in self._plans:
                yield from plans.plan(self._plans[path], self.meaning)
            yield from heat_templates.heat_template(path, package)

    def _codes(self, path: str) -> Iterator[Occurrence]:
        """Yield the codes in the comments of a file that suppress diagnostics."""
        for item in self.package.suppressions:
            if item.place.file.path == path and not item.problem:
                yield Occurrence(item.place, Symbol(SymbolKind.CODE, item.word))
