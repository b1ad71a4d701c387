"""Checks of the packages of a catalog, one after another; each reads and checks only what has changed.

A `Catalog` that has them takes the results of its checks from here, see `muranopl.api.catalog.repeating`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from muranopl.ard.remote.fetching import Remote
from muranopl.ard.sources.symlinks import is_below
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.phases.check import CheckResult, check, of_one_run
from muranopl.phases.job import Job
from muranopl.phases.progress import Tell
from muranopl.phases.report import NOT_FETCHED
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.cancelling import never
from muranopl.phases.reuse.one_run import run_all
from muranopl.phases.reuse.opened_paths import OpenedPaths
from muranopl.phases.reuse.opening import PackagePaths
from muranopl.phases.workers.workers import Workers
from muranopl.workspace.background_check import on_disk
from muranopl.workspace.checks import Checks

_NO_REMOTE = Remote()


class SessionCheck(NamedTuple):
    """The job of a check, the diagnostics about paths without a package, and the result."""

    job: Job
    unopened: tuple[Diagnostic, ...]
    result: CheckResult


class CheckSession:
    """Checks of one catalog after another; the files of each are those of the one before.

    Files that have changed since are those of `files_changed`. Other paths, or other options of
    reading packages, begin anew; so does the check after one that raises an exception. What was
    fetched from an address is not fetched again, unless something could not be fetched. `cache` has
    results of other processes, and gets those of the first check.
    """

    def __init__(self, cache: Cache | None) -> None:
        self.cache = Cache.in_memory() if cache is None else cache
        self._kept: _OpenCatalog | None = None

    def files_changed(self, paths: Iterable[str]) -> None:
        """Record that files or folders have changed, been added or removed."""
        if self._kept is not None and not self._kept.take(list(paths)):
            self._kept = None

    def with_fetched(self, paths: PackagePaths) -> PackagePaths:
        """Return paths with what earlier checks have fetched for them."""
        if self._kept is None or not self._kept.serves(paths):
            return paths
        return msgspec.structs.replace(paths, remote=self._kept.remote)

    def check(
        self, paths: PackagePaths, workers: Workers, stop_after: Phase, tell: Tell | None
    ) -> SessionCheck:
        """Check the packages at some paths as `muranopl.phases.check` does.

        `tell` is called with the progress of the first check, which `workers` share. Raise
        UsageError.
        """
        if self._kept is None or not self._kept.serves(paths):
            self._kept = _OpenCatalog(paths, self.cache)
        try:
            result = self._kept.check(workers, stop_after, tell)
        except BaseException:
            self._kept = None
            raise
        if any(item.code in NOT_FETCHED for item in result.unopened):
            self._kept = None
        return result

    def run_all(self, job: Job, stop_after: Phase) -> PhaseResults:
        """Return the results of the phases over the packages of a check."""
        if self._kept is None:
            return run_all(job, self.cache, stop_after)
        return self._kept.run_all(job, stop_after)


class _OpenCatalog:
    """The packages of a catalog, and the results of checks of them."""

    def __init__(self, paths: PackagePaths, cache: Cache) -> None:
        self._paths, self._cache = paths, cache
        self._files = OpenedPaths(paths)
        self._checks = Checks(None, paths.max_per_code)
        self._is_known = False

    @property
    def remote(self) -> Remote:
        """What was fetched for the paths."""
        return self._paths.remote

    def serves(self, paths: PackagePaths) -> bool:
        """Return whether these are the packages at some paths."""
        return _without_remote(self._paths) == _without_remote(paths)

    def take(self, paths: list[str]) -> bool:
        """Record changes of files and folders; return false if all packages are to be read anew."""
        # The files of their packages are not those on the disk
        plugins = map(os.path.abspath, self._paths.extensions)
        changed = list(map(os.path.abspath, paths))
        if any(is_below(path, top) or is_below(top, path) for top in plugins for path in changed):
            return False
        self._files.written(changed)
        return True

    def check(self, workers: Workers, stop_after: Phase, tell: Tell | None) -> SessionCheck:
        """Check the packages as they are now. Raise UsageError."""
        job = self._files.job
        if self._files.problem is not None:
            raise self._files.problem
        if stop_after is Phase.RENDER:
            result = self._whole(job, workers, tell)
        else:
            result = of_one_run(job, self.run_all(job, stop_after))
        return SessionCheck(job, self._files.unopened, result)

    def run_all(self, job: Job, stop_after: Phase) -> PhaseResults:
        """Return the results of the phases over all packages of a job."""
        return self._checks.run_all(job, stop_after)

    def _whole(self, job: Job, workers: Workers, tell: Tell | None) -> CheckResult:
        if not self._is_known:
            # By several processes; the results are in the cache then
            check(on_disk(job), workers, self._cache, tell=tell)
            self._checks.recall(job, self._cache)
            self._is_known = True
        # The last lane has the result of all packages
        for lane in self._checks.lanes(job, None, never):
            result = lane.result
        return result


def _without_remote(paths: PackagePaths) -> PackagePaths:
    """Return paths without what differs from one check to the next of the same packages."""
    return msgspec.structs.replace(paths, remote=_NO_REMOTE, known_as={})
