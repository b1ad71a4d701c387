"""A package whose files are given, in memory."""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.ard.sources.source import Source, SourceError, join_inside


class MemorySource(Source):
    """See `muranopl.ard.sources.source.Source`; `root` tells packages apart."""

    base = ""

    def __init__(self, files: Mapping[str, bytes], root: str = "-") -> None:
        self.root = self.location = root
        self._files = dict(files)

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self._files))

    def read(self, path: str) -> bytes:
        inside = join_inside("", path)
        if inside is None:
            raise SourceError("outside", "the path leads out of the package")
        if inside not in self._files:
            raise SourceError("missing", "no such file")
        return self._files[inside]
