"""Answers questions about the packages of a job, from memory or from the records of a cache.

If a cache has all of them, files are only read and hashed: no parser is imported. All of it is
computed on demand; what concerns one package is also known before all packages are read.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.diagnostics.logs import log_details, log_info
from muranopl.diagnostics.visible import visible
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import Answers, Question, Same, pointed_at
from muranopl.phases.reuse.contents import Contents
from muranopl.phases.reuse.exports_seen import hash_of_all, hashes_seen
from muranopl.phases.reuse.hashing import hashed, record_key
from muranopl.phases.reuse.package_results import Export, FileIndex, PackageResult
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.located import locate

ReadExport = Callable[[PackageEntry], Export]
"""Reads a package and returns its exports. Raises UncontainedError."""


class ResultRecord(msgspec.Struct, array_like=True):
    """The result of a package under its key, or under another one with further dependencies.

    Those are all exports, if the check asked about packages that it does not see, and the contents of
    the packages, by name and position, into whose files the result points.
    """

    result: PackageResult | None
    everything: bool = False
    packages: tuple[tuple[str, int], ...] = ()


class Packages:
    """The packages of a job.

    `contents` has their hashes, if they are recorded. `read` reads a package without a record.
    """

    def __init__(
        self,
        job: Job,
        index: PackageIndex,
        contents: Contents,
        answers: Answers,
        read: ReadExport,
    ) -> None:
        self.job, self.index = job, index
        self._answers, self._read = answers, read
        self._contents = contents
        self.exports: dict[PackageEntry, Export] = {}
        """The exports of the packages that were read, or have a record."""
        self._added: set[PackageEntry] = set()
        self._around: dict[str, PackageIndex] = {}
        self._is_located = False
        self.depend_on_all: set[PackageEntry] = set()
        """The packages whose recorded results depend on all exports."""

    # Exports

    def cached_export(self, entry: PackageEntry) -> Export | None:
        """Return the exports of a package without reading it, None if that is not possible."""
        if entry not in self.exports:
            export: Export | None = self._answers.find(*_exports_of(entry))
            if export is None:
                export = self._recorded_export(entry)
            if export is not None:
                self._take(entry, export)
        return self.exports.get(entry)

    def export(self, entry: PackageEntry) -> Export:
        """Return the exports of a package, reading it if need be."""
        result = self.cached_export(entry)
        if result is None:
            result = self._read(entry)
            self.add(entry, result)
        return result

    def add(self, entry: PackageEntry, export: Export) -> None:
        """Take the exports of a package that was read, and record them."""
        self._take(entry, export)
        self._added.add(entry)
        if (content := self._contents.of_read(entry)) is not None:
            self._contents.put(hashed(b"exported", content), msgspec.msgpack.encode(export))

    def _take(self, entry: PackageEntry, export: Export) -> None:
        self.exports[entry] = export
        # Those of an upload, whose name no other may have, would stay in memory for good
        if self._answers.are_about(entry.source):
            self._answers.remember(*_exports_of(entry), export)

    def _recorded_export(self, entry: PackageEntry) -> Export | None:
        if entry.embedded:
            base = entry.source.base.encode()
            return Export(record_key(b"embedded", base))
        content = self._contents.of(entry)
        if content is None:
            return None
        return self._contents.get(hashed(b"exported", content), _EXPORT)

    # What packages see

    @functools.cached_property
    def located(self) -> PackageIndex:
        """The index with packages that others name without requiring them; all are read for that."""
        result = locate(self.index, self._names)
        self._is_located = True
        return result

    def around(self, name: str) -> PackageIndex:
        """Return the index with the packages that those of a name see; no others are read."""
        if self._is_located:
            return self.located
        if name not in self._around:
            self._around[name] = locate(self.index, self._names, [name])
        return self._around[name]

    @functools.cached_property
    def all_exports(self) -> bytes:
        """The hash of the exports of all packages."""
        return hash_of_all(self.located, self._exports_among(self.located))

    @functools.cached_property
    def keys(self) -> dict[PackageEntry, bytes]:
        """The hashes of what packages see."""
        return self._keys(self.located, self.located)

    def keys_around(self, name: str) -> dict[PackageEntry, bytes]:
        """Return the hashes of what packages of a name see, and those that they see themselves."""
        index = self.around(name)
        return self._keys(
            index, (item for other in index.needed([name]) for item in index.by_name[other])
        )

    def key(self, entry: PackageEntry) -> bytes:
        """Return the hash of what one package sees; no others are read."""
        return (self.keys if self._is_located else self.keys_around(entry.name))[entry]

    def _keys(
        self, index: PackageIndex, entries: Iterable[PackageEntry]
    ) -> dict[PackageEntry, bytes]:
        return hashes_seen(index, self._exports_among(entries), self.job)

    def _exports_among(self, entries: Iterable[PackageEntry]) -> dict[PackageEntry, Export]:
        return {entry: self.export(entry) for entry in entries}

    def at(self, location: str) -> PackageEntry | None:
        """Return the package at a location, None if it is not needed."""
        result = _at(location, self.index)
        # Only a file of a library that nothing requires needs a look at all packages
        return _at(location, self.located) if result is None else result

    def sees(self, entry: PackageEntry) -> tuple[PackageEntry, ...]:
        """Return the packages of the name of an entry and all that they see, without embedded ones.

        They are the same objects as long as their files are the same.
        """
        index = self.around(entry.name)
        names = sorted(index.needed([entry.name]))
        entries = (item for name in names for item in index.by_name[name])
        return tuple(item for item in entries if not item.embedded)

    def _names(self, entry: PackageEntry) -> frozenset[str]:
        return self.export(entry).names

    # Recorded results

    @functools.cached_property
    def _files(self) -> FileIndex:
        return FileIndex(self.located)

    @functools.cached_property
    def _records(self) -> msgspec.msgpack.Decoder[ResultRecord]:
        return self._files.decoder(ResultRecord)

    @functools.cached_property
    def _record_keys(self) -> dict[PackageEntry, bytes]:
        contents = ((entry, self._contents.of(entry)) for entry in self.keys)
        return {
            entry: hashed(b"package", content, self.keys[entry])
            for entry, content in contents
            if content is not None
        }

    def recorded_results(self) -> dict[PackageEntry, PackageResult]:
        """Return the results of the located packages that the cache has."""
        results: dict[PackageEntry, PackageResult] = {}
        for entry, key in self._record_keys.items():
            record = self._record(key)
            if record is not None and record.result is None:
                if record.everything:
                    self.depend_on_all.add(entry)
                record = self._record(self._further_key(key, record))
            if record is not None and record.result is not None:
                results[entry] = record.result
        message = "cache: %d of %d packages are known"
        log_info("muranopl.phases", message, len(results), len(list(self.located)))
        log_details(
            "muranopl.phases",
            lambda: (
                f"cache: {visible(item.source.location)} {self._why(item, results)}"
                for item in self.located
            ),
        )
        return results

    def _record(self, key: bytes | None) -> ResultRecord | None:
        return self._contents.get(key, self._records)

    def _further_key(self, key: bytes, record: ResultRecord) -> bytes | None:
        """Return the key of a result with further dependencies; None if they have no hash."""
        parts = [self.all_exports] if record.everything else []
        for name, position in record.packages:
            group = self.located.by_name.get(name, ())
            content = self._contents.of(group[position]) if position < len(group) else None
            if content is None:
                return None
            parts.append(content)
        return hashed(b"further", key, *parts)

    def _why(self, entry: PackageEntry, results: Collection[PackageEntry]) -> str:
        """Return why the cache has the result of a package, or has not, in words for a log."""
        content, exports = self._contents.of(entry), self.keys[entry]
        if content is None:
            return "is computed: a package without a usable name is not cached"
        hashes = f"files {content.hex()[:8]}, exports that it sees and settings {exports.hex()[:8]}"
        if entry in results:
            return f"is reused: {hashes}"
        if entry in self._added:
            return f"is computed: its files have not been read before; {hashes}"
        return (
            f"is computed: its files were read before, what it sees or a setting is new; {hashes}"
        )

    def record(
        self, results: Mapping[PackageEntry, PackageResult], depend_on_all: Collection[str]
    ) -> None:
        """Record results, unless files have changed since.

        `depend_on_all` are names of packages, as in `PhaseResults`.
        """
        try:
            if self._contents.still_hold(self.located):
                for entry, result in results.items():
                    if entry in self._record_keys:
                        self._keep(entry, result, entry.name in depend_on_all)
        except Exception:  # the results are right all the same
            import logging

            logging.getLogger("muranopl.phases").exception("results cannot be recorded")

    def _keep(self, entry: PackageEntry, result: PackageResult, everything: bool) -> None:
        key = self._record_keys[entry]
        # It is computed again if it cannot be encoded, or is about a file of no package
        with contextlib.suppress(OverflowError, UnicodeEncodeError, LookupError):
            pointed_into = set(map(self._files.find, pointed_at(result.diagnostics)))
            own = self._files.find(entry.source.file(MANIFEST))
            more = ResultRecord(None, everything, tuple(sorted(pointed_into - {own})))
            further: bytes | None = key
            if more.everything or more.packages:
                self._contents.put(key, self._files.encode(more))
                further = self._further_key(key, more)
            if further is not None:
                self._contents.put(further, self._files.encode(ResultRecord(result)))


def _exports_of(entry: PackageEntry) -> tuple[Question, Hashable]:
    return ("exports", entry.source.location), Same(entry)


def _at(location: str, entries: Iterable[PackageEntry]) -> PackageEntry | None:
    return next((item for item in entries if item.source.location == location), None)


_EXPORT = msgspec.msgpack.Decoder(Export)
