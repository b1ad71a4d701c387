"""A package that each worker process fetches from its address, when it reads it.

`AddressedSource` is what `shared_fetcher` passes to the phases; the digest that was opened is pinned, whatever is at
the address by then. `open_packages` is the task that workers run first: it fetches packages, and returns the
digest, file names and manifest of each.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec

from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.fetcher import Fetcher
from muranopl.ard.remote.http import AT_A_TIME
from muranopl.ard.remote.limits import TimeLimits
from muranopl.ard.remote.store import Stored
from muranopl.ard.sources.discovery import open_member
from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Damage, Source, SourceError, entry_in, file_in
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File


class FetchRules(NamedTuple):
    """How packages are fetched, wherever that is; see `Remote` and `Fetcher`.

    Tokens are no part of it: a process has those of its own environment.
    """

    cache: str | None
    offline: bool
    limits: TimeLimits
    named: frozenset[str]


class OpenedPackage(msgspec.Struct, frozen=True, array_like=True):
    """The description of a package elsewhere: its digest, the names of its files, and its manifest."""

    digest: str
    is_archive: bool
    paths: tuple[str, ...]
    manifest: bytes


class PackageNames(NamedTuple):
    """The names of a package that a `Source` has."""

    root: str
    base: str
    location: str


@functools.cache
def fetcher_by(rules: FetchRules) -> Fetcher:
    """Return the fetcher of this process for some rules."""
    cache = rules.cache if rules.cache and _is_usable(rules.cache) else None
    fetcher = Fetcher(cache, rules.limits, offline=rules.offline)
    fetcher.named.update(rules.named)
    return fetcher


def _is_usable(folder: str) -> bool:
    """Return whether a folder can be used on this machine, which may have no such user."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def open_packages(rules: FetchRules, addresses: tuple[str, ...]) -> bytes:
    """Fetch packages; return the encoded list of each `OpenedPackage`.

    It has None for those that cannot be fetched, and for those about which there is something to
    report: the process that reports fetches them itself.
    """
    outcomes = fetcher_by(rules).outcomes(addresses)
    opened = [_opened(outcome) if isinstance(outcome, Stored) else None for outcome in outcomes]
    return msgspec.msgpack.encode(opened)


def _opened(stored: Stored) -> OpenedPackage | None:
    findings = Findings()
    source = open_member(stored.path, "", "", findings)
    if source is None or findings.diagnostics:
        return None
    try:
        manifest = source.read(MANIFEST)
    except SourceError:
        return None
    is_archive = source.file("").archive is not None
    return OpenedPackage(stored.digest, is_archive, source.paths(), manifest)


class AddressedSource(Source):
    """A package at an address; see `Source`. All but its manifest is fetched when it is read.

    Only the bytes that were opened can be read, whatever is at the address by then.
    """

    def __init__(
        self, names: PackageNames, address: str, package: OpenedPackage, rules: FetchRules
    ) -> None:
        self.root, self.base, self.location = names
        self.address, self._package, self._rules = address, package, rules
        self.is_elsewhere = False
        """Whether another process made it, which can read it if this one cannot."""
        self._content: Source | None = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_content": None, "is_elsewhere": True}

    @property
    def digest(self) -> str:
        """The digest of all files and their names."""
        return self._package.digest

    def paths(self) -> tuple[str, ...]:
        """Return the names of the regular files, sorted."""
        return self._package.paths

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        return self._package.manifest if path == MANIFEST else self.open().read(path)

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        make = entry_in if self._package.is_archive else file_in
        return make(self.root, self.base, path)

    def damage(self) -> tuple[Damage, ...]:
        """Return what cannot be unpacked."""
        try:
            return self.open().damage()
        except SourceError as error:
            return (Damage("", error.message),)

    def packed(self) -> Iterator[bytes]:
        """Yield the bytes that `damage` depends on. Raise SourceError."""
        return self.open().packed()

    def open(self) -> Source:
        """Return the package as a file or a folder of this machine. Raise SourceError."""
        if self._content is None:
            self._content = self._fetched()
        return self._content

    def _fetched(self) -> Source:
        fetcher = fetcher_by(self._rules)
        stored = fetcher.context.store.find(self.digest)
        if stored is None:
            (outcome,) = fetcher.outcomes([self.address])
            if isinstance(outcome, Exception):
                reason = outcome.message if isinstance(outcome, FetchError) else repr(outcome)
                raise SourceError("unreadable", f"it cannot be fetched again: {reason}")
            stored = outcome
        source = open_member(stored.path, self.root, self.base, Findings())
        if source is None or stored.digest != self.digest:
            raise SourceError("unreadable", "it is now a different package")
        return source


def open_together(sources: Iterable[Source]) -> None:
    """Fetch packages that another process can read as well, several at a time. Raise SourceError."""
    addressed = [
        source for source in sources if isinstance(source, AddressedSource) and source.is_elsewhere
    ]
    if addressed:
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            list(pool.map(AddressedSource.open, addressed))
