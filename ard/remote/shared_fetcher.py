"""Fetches as `fetcher` does, but lets the workers of a check fetch the packages at addresses.

This process lists them, and fetches those that no worker can open; `addressed` has the part of the workers.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import NamedTuple

import msgspec

from muranopl.ard.remote.addressed import (
    AddressedSource,
    FetchRules,
    OpenedPackage,
    PackageNames,
    open_packages,
)
from muranopl.ard.remote.fetcher import Fetcher, about_member
from muranopl.ard.remote.limits import TimeLimits
from muranopl.ard.remote.schemes import members_of
from muranopl.ard.remote.store import Stored
from muranopl.ard.sources.discovery import open_member
from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import WORKER_SILENCE
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.visible import masked

_BATCH = 16
"""The number of packages of a task."""


class _Member(NamedTuple):
    """A package at an address: its name below that, its own address, and what is known of it.

    `here` is what was fetched by this process, for those that no worker could open.
    """

    name: str
    address: str
    opened: OpenedPackage | None
    here: Stored | None


class SharedFetcher(Fetcher):
    """Fetches as `Fetcher` does, but has the packages at addresses fetched by an executor.

    This process lists them, and fetches those that no worker can open.
    """

    def __init__(
        self, executor: Executor, cache: str | None, limits: TimeLimits | None, *, offline: bool
    ) -> None:
        super().__init__(cache, limits, offline=offline)
        self._executor = executor
        self._members: dict[str, tuple[_Member, ...]] = {}

    def packages(
        self, address: str, findings: Findings, known_as: str | None, *, calls_by_path: bool
    ) -> list[Source] | None:
        """Return the packages at an address; None if it could not be fetched. Raise UsageError."""
        members = self._members.get(address)
        if members is None:
            return super().packages(address, findings, known_as, calls_by_path=calls_by_path)
        root = known_as or masked(address)
        sources = (self._source(member, root, findings) for member in members)
        return [source for source in sources if source is not None]

    def _source(self, member: _Member, root: str, findings: Findings) -> Source | None:
        if member.here is not None:
            return open_member(member.here.path, root, member.name, findings)
        assert member.opened is not None  # noqa: S101 - it is the one or the other
        if member.name:
            location = os.path.join(masked(member.address), member.name)
        else:
            # As of a package that is fetched here: two addresses of it are one package
            location = self.context.store.path_of(member.opened.digest)
        names = PackageNames(root, member.name, location)
        return AddressedSource(names, member.address, member.opened, self._rules)

    @property
    def _rules(self) -> FetchRules:
        return FetchRules(self._cache, self._offline, self._limits, frozenset(self.named))

    def _top(self, address: str) -> Stored:
        """Return what is at an address; have its packages opened by the executor. Raise FetchError."""
        members = members_of(self.context, address, offline=self._offline)
        if members is None:
            return self._one(address)
        opened = self._opened_elsewhere(list(members.values()))
        if opened == [None] and "" in members:
            return self._one(address)
        self._members[address] = tuple(
            _Member(name, member, package, None if package else self._here(member))
            for (name, member), package in zip(members.items(), opened, strict=True)
        )
        return Stored("", "")

    def _here(self, member: str) -> Stored:
        """Return a package that no worker could open. Raise FetchError, naming its address."""
        try:
            return self._one(member)
        except Exception as error:
            raise about_member(member, error) from None

    def _opened_elsewhere(self, addresses: Sequence[str]) -> list[OpenedPackage | None]:
        """Return what workers know of packages, None for what they do not."""
        self._due += len(addresses)
        result: list[OpenedPackage | None] = []
        starts = range(0, len(addresses), _BATCH)
        batches = [tuple(addresses[start : start + _BATCH]) for start in starts]
        results = self._results(batches)
        for number, batch in enumerate(batches):
            result += results.get(number) or [None] * len(batch)
        return result

    def _results(
        self, batches: Sequence[tuple[str, ...]]
    ) -> Mapping[int, list[OpenedPackage | None]]:
        """Return the results of tasks by their numbers, without those that failed."""
        pending: dict[Future[bytes], int] = {}
        results: dict[int, list[OpenedPackage | None]] = {}
        for number, batch in enumerate(batches):
            try:
                future = self._executor.submit(open_packages, self._rules, batch)
            except Exception:  # it may be broken, or shut down
                break
            pending[future] = number
        for future in _ended(pending):
            number = pending[future]
            self._done += len(batches[number])
            with contextlib.suppress(Exception):  # this process fetches them
                results[number] = _DECODER.decode(future.result())
        return results


def _ended(futures: Mapping[Future[bytes], int]) -> Iterator[Future[bytes]]:
    """Yield futures as they end, until none does for a while; cancel the others then."""
    pending = set(futures)
    while pending:
        ended, pending = wait(pending, WORKER_SILENCE.most, FIRST_COMPLETED)
        yield from ended
        if not ended:
            break
    for future in pending:
        future.cancel()


_DECODER = msgspec.msgpack.Decoder(list[OpenedPackage | None])
