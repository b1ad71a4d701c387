"""What the packages at hand are: hashes of their contents, which tell whether they changed since they were recorded."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Sequence

from muranopl.incremental.cache import Cache
from muranopl.incremental.hashing import hashed
from muranopl.incremental.keys import content_key, package_key, seen_keys, settings_key
from muranopl.incremental.workers import Workers, shares
from muranopl.phases.job import Job
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.recorded import Recorded
from muranopl.read.recording import Recording


class Contents:
    """The contents of all packages of an index; those that were never read as they are now are read for it.

    The hash of a package is None where its source has no name to be recorded under.
    """

    def __init__(self, index: PackageIndex, job: Job, cache: Cache) -> None:
        self._index, self._job, self._cache = index, job, cache
        self._contents: dict[int, bytes | None] = {}
        self._exports: dict[int, bytes | None] = {}
        new = [entry for entry in index if not self._is_recorded(entry)]
        if new:
            self._read(new)

    def of(self, entry: PackageEntry) -> bytes | None:
        """The hash of all that is read of a package."""
        return self._contents[id(entry)]

    def keys(self) -> dict[int, bytes | None]:
        """The keys of all packages, by id(); see `muranopl.incremental.keys`."""
        seen = seen_keys(self._index, lambda entry: self._exports[id(entry)])
        settings = settings_key(self._job, self._cache.program)
        return {
            id(entry): package_key(settings, self.of(entry), seen[name], position)
            for name, group in self._index.by_name.items()
            for position, entry in enumerate(group)
        }

    def still_hold(self, packages: Iterable[PackageEntry]) -> bool:
        """Whether whatever was read of some packages since was the same."""
        return all(self._hashed(entry) == self.of(entry) for entry in packages)

    def _hashed(self, entry: PackageEntry) -> bytes | None:
        return content_key(entry, self._cache.program)

    def _is_recorded(self, entry: PackageEntry) -> bool:
        """Whether the content of a package is known, and what others see of it."""
        content = self._hashed(entry) if entry.embedded or entry.summary.reads else None
        export = content
        if content is not None and not entry.embedded:
            export = self._cache.store.get(_export_record(content))
        self._contents[id(entry)], self._exports[id(entry)] = content, export
        return export is not None

    def _read(self, new: Sequence[PackageEntry]) -> None:
        """Run phase 1 over packages, and find out what others see of them."""
        from muranopl.ard.units import Units  # noqa: PLC0415 - only if something changed
        from muranopl.read.export import export_key  # noqa: PLC0415
        from muranopl.read.packages import package_of  # noqa: PLC0415

        count = self._job.workers.count(sum(len(entry.source.paths()) for entry in new))
        if count > 1:
            _read_ahead(new, self._cache, self._job.workers, count)
        load = Units(self._cache.store, self._cache.program)
        recorded = Recorded(self._cache.store, self._cache.program)
        for done, entry in enumerate(new, start=1):
            package = package_of(entry, load)
            recorded.keep(entry)
            content = self._contents[id(entry)] = self._hashed(entry)
            if content is not None and isinstance(entry.source, Recording):
                export = self._exports[id(entry)] = export_key(package, entry.source)
                self._cache.store.put(_export_record(content), export)
            if self._job.progress is not None:
                self._job.progress(done, len(new))


def _read_ahead(packages: Sequence[PackageEntry], cache: Cache, workers: Workers, count: int) -> None:
    """Have workers parse the files of packages."""
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - only if there is much to do

    from muranopl.read.ahead import files_of, read_ahead, take_over  # noqa: PLC0415
    from muranopl.read.look import head_of  # noqa: PLC0415

    files = [files_of(head_of(entry), entry.source.source) for entry in packages if isinstance(entry.source, Recording)]
    parts = shares(files, lambda each: len(each.paths), count)
    with contextlib.suppress(BrokenExecutor):  # whoever reads them then has to parse them
        for read in workers.run(functools.partial(read_ahead, cache.program), parts):
            take_over(read, cache.store)


def _export_record(content: bytes) -> bytes:
    return hashed(b"exported", content)
