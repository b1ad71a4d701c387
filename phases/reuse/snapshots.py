"""Snapshots of packages: the names and contents of their files, which change only when a change is reported."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

from muranopl.ard.sources.regular_files import too_large
from muranopl.ard.sources.source import Damage, Source, SourceError
from muranopl.ard.sources.wrapped import Content, WrappedSource, content_of, readable
from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.places import File


class PartialText(bytes):
    """The content of a file without some of its lines, which cannot be read."""


class SnapshotFile(File):
    """A file of a package as it was read: its content, or the reason for having none.

    `package` is the location of the package, `name` the path in it. `edited` is whether the content
    is that of an editor. `is_current` becomes false once the file has changed, `is_broken` becomes
    true if its YAML has a syntax error, so that its end is lost.
    """

    __slots__ = ("content", "edited", "is_broken", "is_current", "name", "package", "partial")

    def __init__(self, package: Source, name: str, content: Content, *, edited: bool) -> None:
        file = package.file(name)
        super().__init__(file.root, file.path, archive=file.archive)
        self.package, self.name = package.location, name
        self.content, self.edited = content, edited
        self.is_current, self.is_broken = True, False
        self.partial = isinstance(content, PartialText)  # type: ignore[misc]


def is_current(file: File) -> bool:
    """Return whether a file has not changed since; those outside snapshots never change."""
    return not isinstance(file, SnapshotFile) or file.is_current


def is_broken(file: File) -> bool:
    """Return whether the YAML of a file that was read has a syntax error."""
    return isinstance(file, SnapshotFile) and file.is_broken


class Snapshot(WrappedSource):
    """A source whose files are read once; `texts` has the content of some in an editor, by path.

    A content of None is that of a file that was deleted there. See `Source`.
    """

    __slots__ = ("_damage", "_files", "_found", "texts")

    def __init__(self, disk: Source, texts: Mapping[str, bytes | None]) -> None:
        super().__init__(disk)
        self.texts = texts
        # Without what is in a folder that is a link
        self._found = frozenset(disk.paths())
        names = {*self._found, *texts}
        self._names = tuple(sorted(name for name in names if texts.get(name, b"") is not None))
        self._files: dict[str, SnapshotFile] = {}
        self._damage: tuple[Damage, ...] | None = None

    def changed(
        self, disk: Source, texts: Mapping[str, bytes | None], paths: Collection[str]
    ) -> Snapshot:
        """Return the package after changes of the files and folders at some `paths`, or of `texts`.

        `disk` has the current names of its files.
        """
        result = Snapshot(disk, texts)
        if disk is self.source:
            result._damage = self._damage
        for path, file in self._files.items():
            if not _is_in(path, paths) and result._has(file):
                result._files[path] = file
            else:
                file.is_current = False
        return result

    def _has(self, file: SnapshotFile) -> bool:
        """Return whether a file is the same as before, if it did not change on the disk."""
        if file.name in self.texts:
            return file.content == self.texts[file.name]
        if file.edited or isinstance(file.content, SourceError):
            return False
        # What is read through a link changes with a file of another name
        is_link = os.path.islink(os.path.join(self.location, file.name))
        return file.name in self._found and not is_link

    def forget(self) -> None:
        """Mark all files as changed, as the package is gone."""
        for file in self._files.values():
            file.is_current = False

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        return readable(self._file(path).content)

    def file(self, path: str) -> File:
        """Return the File for a path of the package, the same object as long as it is unchanged."""
        return self._file(path) if path else self.source.file(path)

    def _file(self, path: str) -> SnapshotFile:
        """Return a file, which may not exist, and read it if need be."""
        result = self._files.get(path)
        if result is None:
            is_edited = path in self.texts
            content = (
                _within_bound(self.texts[path]) if is_edited else content_of(self.source, path)
            )
            result = self._files[path] = SnapshotFile(self.source, path, content, edited=is_edited)
        return result

    def damage(self) -> tuple[Damage, ...]:
        """Return the parts that cannot be unpacked."""
        if self._damage is None:
            self._damage = self.source.damage()
        return self._damage


def _is_in(path: str, paths: Collection[str]) -> bool:
    """Return whether a path is one of some paths, or in a folder that is."""
    parts = path.split("/")
    return any("/".join(parts[:number]) in paths for number in range(1, len(parts) + 1))


def _within_bound(text: bytes | None) -> Content:
    if text is None:
        return SourceError("missing", "it was deleted")
    if len(text) > FILE_SIZE.most:
        return too_large(len(text), FILE_SIZE.most)
    return text
