"""Reading packages, each once, however many phases and checks ask for it."""

from __future__ import annotations

import functools

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.read.index import ManifestSummary, PackageEntry
from muranopl.read.manifest import read_header
from muranopl.read.package import Package, PackageHeader
from muranopl.read.packages import read_exports, read_package


class PackageReader:
    """Reads packages and remembers them; `load` reads YAML, `max_per_code` as in `Job`."""

    def __init__(self, load: YamlLoader = load, max_per_code: int | None = PER_CODE.most) -> None:
        self._load = load
        self._max_per_code = max_per_code
        self._headers: dict[Source, PackageHeader] = {}
        self._packages: dict[Source, Package] = {}

    def entry(self, source: Source, embedded: bool) -> PackageEntry:
        """Return the entry of a package, whose manifest is read for it; see `MakeEntry`."""
        return PackageEntry(source, _summary(self._header(source, embedded)), embedded)

    def header(self, entry: PackageEntry) -> PackageHeader:
        """Return a package as far as its manifest tells."""
        return self._header(entry.source, entry.embedded)

    def _header(self, source: Source, embedded: bool) -> PackageHeader:
        if embedded:
            return _embedded_header(source)
        if source not in self._headers:
            self._headers[source] = read_header(source, self._load, self._max_per_code)
        return self._headers[source]

    def package(self, entry: PackageEntry) -> Package:
        """Return a package read whole."""
        if entry.embedded:
            return _embedded_package(entry.source)
        if entry.source not in self._packages:
            self._packages[entry.source] = read_package(self.header(entry), self._load, self._max_per_code)
        return self._packages[entry.source]

    def unusable(self, entry: PackageEntry) -> Package:
        """Return a package that nobody can require."""
        return read_package(msgspec.structs.replace(self.header(entry), usable=False), self._load, self._max_per_code)

    def exports(self, entry: PackageEntry) -> Package:
        """Return what others see of a package, or more; what is wrong with it is not complete then."""
        if entry.embedded or entry.source in self._packages:
            return self.package(entry)
        return read_exports(self.header(entry), self._load, self._max_per_code)


@functools.cache
def _embedded_header(source: Source) -> PackageHeader:
    """Return what the manifest of an embedded package says.

    They are a part of this program, and most of the work on one small package: read once per process. Their sources
    are the same objects each time, see `muranopl.catalog`.
    """
    return read_header(source)


@functools.cache
def _embedded_package(source: Source) -> Package:
    return read_package(_embedded_header(source))


def _summary(header: PackageHeader) -> ManifestSummary:
    """Return the summary of a manifest."""
    manifest = header.manifest
    return ManifestSummary(
        name=header.id.name,
        version=header.id.version,
        format=str(header.format),
        type=manifest.type.value,
        requires=tuple(entry.name for entry in manifest.require),
        classes=tuple(entry.name for entry in manifest.classes or ()) if header.usable else (),
        has_name=manifest.full_name is not None,
    )
