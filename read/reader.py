"""Reads packages, each once, for all phases and checks; replaces those on which it fails."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterable, Mapping

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, folder_name
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.internal_errors import UncontainedError
from muranopl.diagnostics.places import Place
from muranopl.read.classes import ReadUnit, read_unit
from muranopl.read.embedded import embedded_package
from muranopl.read.index import ManifestSummary, PackageEntry
from muranopl.read.manifest import read_header, unread_header
from muranopl.read.one_package import read_exports, read_package, unknown_package
from muranopl.read.package import Package, PackageHeader, PackageId

ReadPackage = Callable[[PackageHeader, YamlLoader, int | None, ReadUnit], Package]
"""Reads a package, or its visible part, with a function that reads its class files."""


class PartReaders(msgspec.Struct, frozen=True):
    """The functions that read a package: its manifest, a class file, all of it, its visible part."""

    header: Callable[[Source, YamlLoader, int | None, bool], PackageHeader]
    unit: ReadUnit
    package: ReadPackage
    visible: ReadPackage


class PackageReader:
    """Reads packages, each once.

    `load` reads YAML, `max_per_code` and `as_written` are as in `Job`, `parts` reads parts of packages.
    Packages on which a part of the program fails are `given_up`: from then on they have unknown
    content. Unless it `gives_up`, UncontainedError is raised instead.
    """

    def __init__(
        self,
        load: YamlLoader = load,
        max_per_code: int | None = PER_CODE.most,
        *,
        as_written: bool = False,
        parts: PartReaders | None = None,
        gives_up: bool = True,
    ) -> None:
        self._load = load
        self._parts = parts or PartReaders(read_header, read_unit, read_package, read_exports)
        self.max_per_code = max_per_code
        self._as_written, self._gives_up = as_written, gives_up
        self._headers: dict[Source, PackageHeader] = {}
        self._packages: dict[Source, Package] = {}
        self.given_up: set[Source] = set()

    def entry(self, source: Source, embedded: bool) -> PackageEntry:
        """Return the entry of a package, made from its manifest; see `MakeEntry`."""
        return PackageEntry(source, _summary(self._header(source, embedded)), embedded)

    def header(self, entry: PackageEntry) -> PackageHeader:
        """Return a package with its manifest only."""
        return self._header(entry.source, entry.embedded)

    def _header(self, source: Source, embedded: bool) -> PackageHeader:
        # The core library is the same in all catalogs, and read once in a process.
        if embedded:
            return embedded_package(source).header
        if source not in self._headers:
            try:
                self._headers[source] = self._parts.header(
                    source, self._load, self.max_per_code, self._as_written
                )
            except Exception as error:
                place = Place(source.file(MANIFEST))
                result = self._internal_error(error, folder_name(source), place)
                self._headers[source] = unread_header(source, result)
                self._give_up(self._headers[source], result)
        return self._headers[source]

    def package(self, entry: PackageEntry) -> Package:
        """Return a package, read completely."""
        if entry.source not in self._packages:
            if entry.embedded:
                return embedded_package(entry.source).package
            try:
                self._packages[entry.source] = self._read(self._parts.package, entry)
            except Exception as error:
                self.give_up(entry, error)
        return self._packages[entry.source]

    def unusable(self, entry: PackageEntry) -> Package:
        """Return a package that cannot be required."""
        return _unusable(self.package(entry))

    def exports(self, entry: PackageEntry) -> Package:
        """Return the visible part of a package, or more; its diagnostics are incomplete."""
        if not entry.embedded and entry.source not in self._packages:
            try:
                return self._read(self._parts.visible, entry)
            except Exception as error:
                self.give_up(entry, error)
        return self.package(entry)

    def _read(self, read: ReadPackage, entry: PackageEntry) -> Package:
        return read(self.header(entry), self._load, self.max_per_code, self._parts.unit)

    def give_up_all(
        self, entries: Iterable[PackageEntry], failures: Mapping[PackageId, Exception]
    ) -> None:
        """Give up the packages for which work failed. Raise the exception if that does not help."""
        by_id = {self.header(entry).id: entry for entry in entries}
        for id_, error in failures.items():
            # The package is unknown, or was given up before and failed again.
            if id_ not in by_id or by_id[id_].source in self.given_up:
                raise error from None
            self.give_up(by_id[id_], error)

    def give_up(self, entry: PackageEntry, error: Exception) -> None:
        """Give up a package because of an internal error, which is added to its diagnostics."""
        header = self.header(entry)
        internal = self._internal_error(error, header.id.name, header.place)
        read = self._packages.get(entry.source, header)
        self._give_up(header, [*read.diagnostics, *internal])

    def reading_again(self) -> PackageReader:
        """Return a reader with the same manifests that reads packages again."""
        return self._copy(self.given_up, self._headers)

    def reading_as_written(self, entries: Iterable[PackageEntry]) -> PackageReader:
        """Return a reader that reads some of the packages again, as they are written."""
        again = {entry.source for entry in entries} - self.given_up
        result = self._copy(self._packages.keys() - again, self._headers.keys() - again)
        result._as_written = True
        return result

    def _copy(self, packages: Iterable[Source], headers: Iterable[Source]) -> PackageReader:
        """Return a reader with some of the packages and manifests that this one has read."""
        result = copy.copy(self)
        result._packages = {source: self._packages[source] for source in packages}
        result._headers = {source: self._headers[source] for source in headers}
        result.given_up = set(self.given_up)
        return result

    def _give_up(self, header: PackageHeader, diagnostics: list[Diagnostic]) -> None:
        self.given_up.add(header.source)
        self._packages[header.source] = unknown_package(header, diagnostics)

    def _internal_error(self, error: Exception, package: str, place: Place) -> list[Diagnostic]:
        # Nothing is the cause of a lack of memory
        if not (self._gives_up or isinstance(error, MemoryError)):
            raise UncontainedError from error
        from muranopl.diagnostics.internal_errors import report_internal_error  # only after a bug

        findings = Findings(package)
        report_internal_error(error, "package", place, findings)
        return findings.diagnostics


# The core library of the program has facts, which are kept for the object
@functools.lru_cache(maxsize=4)
def _unusable(package: Package) -> Package:
    header = msgspec.structs.replace(package.header, usable=False)
    return msgspec.structs.replace(package, header=header)


def _summary(header: PackageHeader) -> ManifestSummary:
    """Return the summary of a manifest."""
    manifest = header.manifest
    classes: tuple[str, ...] = ()
    if header.usable:
        classes = tuple(entry.name for entry in manifest.classes or ())
    return ManifestSummary(
        name=header.id.name,
        version=header.id.version,
        format=str(header.format),
        type=manifest.type.value,
        requires=tuple(entry.name for entry in manifest.require),
        classes=classes,
        has_name=manifest.full_name is not None,
        is_extension=manifest.extension is not None,
    )
