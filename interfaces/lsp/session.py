"""The session of a client: its documents, its settings, and the packages of its folders."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from lsprotocol.types import Location, Position, Range, TextDocumentIdentifier

from muranopl.ard.sources.symlinks import real_location
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import File, Place
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.client import ClientFeatures
from muranopl.interfaces.lsp.documents import GeneratedDocuments, OpenDocuments
from muranopl.interfaces.lsp.positions import PositionEncoding
from muranopl.language import library
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.snapshots import is_current
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.current_places import analysed_position, current_extent, current_place
from muranopl.workspace.symbols.index import At
from muranopl.workspace.workspace import Workspace


class Positioned(Protocol):
    """The parameters of a request about a position in a file."""

    @property
    def text_document(self) -> TextDocumentIdentifier:
        """The file."""

    @property
    def position(self) -> Position:
        """The position in its current text."""


class FileReport(NamedTuple):
    """The diagnostics of a file, and the text that they are about."""

    diagnostics: Sequence[Diagnostic] = ()
    text: str | None = None


class AnalysedFile(NamedTuple):
    """A file of a package: its path in the analysis."""

    analysis: Analysis
    path: str


class ClientSession:
    """The state of one client.

    All methods but those of `documents` are called in one thread. `options` are the settings that
    the client sent, `looked_for` the files on which the choice of a configuration depended.
    `trusted` are the configuration files whose rules the user lets run, or does not.
    """

    def __init__(
        self, encoding: PositionEncoding, client: ClientFeatures, folders: Sequence[str] = ()
    ) -> None:
        self.encoding = encoding
        self.client = client
        self.folders = list(folders)
        self.settings = Settings()
        # Some clients send their settings, others have to be asked for them
        self.options: object = None
        self.looked_for: set[str] = set()
        self.trusted: dict[str, bool] = {}
        self.mistaken: set[str] = set()
        """The configuration files whose mistakes are shown."""
        self.documents = OpenDocuments()
        self.generated = GeneratedDocuments()
        self.reports: dict[str, FileReport] = {}
        self.workspace = Workspace((), self.settings)
        self._neighbours: dict[str, Analysis] = {}
        self._has_looked = False

    def set_up(self, settings: Settings) -> None:
        """Read the packages of the folders with other settings."""
        self.settings = settings
        self.workspace.stop()
        self.workspace = Workspace(self.folders, settings, cache=Cache())
        self._neighbours, self._has_looked = {}, False
        for path, document in list(self.documents.items()):
            # Files of the core library cannot be edited: their text is that of this program
            if not uris.is_in_library(path):
                self.workspace.open(path, document.text)

    def text(self, path: str) -> str:
        """Return the text of a file, also an unsaved one; empty if there is none."""
        return self.documents.text(path) or ""

    def file(self, uri: str) -> AnalysedFile | None:
        """Return the file of a URI; None for a URI that is not a file of a package, or read as one."""
        path = uris.path_of(uri)
        analysis = None if path is None else self.analysis(path)
        if path is None or analysis is None:
            return None
        return AnalysedFile(analysis, path_in(analysis, path))

    def cursor(self, asked: Positioned) -> At | None:
        """Return the position of a request in the current text; None if the file is in no package."""
        file, text = self.file(asked.text_document.uri), self.text_of(asked)
        if file is None:
            return None
        return At(*file, *self.encoding.line_and_column(text, asked.position))

    def at(self, asked: Positioned) -> At | None:
        """Return the position of a request in the text that the analysis of the file is about.

        None also for a line that was edited since its YAML could be read.
        """
        cursor = self.cursor(asked)
        return None if cursor is None else analysed_position(cursor, self.text_of(asked))

    def text_of(self, asked: Positioned) -> str:
        """Return the text of the file that a request is about; empty if there is none."""
        return self.text(uris.path_of(asked.text_document.uri) or "")

    def analysis(self, path: str) -> Analysis | None:
        """Return the analysis of the package of a file, which may be of the core library."""
        if uris.is_in_library(path):
            return self._library.analysis(path)
        return self.workspace.analysis(path)

    def others(self, analysis: Analysis) -> list[Analysis]:
        """Return the analyses of the other packages; a file in no package has nothing to do with them."""
        if analysis.is_alone:
            return []
        return [item for item in self.workspace.analyses() if item is not analysis]

    def neighbours(self, analysis: Analysis) -> list[Analysis]:
        """Return the analyses of the other packages as of the last call of `look_around`.

        It is without those that `look_around` has not come to, and costs nothing.
        """
        if analysis.is_alone:
            return []
        own = analysis.package.header.source.location
        return [item for at, item in self._neighbours.items() if at != own]

    def look_around(self) -> Iterator[str]:
        """Analyse all packages for `neighbours`, if files were saved since the last time."""
        if self._has_looked:
            return
        current: dict[str, Analysis] = {}
        for analysis in self.workspace.analyses():
            location = analysis.package.header.source.location
            # Each is available at once, as a large folder takes a while
            current[location] = self._neighbours[location] = analysis
            yield location
        # Only now those of packages that are gone can be dropped
        self._neighbours, self._has_looked = current, True

    def files_changed(self, paths: Iterable[str]) -> None:
        """Record that files changed on the disk."""
        self._has_looked = False
        self.workspace.files_changed(paths)

    @functools.cached_property
    def _library(self) -> Workspace:
        return Workspace([library.path()])

    def uri(self, file: File) -> str | None:
        """Return the URI of a file; None if the client could not open it.

        An open document keeps the URI that its client writes.
        """
        if file.archive is None and (path := path_of(file)) in self.documents:
            return self.documents[path].uri
        return uris.uri_of(file, virtual=self.client.virtual_documents)

    def current_text(self, file: File) -> str | None:
        """Return the current text of a file of an analysis, which may be about an earlier one."""
        if file.archive is not None:
            return file.text
        path = path_of(file)
        is_open = path in self.documents
        if not is_open and file.text is not None and is_current(file):
            return file.text
        return self.documents.text(path)

    def range(self, place: Place) -> Range | None:
        """Return the range of a place in the current text; None if its lines were edited."""
        return self._moved(place, current_place)

    def checked_range(self, place: Place) -> Range:
        """Return the range of a place in the text that a check has read."""
        text = place.file.text
        if text is None:
            text = self.text(path_of(place.file))
        return self.encoding.range(text, place)

    def extent(self, place: Place) -> Range | None:
        """Return the range of a place of several lines, without edited lines at its end."""
        return self._moved(place, current_extent)

    def _moved(
        self, place: Place, move: Callable[[Place, str | None], Place | None]
    ) -> Range | None:
        text = self.current_text(place.file)
        moved = move(place, text)
        return None if moved is None else self.encoding.range(text or "", moved)

    def range_in(self, text: str, place: Place) -> Range:
        """Return the range of a place in a text."""
        return self.encoding.range(text, place)

    def location(self, place: Place) -> Location | None:
        """Return the location of a place.

        None if the client could not open its file, or if its lines were edited.
        """
        uri, range_ = self.uri(place.file), self.range(place)
        return None if uri is None or range_ is None else Location(uri, range_)

    def report(self, path: str) -> FileReport | None:
        """Return the diagnostics of a file; None if they are about an earlier text."""
        report = self.reports.get(path)
        if report is None or report.text != self.documents.text(path):
            return None
        return report


def path_in(analysis: Analysis, path: str) -> str:
    """Return the path by which an analysis knows a file of its package."""
    return analysis.package.header.source.file(path_inside(analysis, path)).path


def path_inside(analysis: Analysis, path: str) -> str:
    """Return the path of a file relative to the package of an analysis; '' is the package itself."""
    # Sources have resolved paths, while clients may write one through a link
    location, package = real_location(path), analysis.package.header.source.location
    return "" if location == package else os.path.relpath(location, package).replace(os.sep, "/")


def path_of(file: File) -> str:
    """Return the absolute path of a file; for an entry of a zip that of the zip."""
    return os.path.abspath(file.location)
