"""Fetches the addresses among PATHs into files and folders of this machine, once in a run.

`Remote` is the interface for all other folders. It chooses between `fetcher` (this process)
and `shared_fetcher` (workers), and needs the extra `remote`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from muranopl.diagnostics.arguments import Progress
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.visible import is_address

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.ard.remote.failures import Fetched
    from muranopl.ard.remote.fetcher import Fetcher
    from muranopl.ard.remote.limits import TimeLimits
    from muranopl.ard.sources.source import Source


class Remote:
    """Fetches addresses, each once; what an address was is kept for later runs in a folder.

    `cache` is the folder of the cache; without one, what was fetched is gone at the end of the process.
    `offline` is whether the network is not used. `calls_by_path` is whether what was fetched is
    called by its path, which an editor can open. With an `executor` packages are fetched by its
    processes, as far as these are to read them. Nothing is imported before the first address.
    """

    def __init__(
        self,
        cache: str | None = None,
        *,
        offline: bool = False,
        calls_by_path: bool = False,
        limits: TimeLimits | None = None,
        executor: Executor | None = None,
    ) -> None:
        self._cache, self.offline = cache, offline
        self._calls_by_path = calls_by_path
        self._limits, self._executor = limits, executor
        self.tell: Progress | None = None
        """Called with the number of URLs that were fetched, and of all URLs so far."""

    @functools.cached_property
    def fetcher(self) -> Fetcher:
        """The store, the client for the web, and what was fetched. Raise UsageError without the extra."""
        from muranopl.diagnostics.extras import needing

        with needing("remote"):
            from muranopl.ard.remote.fetcher import Fetcher  # few have an address
        if self._executor is None:
            return Fetcher(self._cache, self._limits, offline=self.offline)
        from muranopl.ard.remote.shared_fetcher import SharedFetcher  # few have one

        return SharedFetcher(self._executor, self._cache, self._limits, offline=self.offline)

    @functools.cached_property
    def here(self) -> Remote:
        """The same, but all is fetched by this process."""
        if self._executor is None:
            return self
        return Remote(
            self._cache,
            offline=self.offline,
            calls_by_path=self._calls_by_path,
            limits=self._limits,
        )

    def require_known(self, paths: Iterable[str]) -> None:
        """Raise UsageError for an address of an unknown kind, and if the extra is not installed."""
        for address in filter(is_address, paths):
            self.fetcher.require_known(address)

    def fetch(self, paths: Iterable[str]) -> None:
        """Fetch the addresses among some paths, several at a time, as far as that was not done."""
        addresses = list(filter(is_address, paths))
        if addresses:
            self.fetcher.fetch(addresses, self.tell)

    def fetched(self, address: str) -> Fetched | None:
        """Return what an address names; None if it cannot be fetched. Raise UsageError."""
        self.fetch([address])
        return self.fetcher.fetched(address, calls_by_path=self._calls_by_path)

    def packages(
        self, address: str, findings: Findings, known_as: str | None = None
    ) -> list[Source] | None:
        """Return the packages at an address; None if it cannot be fetched. Raise UsageError.

        They are called after `known_as`, or else after the address.
        """
        self.fetch([address])
        return self.fetcher.packages(address, findings, known_as, calls_by_path=self._calls_by_path)

    def report_failures(self, paths: Iterable[str], findings: Findings) -> bool:
        """Report the addresses among some paths that were not fetched; return whether all were."""
        addresses = dict.fromkeys(filter(is_address, paths))
        reports = [self.fetcher.report_failure(item, findings) for item in addresses]
        return not any(reports)
