"""Documents of a session: open ones, with their unsaved texts, and generated ones."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from lsprotocol.types import TextDocumentContentChangeEvent, TextDocumentContentChangePartial

from muranopl.ard.decoding import decode
from muranopl.ard.sources.named_files import read_named
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.positions import PositionEncoding


class Document(msgspec.Struct, frozen=True):
    """An open document: its URI as the client writes it, and its current text."""

    uri: str
    version: int
    text: str

    def changed(
        self,
        version: int,
        changes: Iterable[TextDocumentContentChangeEvent],
        encoding: PositionEncoding,
    ) -> Document:
        """Return the document after changes, which follow one another."""
        text = self.text
        for change in changes:
            if isinstance(change, TextDocumentContentChangePartial):
                text = encoding.changed(text, change.range, change.text)
            else:
                text = change.text
        return Document(self.uri, version, text)


class OpenDocuments(Mapping[str, Document]):
    """The open documents by their path, which several threads may read."""

    def __init__(self) -> None:
        self._by_path: dict[str, Document] = {}

    def __getitem__(self, path: str) -> Document:
        return self._by_path[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_path)

    def __len__(self) -> int:
        return len(self._by_path)

    def put(self, path: str, document: Document) -> None:
        """Add a document, or replace the one of this path."""
        # A new dictionary, as another thread may be reading the one before
        self._by_path = {**self._by_path, path: document}

    def remove(self, path: str) -> None:
        """Remove a document, if it is there."""
        self._by_path = {key: document for key, document in self._by_path.items() if key != path}

    def text(self, path: str) -> str | None:
        """Return the text of a file: the unsaved one, or that on the disk; None without one."""
        if path in self._by_path:
            return self._by_path[path].text
        try:
            data = read_named(path)
        except SourceError:
            return None
        return decode(data, File("", path), Findings(), utf16=True)


class GeneratedDocuments:
    """Texts that stand in no package, by the paths of their URIs.

    A folder has them for clients without virtual documents.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._folder: str | None = None

    def text(self, uri: str) -> str | None:
        """Return the text of a virtual document, None if it is none of these."""
        return self._texts.get(uris.virtual_path(uri) or "")

    def put(self, name: str, text: str, *, virtual: bool) -> str:
        """Keep a text; return its URI. `name` is its path, below the top of all of them."""
        if virtual:
            path = f"/generated/{name}"
            self._texts[path] = text
            return uris.virtual_uri(path)
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="muranopl-")
        # Names of classes are those that the client gives: none leads out of the folder
        parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
        path = os.path.join(self._folder, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="replace") as stream:
            stream.write(text)
        return uris.uri_of_path(path)

    def remove(self) -> None:
        """Forget the texts, and remove their files."""
        self._texts.clear()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
