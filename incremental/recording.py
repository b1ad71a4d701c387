"""A source that remembers what was read from it."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.places import File
from muranopl.incremental.hashing import hashed


class RecordingSource:
    """A `source` as it is, see `Source`. `seen` has hashes of what the paths gave, content or error, in order.

    What a package is, as far as a check can tell, is what was read of it and the names of its files.
    """

    __slots__ = ("base", "root", "seen", "source")

    def __init__(self, source: Source) -> None:
        self.root, self.base = source.root, source.base
        self.seen: dict[str, bytes] = {}
        self.source = source

    def paths(self) -> tuple[str, ...]:
        """Return the sorted names of the regular files."""
        return self.source.paths()

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        try:
            data = self.source.read(path)
        except SourceError as error:
            told = "\0".join((error.kind, error.message, str(error.reported)))
            self.seen[path] = hashed(b"error", told.encode("utf-8", "surrogateescape"))
            raise
        self.seen[path] = hashed(b"file", data)
        return data

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return self.source.file(path)

    def hashes(self, paths: Iterable[str]) -> list[bytes]:
        """Return the hashes of what some paths give, which are read unless they were."""
        for path in paths:
            if path not in self.seen:
                try:
                    self.read(path)
                except SourceError:  # its hash tells
                    continue
        return [self.seen[path] for path in paths]
