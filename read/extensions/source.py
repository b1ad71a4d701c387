"""An extension as a source of a package, with files that exist in memory only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.ard.sources.source import Damage, SourceError
from muranopl.diagnostics.places import File, Place
from muranopl.read.extensions.describing import described
from muranopl.read.extensions.interface import Extension


class ExtensionSource:
    """The package that an extension is. See `Source`."""

    base = ""

    def __init__(self, extension: Extension) -> None:
        description = described(extension)
        # Reports show it where other packages have their folder
        self.root = f"(extension {extension.name})"
        self.location = f"{extension.location}#{extension.name}"
        self._files = {path: text.encode() for path, text in description.files.items()}
        self._places = description.places

    def paths(self) -> tuple[str, ...]:
        """Return the names of the files, sorted."""
        return tuple(sorted(self._files))

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        if path not in self._files:
            raise SourceError("missing", "the extension has no such file")
        return self._files[path]

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return File(self.root, path)

    def damage(self) -> tuple[Damage, ...]:
        """Return nothing."""
        return ()

    def packed(self) -> Iterator[bytes]:
        """Yield nothing."""
        return iter(())

    @property
    def places(self) -> Mapping[tuple[str, int], Place]:
        """The places in Python of lines of files, by path and line."""
        return self._places
