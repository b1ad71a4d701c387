"""The session of a client: its documents, its settings, and the packages of its folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from lsprotocol.types import Location, Position, Range

from muranopl.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import File, Place
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.client import ClientFeatures
from muranopl.interfaces.lsp.documents import Documents
from muranopl.interfaces.lsp.positions import PositionEncoding
from muranopl.interfaces.lsp.stand_in import Workspace
from muranopl.workspace.analysis import Analysis


class Report(NamedTuple):
    """The diagnostics of a file, and the text that they are about."""

    diagnostics: Sequence[Diagnostic] = ()
    text: str | None = None


class At(NamedTuple):
    """A position in a file of a package: its path, its text, and line and column from 1."""

    path: str
    text: str
    line: int
    column: int


class Session:
    """The state of one client.

    All methods but those of `documents` are called in one thread. `options` are the settings that
    the client sent, `looked_for` the files on which the choice of a configuration depended.
    """

    def __init__(
        self,
        encoding: PositionEncoding,
        client: ClientFeatures,
        folders: Sequence[str] = (),
    ) -> None:
        self.encoding = encoding
        self.client = client
        self.folders = list(folders)
        self.settings = Settings()
        self.options: object = None
        self.looked_for: set[str] = set()
        self.documents = Documents()
        self.reports: dict[str, Report] = {}
        self.workspace = Workspace((), self.settings)

    def set_up(self, settings: Settings) -> None:
        """Read the packages of the folders with other settings."""
        self.settings = settings
        self.workspace = Workspace(self.folders, settings)
        for path, document in list(self.documents.items()):
            self.workspace.open(path, document.text)

    def text(self, path: str) -> str:
        """Return the text of a file, also an unsaved one; empty if there is none."""
        return self.documents.text(path) or ""

    def at(self, uri: str, position: Position) -> At | None:
        """Return a position in a file; None for a URI that is no file."""
        path = uris.path_of(uri)
        text = None if path is None else self.documents.text(path)
        if path is None or text is None:
            return None
        return At(path, text, *self.encoding.line_and_column(text, position))

    def analysis(self, path: str) -> Analysis | None:
        """Return what is known of the package of a file."""
        return self.workspace.analysis(path)

    def uri(self, file: File) -> str | None:
        """Return the URI of a file; None if the client could not open it.

        An open document keeps the URI that its client writes.
        """
        if file.archive is None and (path := path_of(file)) in self.documents:
            return self.documents[path].uri
        return uris.uri_of(file, virtual=self.client.virtual_documents)

    def range(self, place: Place) -> Range:
        """Return the range of a place."""
        text = place.file.text
        if text is None:
            text = self.text(path_of(place.file))
        return self.encoding.range(text, place)

    def range_in(self, text: str, place: Place) -> Range:
        """Return the range of a place in a text."""
        return self.encoding.range(text, place)

    def location(self, place: Place) -> Location | None:
        """Return the location of a place; None if the client could not open its file."""
        uri = self.uri(place.file)
        return None if uri is None else Location(uri, self.range(place))

    def report(self, path: str) -> Report | None:
        """Return the diagnostics of a file; None if they are about an earlier text."""
        report = self.reports.get(path)
        if report is None or report.text != self.documents.text(path):
            return None
        return report


def path_of(file: File) -> str:
    """Return the absolute path of a file; for an entry of a zip that of the zip."""
    return os.path.abspath(file.location)
