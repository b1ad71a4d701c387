"""Fetches addresses in this process, each once; an offline run takes them from the store.

`Remote` (in `fetching`) is the interface for all other folders; the functions of `schemes` do the transfer.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from muranopl.ard.remote.failures import Fetched, FetchError, report_fetch
from muranopl.ard.remote.http import AT_A_TIME, HttpClient, host_of
from muranopl.ard.remote.limits import TimeLimits
from muranopl.ard.remote.schemes import FetchContext, function_of
from muranopl.ard.remote.store import FOLDER, ContentStore, Stored
from muranopl.ard.remote.temporary import temporary_folder
from muranopl.ard.sources.discovery import discover
from muranopl.ard.sources.source import Source
from muranopl.diagnostics.arguments import Progress
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import masked, scheme_of, visible

_INTERVAL = 0.1
"""Seconds between two reports of progress."""


class Fetcher:
    """Fetches addresses, each once; see `Remote`."""

    def __init__(self, cache: str | None, limits: TimeLimits | None, *, offline: bool) -> None:
        self._cache, self._offline = cache, offline
        self._limits = TimeLimits() if limits is None else limits
        self.named: set[str] = set()
        """Hosts that the user named: their IP addresses may be private."""
        self._outcomes: dict[str, Stored | Exception] = {}
        self._done = self._due = 0

    @functools.cached_property
    def context(self) -> FetchContext:
        """The store and the client, for the functions of schemes."""
        top = self._cache or temporary_folder()
        folder = os.path.join(top, FOLDER)
        return FetchContext(
            ContentStore(folder),
            HttpClient(self._limits, self.named),
            self._limits,
            self._one,
            self._several,
        )

    def require_known(self, address: str) -> None:
        """Raise UsageError for an address of an unknown kind, or without a host that can be read."""
        function_of(address)
        _host(address)

    def fetch(self, addresses: Iterable[str], tell: Progress | None) -> None:
        """Fetch addresses, several at a time; `tell` is called meanwhile."""
        several = dict.fromkeys(addresses)
        left = [address for address in several if address not in self._outcomes]
        if not left:
            return
        self.named |= {host for address in left if (host := _host(address))}
        self._due += len(left)
        pool = ThreadPoolExecutor(AT_A_TIME)
        try:
            futures = {address: pool.submit(self._outcome, address, self._top) for address in left}
            # Called here, as what shows progress is not for several threads
            waits = True
            while waits:
                waits = bool(wait(futures.values(), timeout=_INTERVAL).not_done)
                if tell is not None:
                    tell(self._done, self._due)
        except BaseException:
            # After a signal, nobody waits for servers
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()  # a process with threads cannot be forked
        for address, future in futures.items():
            self._outcomes[address] = future.result()
        if not self._offline:
            self.context.store.trim()

    def fetched(self, address: str, *, calls_by_path: bool) -> Fetched | None:
        """Return what an address named; None if it could not be fetched. Raise UsageError."""
        outcome = self._outcomes[address]
        if isinstance(outcome, UsageError):
            raise outcome
        if isinstance(outcome, Exception):
            return None
        name = outcome.path if calls_by_path else masked(address)
        return Fetched(name, outcome.path, outcome.digest)

    def failure(self, address: str) -> FetchError:
        """Return why an address was not fetched; raise any other exception that was raised."""
        outcome = self._outcomes[address]
        if isinstance(outcome, FetchError):
            return outcome
        assert isinstance(outcome, Exception)  # noqa: S101 - it was not fetched
        raise outcome

    def report_failure(self, address: str, findings: Findings) -> bool:
        """Report why an address was not fetched, if it was not; return whether it was reported."""
        outcome = self._outcomes.get(address)
        if isinstance(outcome, FetchError):
            report_fetch(outcome, address, findings)
        elif isinstance(outcome, Exception):
            place = Place(File(masked(address), ""))
            report_internal_error(outcome, "address", place, findings)
        else:
            return False
        return True

    def packages(
        self, address: str, findings: Findings, known_as: str | None, *, calls_by_path: bool
    ) -> list[Source] | None:
        """Return the packages at an address; None if it could not be fetched. Raise UsageError.

        They are called after `known_as`, or else after the address or their path.
        """
        fetched = self.fetched(address, calls_by_path=calls_by_path)
        if fetched is None:
            return None
        return discover(fetched.location, findings, known_as or fetched.name)

    def outcomes(self, addresses: Iterable[str]) -> list[Stored | Exception]:
        """Return what is at some addresses now, in order, or the errors, however often they are fetched."""
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            return list(pool.map(self._outcome, addresses))

    def _outcome(
        self, address: str, fetch: Callable[[str], Stored] | None = None
    ) -> Stored | Exception:
        """Return what is at an address, or the error that says why there is nothing."""
        try:
            return (fetch or self._one)(address)
        except Exception as error:
            return error
        finally:
            self._done += 1

    def _top(self, address: str) -> Stored:
        """Return what is at an address that the user named. Raise FetchError, UsageError."""
        return self._one(address)

    def _one(self, address: str) -> Stored:
        """Return what is at an address. Raise FetchError, UsageError."""
        # What is around an entry of a zip is another address, or a path
        if self._offline and scheme_of(address) != "zip":
            return self._kept(address)
        return function_of(address)(self.context, address)

    def _kept(self, address: str) -> Stored:
        """Return what an address was the last time. Raise FetchError."""
        _, stored = self.context.known(address)
        if stored is None:
            raise FetchError("offline", "this run is offline")
        return stored

    def _several(self, addresses: Iterable[str]) -> Sequence[Stored]:
        """Return what is at some addresses, in order. Raise FetchError, naming the address."""
        several = list(addresses)
        self._due += len(several)
        outcomes = self.outcomes(several)
        for address, outcome in zip(several, outcomes, strict=True):
            if isinstance(outcome, Exception):
                raise about_member(address, outcome)
        return [item for item in outcomes if not isinstance(item, Exception)]


def about_member(address: str, error: Exception) -> Exception:
    """Return the error about one of the addresses that another one leads to."""
    if not isinstance(error, FetchError):
        return error
    message = f'"{visible(masked(address))}": {error.message}'
    return FetchError(error.kind, message, error.suggestion)


def _host(address: str) -> str:
    """Return the host of an address, or of the address of the zip that it is in."""
    while scheme_of(address) == "zip":
        address = address.partition("::")[2]
    # What fetches it stands in front: git+https, murano+https
    scheme, _, rest = address.partition("://")
    return host_of(f"{scheme.rpartition('+')[2]}://{rest}")
