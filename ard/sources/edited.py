"""A package with some files whose content differs from the disk, as in an editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.ard.sources.regular_files import too_large
from muranopl.ard.sources.source import Damage, Source
from muranopl.ard.sources.symlinks import path_below, real_location
from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.places import File


class EditedSource:
    """A source with the `texts` of files by their path in the package, new ones too.

    See `Source`.
    """

    __slots__ = ("_names", "_source", "_texts", "base", "location", "root")

    def __init__(self, source: Source, texts: Mapping[str, bytes]) -> None:
        self.root, self.base, self.location = source.root, source.base, source.location
        self._source, self._texts = source, texts
        self._names = tuple(sorted({*source.paths(), *texts}))

    def paths(self) -> tuple[str, ...]:
        """Return the names of the regular files, sorted."""
        return self._names

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        text = self._texts.get(path)
        if text is None:
            return self._source.read(path)
        if len(text) > FILE_SIZE.most:
            raise too_large(len(text), FILE_SIZE.most)
        return text

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return self._source.file(path)

    def damage(self) -> tuple[Damage, ...]:
        """Return what cannot be unpacked."""
        return self._source.damage()

    def packed(self) -> Iterator[bytes]:
        """Yield the bytes that `damage` depends on."""
        return self._source.packed()


def edited(source: Source, streams: Mapping[str, bytes]) -> Source:
    """Return a source in which the streams that are paths of its files replace these."""
    texts = {}
    for path, text in streams.items():
        inside = path_below(real_location(path), source.location)
        if inside is not None:
            texts[inside] = text
    return EditedSource(source, texts) if texts else source
