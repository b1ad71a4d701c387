"""Sources with files in memory: as they were when read (`HeldFolder`), or edited (`EditedSource`).

Later phases and checks then see the same bytes, whatever happens on disk.
"""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.ard.sources.directory import DirectorySource
from muranopl.ard.sources.regular_files import too_large
from muranopl.ard.sources.source import Source, SourceError
from muranopl.ard.sources.wrapped import WrappedSource, content_of, readable
from muranopl.diagnostics.bounds import FILE_SIZE


class Holding:
    """Reads packages into memory until they have `most` bytes; later ones stay where they are."""

    def __init__(self, most: int) -> None:
        self._left = most

    @property
    def is_full(self) -> bool:
        """Whether some packages may not be in memory."""
        return self._left < 0

    def held(self, source: Source) -> Source:
        """Return a package with its files in memory, or the package itself."""
        if self.is_full:
            return source
        if isinstance(source, DirectorySource):
            folder = HeldFolder(source)
            self._left -= folder.size
            return folder
        # Packages that are folders need no zip
        from muranopl.ard.sources.archive import ArchiveSource

        if isinstance(source, ArchiveSource):
            try:
                source, size = source.held()
            except SourceError:  # it is gone: reading it says so
                return source
            self._left -= size
        return source


class HeldFolder(WrappedSource):
    """The package in a folder, with the files that it lists."""

    __slots__ = ("_contents",)

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._names = source.paths()
        self._contents = {path: content_of(source, path) for path in self._names}

    @property
    def size(self) -> int:
        """The number of bytes in memory."""
        return sum(
            len(content) for content in self._contents.values() if isinstance(content, bytes)
        )

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        content = self._contents.get(path)
        # Few files can be read that are not listed, such as those behind links to folders
        return super().read(path) if content is None else readable(content)


class EditedSource(WrappedSource):
    """A source with the `texts` of files by their path in the package, new ones too."""

    __slots__ = ("_texts",)

    def __init__(self, source: Source, texts: Mapping[str, bytes]) -> None:
        super().__init__(source)
        self._texts = texts
        self._names = tuple(sorted({*source.paths(), *texts}))

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        text = self._texts.get(path)
        if text is None:
            return super().read(path)
        if len(text) > FILE_SIZE.most:
            raise too_large(len(text), FILE_SIZE.most)
        return text


def edited(source: Source, streams: Mapping[str, bytes]) -> Source:
    """Return a source in which the streams that are paths of its files replace these."""
    from muranopl.ard.sources.symlinks import path_below, real_location

    texts = {}
    for path, text in streams.items():
        inside = path_below(real_location(path), source.location)
        if inside is not None:
            texts[inside] = text
    return EditedSource(source, texts) if texts else source
