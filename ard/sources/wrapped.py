"""The base of sources that read another source and change some of its answers, and files held as they were read."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.sources.source import Damage, Source, SourceError
from muranopl.diagnostics.places import File


class WrappedSource(Source):
    """A source like another one, `source`. See `Source`."""

    __slots__ = ("_names", "base", "location", "root", "source")

    def __init__(self, source: Source) -> None:
        self.root, self.base, self.location = source.root, source.base, source.location
        self.source = source
        self._names: tuple[str, ...] | None = None

    def paths(self) -> tuple[str, ...]:
        """Return the names of the regular files, sorted."""
        return self.source.paths() if self._names is None else self._names

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        return self.source.read(path)

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return self.source.file(path)

    def inside(self, path: str) -> str:
        """Return the path in the package of a path as its files have it."""
        return self.source.inside(path)

    @property
    def is_alone(self) -> bool:
        """Whether it is a file that is in no package."""
        return self.source.is_alone

    def damage(self) -> tuple[Damage, ...]:
        """Return what cannot be unpacked."""
        return self.source.damage()

    def packed(self) -> Iterator[bytes]:
        """Yield the bytes that `damage` depends on. Raise SourceError."""
        return self.source.packed()


Content = bytes | SourceError
"""The content of a file, or the reason for having none."""


def content_of(source: Source, path: str) -> Content:
    """Return the content of a file, or the reason for having none."""
    try:
        return source.read(path)
    except SourceError as error:
        return SourceError(*error.args)


def readable(content: Content) -> bytes:
    """Return a content. Raise SourceError if it is a reason."""
    if isinstance(content, SourceError):
        # A new one, as raising an exception adds to its traceback
        raise SourceError(*content.args)
    return content
