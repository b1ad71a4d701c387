"""The files of packages that fixes may change."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from muranopl.ard.sources.edited import EditedSource
from muranopl.ard.sources.source import Source, path_inside
from muranopl.diagnostics.places import File
from muranopl.writing.fixing.changed_files import ChangedFile, is_written_through_link
from muranopl.writing.fixing.one_round import PackageFile

Contents = Mapping[PackageFile, bytes]


class WritableFiles:
    """The files of packages that may be written."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._by_location = {source.location: source for source in sources}
        self._by_place = {(source.root, source.base): source for source in sources}

    def find(self, file: File) -> PackageFile | None:
        """Return the file of a package, None if it is not to be written."""
        if not file.is_writable:
            return None
        base = file.path
        while (file.root, base) not in self._by_place:
            if not base:
                return None
            base = base.rpartition("/")[0]
        source = self._by_place[file.root, base]
        path = path_inside(source, file)
        candidate = PackageFile(source.location, path)
        # Behind a link the file may be that of another package, or of none
        if path not in source.paths() or is_written_through_link(_location(candidate)):
            return None
        return candidate

    def reader(self, contents: Contents) -> Callable[[PackageFile], bytes]:
        """Return a function that reads a file, as it is after the fixes made so far."""

        def read(file: PackageFile) -> bytes:
            data = contents.get(file)
            return self._original(file) if data is None else data

        return read

    def with_contents(self, contents: Contents) -> list[Source]:
        """Return the packages with other contents of some files."""
        changed: dict[str, dict[str, bytes]] = {}
        for file, data in contents.items():
            changed.setdefault(file.package, {})[file.path] = data
        return [
            EditedSource(source, changed[source.location]) if source.location in changed else source
            for source in self._sources
        ]

    def changed(self, contents: Contents) -> list[ChangedFile]:
        """Return the files whose contents differ from those on disk, sorted by path."""
        result = []
        for file, after in contents.items():
            before = self._original(file)
            if before != after:
                path = self._by_location[file.package].file(file.path).location
                result.append(ChangedFile(path, _location(file), before, after))
        return sorted(result, key=lambda item: item.path)

    def _original(self, file: PackageFile) -> bytes:
        return self._by_location[file.package].read(file.path)


def _location(file: PackageFile) -> str:
    return os.path.join(file.package, *file.path.split("/"))
