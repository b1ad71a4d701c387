"""Reading packages, each once, however many phases and checks ask for it."""

from __future__ import annotations

import functools

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.read.index import ManifestSummary, PackageEntry
from muranopl.read.manifest import read_head
from muranopl.read.package import Head, Package
from muranopl.read.packages import read_exports, read_package


class PackageReader:
    """Reads packages and remembers them; `load` reads YAML."""

    def __init__(self, load: YamlLoader = load) -> None:
        self._load = load
        self._heads: dict[Source, Head] = {}
        self._packages: dict[Source, Package] = {}

    def entry(self, source: Source, embedded: bool) -> PackageEntry:
        """Return the entry of a package, whose manifest is read for it; see `MakeEntry`."""
        return PackageEntry(source, _summary(self._head(source, embedded)), embedded)

    def head(self, entry: PackageEntry) -> Head:
        """Return a package as far as its manifest tells."""
        return self._head(entry.source, entry.embedded)

    def _head(self, source: Source, embedded: bool) -> Head:
        if embedded:
            return _embedded_head(source)
        if source not in self._heads:
            self._heads[source] = read_head(source, self._load)
        return self._heads[source]

    def package(self, entry: PackageEntry) -> Package:
        """Return a package read whole."""
        if entry.embedded:
            return _embedded_package(entry.source)
        if entry.source not in self._packages:
            self._packages[entry.source] = read_package(self.head(entry), self._load)
        return self._packages[entry.source]

    def unusable(self, entry: PackageEntry) -> Package:
        """Return a package that nobody can require."""
        return read_package(msgspec.structs.replace(self.head(entry), usable=False), self._load)

    def exports(self, entry: PackageEntry) -> Package:
        """Return what others see of a package, or more; what is wrong with it is not complete then."""
        if entry.embedded or entry.source in self._packages:
            return self.package(entry)
        return read_exports(self.head(entry), self._load)


@functools.cache
def _embedded_head(source: Source) -> Head:
    """Return what the manifest of an embedded package says.

    They are a part of this program: read once, they stay as they are. (They are 60 files, three quarters of the work on
    one small package.) Their sources are the same objects each time, see `muranopl.catalog`.
    """
    return read_head(source)


@functools.cache
def _embedded_package(source: Source) -> Package:
    return read_package(_embedded_head(source))


def _summary(head: Head) -> ManifestSummary:
    """Return the summary of a manifest."""
    manifest = head.manifest
    return ManifestSummary(
        name=head.id.name,
        version=head.id.version,
        format=str(head.format),
        type=manifest.type.value,
        requires=tuple(entry.name for entry in manifest.require),
        classes=tuple(entry.name for entry in manifest.classes or ()) if head.usable else (),
        has_name=manifest.full_name is not None,
    )
