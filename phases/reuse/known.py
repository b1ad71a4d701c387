"""The cached exports and results of the packages of a check.

If all results are cached, the files are only read and hashed: no parser is imported.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from muranopl.diagnostics.logs import log_info
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import Answers, remembered_entries
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.contents import Contents
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.phases.reuse.manifests import ManifestRecords
from muranopl.phases.reuse.result_records import ResultRecords
from muranopl.phases.reuse.results import Export, PackageResult
from muranopl.read.index import MakeEntry, PackageEntry, PackageIndex


class KnownPackages:
    """The packages of a check, with their cached exports and results.

    `read_entry` reads a manifest that is not in the cache; `answers` has entries of earlier checks.
    """

    def __init__(self, job: Job, cache: Cache, read_entry: MakeEntry, answers: Answers) -> None:
        self._job, self._cache = job, cache
        manifests = ManifestRecords(cache, read_entry)
        self.index = job.packages(remembered_entries(answers, manifests.entry))
        self._contents = Contents(self.index, manifests, cache)
        self._keys: Mapping[PackageEntry, bytes] = {}

    def export(self, entry: PackageEntry) -> Export | None:
        """Return the exports of a package, None if they are not in the cache."""
        if entry not in self._contents.exports and not self._contents.is_recorded(entry):
            return None
        return self._contents.exports[entry]

    def add(self, entry: PackageEntry, export: Export) -> None:
        """Record the exports of a package that was read."""
        self._contents.add(entry, export)

    def take(self, entry: PackageEntry, export: Export) -> None:
        """Take the exports of a package that is not recorded, so that others have keys."""
        self._contents.take(entry, export)

    def results(self, index: PackageIndex) -> dict[PackageEntry, PackageResult]:
        """Return the cached results of an index that `locate` has completed."""
        self.index = self._contents.index = index
        self._keys = self._contents.keys(self._job)
        self._records = ResultRecords(self._cache.store, FileIndex(index), self._contents)
        pairs = ((entry, self._records.result(key)) for entry, key in self._keys.items())
        available = {entry: result for entry, result in pairs if result is not None}
        message = "cache: %d of %d packages are known"
        log_info("muranopl.phases", message, len(available), len(list(index)))
        return available

    @property
    def depend_on_all(self) -> frozenset[PackageEntry]:
        """The packages with cached results that depend on all exports."""
        keys = self._records.depend_on_all
        return frozenset(entry for entry, key in self._keys.items() if key in keys)

    def keep(
        self,
        found: Mapping[PackageEntry, PackageResult],
        depend_on_all: Collection[str],
        given_up: Collection[str],
    ) -> None:
        """Record results, unless files have changed since; none that an internal error may affect.

        `depend_on_all` and `given_up` are names of packages, as in `PhaseResults`.
        """
        try:
            if self._contents.still_hold(self.index):
                for entry, result in found.items():
                    if entry in self._keys and self._is_sound(entry.name, depend_on_all, given_up):
                        self._records.keep(
                            self._keys[entry], result, depends_on_all=entry.name in depend_on_all
                        )
        except Exception:  # the results are right all the same
            import logging

            logging.getLogger("muranopl.phases").exception("results cannot be recorded")

    def _is_sound(
        self, name: str, depend_on_all: Collection[str], given_up: Collection[str]
    ) -> bool:
        """Return whether no package was given up that `name` sees, or may have asked about."""
        return not given_up or (
            name not in depend_on_all and self.index.needed([name]).keys().isdisjoint(given_up)
        )
