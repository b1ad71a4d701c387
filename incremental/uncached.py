"""The packages of a check of which nothing is known: all are read, and put through the phases."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from muranopl.diagnostics.diagnostic import Phase
from muranopl.incremental.parsed_files import CachingLoader
from muranopl.incremental.results import PackageResult
from muranopl.namespace.located import foreign_names
from muranopl.phases.driver import run
from muranopl.phases.job import Job
from muranopl.phases.progress import Stage
from muranopl.phases.results import PhaseResults
from muranopl.read.index import PackageEntry, count_files
from muranopl.read.located import locate
from muranopl.read.reader import PackageReader

if TYPE_CHECKING:
    from muranopl.incremental.cache import Cache


class UncachedPackages:
    """Packages without results. A cache, if there is one, spares the parsing of YAML."""

    def __init__(self, job: Job, cache: Cache | None, stop_after: Phase) -> None:
        self._job, self._cache = job, cache
        self._reader = _reader(job, cache)
        self.index = job.packages(self._reader.entry)
        if stop_after is not Phase.READ and not job.as_written:  # nothing else is found as the engine finds it
            self._advance = job.progress.begin(Stage.READ, count_files(self.index))
            self.index = locate(self.index, self._foreign_names)

    def _foreign_names(self, entry: PackageEntry) -> Collection[str]:
        """Return the `foreign_names` of a package, which is read for it."""
        package = self._reader.package(entry)
        if self._advance is not None:
            self._advance(len(entry.source.paths()))
        if entry.embedded or entry.source in self._reader.given_up:
            return ()
        try:
            return foreign_names(package)
        except Exception as error:
            self._reader.give_up(entry, error)
            return ()

    def known(self) -> dict[PackageEntry, PackageResult]:
        """Return no result."""
        return {}

    def run(self, wanted: Collection[str], stop_after: Phase) -> PhaseResults:
        """Run the phases over the packages of all names, up to and including `stop_after`."""
        results = run(self._job, self.index, self._reader, wanted, stop_after)
        if self._cache is not None:
            self._cache.store.close()
        return results

    def keep(self, results: PhaseResults, found: Mapping[PackageEntry, PackageResult]) -> None:
        """Do nothing."""


def _reader(job: Job, cache: Cache | None) -> PackageReader:
    if cache is None:
        return PackageReader(max_per_code=job.max_per_code, as_written=job.as_written)
    return PackageReader(CachingLoader(cache.store, cache.program), job.max_per_code, as_written=job.as_written)
