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
from muranopl.phases.job import Job, Tell
from muranopl.phases.report import NOT_FETCHED
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.cache import Cache
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
        self._paths: PackagePaths | None = None
        """The paths of the last check, None if the next one begins anew."""
        self._files: OpenedPaths
        self._checks: Checks
        self._is_first = True

    def files_changed(self, paths: Iterable[str]) -> None:
        """Record that files or folders have changed, been added or removed."""
        if self._paths is None:
            return
        # The files of packages of plugins are not those on the disk
        plugins = list(map(os.path.abspath, self._paths.extensions))
        changed = list(map(os.path.abspath, paths))
        if any(is_below(path, top) or is_below(top, path) for top in plugins for path in changed):
            self._paths = None
        else:
            self._files.written(changed)

    def with_fetched(self, paths: PackagePaths) -> PackagePaths:
        """Return paths with what earlier checks have fetched for them."""
        before = self._before(paths)
        return paths if before is None else msgspec.structs.replace(paths, remote=before.remote)

    def _before(self, paths: PackagePaths) -> PackagePaths | None:
        """Return the paths of the last check, if it was one of the same packages."""
        before = self._paths
        if before is None or _without_remote(before) != _without_remote(paths):
            return None
        return before

    def check(
        self, paths: PackagePaths, workers: Workers, stop_after: Phase, tell: Tell | None
    ) -> SessionCheck:
        """Check the packages at some paths as `muranopl.phases.check` does.

        `tell` is called with the progress of the first check, which `workers` share. Raise
        UsageError.
        """
        before = self._before(paths)
        if before is None:
            self._files, self._checks = OpenedPaths(paths), Checks(None, paths.max_per_code)
            self._is_first = True
        self._paths = None
        job = self._files.job
        if self._files.problem is not None:
            raise self._files.problem
        if stop_after is not Phase.RENDER:
            result = of_one_run(job, self._checks.run_all(job, stop_after))
        else:
            if self._is_first:
                # By several processes; the results are in the cache then
                check(on_disk(job), workers, self.cache, tell=tell)
                self._checks.recall(job, self.cache)
                self._is_first = False
            result = self._checks.check(job)
        if not any(item.code in NOT_FETCHED for item in self._files.unopened):
            self._paths = before or paths
        return SessionCheck(job, self._files.unopened, result)

    def run_all(self, job: Job, stop_after: Phase) -> PhaseResults:
        """Return the results of the phases over the packages of a check."""
        if self._paths is None:
            return run_all(job, self.cache, stop_after)
        return self._checks.run_all(job, stop_after)


def _without_remote(paths: PackagePaths) -> PackagePaths:
    """Return paths without what differs from one check to the next of the same packages."""
    return msgspec.structs.replace(paths, remote=_NO_REMOTE, known_as={})
