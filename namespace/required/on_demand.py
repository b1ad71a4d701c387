"""Looks in package repositories for requirements that no package at hand satisfies."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.ard.remote.failures import Fetched, FetchError, report_fetch
from muranopl.ard.remote.fetching import Remote
from muranopl.ard.remote.repository_address import RepositoryAddress, parse_address
from muranopl.ard.sources.discovery import open_source
from muranopl.ard.sources.source import Source
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.visible import masked, visible
from muranopl.language.grammar.versions import accepts, newest_first
from muranopl.namespace.required.following import Need
from muranopl.namespace.required.lock_file import Lock
from muranopl.read.manifest import read_header

_Key = tuple[str, str]
"""The name and the specification of a requirement."""
_Failure = tuple[str, FetchError]
"""An address, and why there is nothing."""

_ASK_THE_NEXT = {"missing", "no-version"}
"""Failures that say that a repository has no such package; others say that this is unknown."""


class OnDemand(msgspec.Struct, frozen=True):
    """Fetches what is required from the first of some repositories that has it.

    Of packages in `lock`, the locked version is fetched. What cannot be fetched is reported at the
    requirements.
    """

    repositories: Sequence[str]
    remote: Remote
    lock: Lock | None
    findings: Findings

    def supply(self, missing: Sequence[Need]) -> list[Source]:
        """Return the packages that requirements come to, as far as there are any."""
        needs: dict[_Key, list[Need]] = {}
        for need in missing:
            key = need.requirement.name, need.requirement.spec
            needs.setdefault(key, []).append(need)
        sources: list[Source] = []
        failures: dict[_Key, _Failure] = {}
        left = list(needs)
        for repository in self.repositories:
            results = self._ask(repository, left)
            left = []
            for key, (address, result) in results.items():
                if not isinstance(result, FetchError):
                    sources.append(result)
                    failures.pop(key, None)
                    continue
                failures.setdefault(key, (address, result))
                if result.kind in _ASK_THE_NEXT:
                    left.append(key)
                else:
                    # Another repository must not stand in for one that cannot be asked
                    failures[key] = address, result
        for key, (address, error) in failures.items():
            for need in needs[key]:
                self._report(need, address, error)
        return sources

    def _ask(
        self, repository: str, keys: Sequence[_Key]
    ) -> dict[_Key, tuple[str, Source | FetchError]]:
        """Return what a repository has for some requirements, with its address there."""
        addresses = {
            (name, spec): str(RepositoryAddress(repository, name, self._pinned(name, spec)))
            for name, spec in keys
        }
        self.remote.fetch(addresses.values())
        return {
            key: (address, self._opened(repository, address, key[0]))
            for key, address in addresses.items()
        }

    def _pinned(self, name: str, spec: str) -> str:
        """Return the specification of the locked version, if there is one that fits."""
        locked = [] if self.lock is None else self.lock.of(name)
        fitting = [item.version for item in locked if accepts(spec, item.version)]
        return f"=={newest_first(fitting)[0]}" if fitting else spec

    def _opened(self, repository: str, address: str, name: str) -> Source | FetchError:
        fetched = self.remote.fetched(address)
        if fetched is None:
            return self.remote.fetcher.failure(address)
        source = _opened(fetched, fetched.name)
        if isinstance(source, FetchError):
            return source
        header = read_header(source)
        if header.id.name != name:
            other = visible(header.id.name)
            return FetchError("missing", f'the response is the package "{other}"')
        if fetched.name != masked(address):
            return source
        # Reports name the version, not the requirement
        exact = RepositoryAddress(repository, name, header.id.version)
        return _opened(fetched, masked(str(exact)))

    def _report(self, need: Need, address: str, error: FetchError) -> None:
        """Report why a requirement comes to nothing, in the package that requires it."""
        findings = self.findings.apart()
        findings.name_package(need.package.id.name)
        place = need.requirement.name_node.place
        # Then it is the same for all packages of the repository, and reported once
        if error.kind in {"unreachable", "not-allowed"}:
            address = parse_address(address).repository
        report_fetch(error, address, findings, place)
        self.findings.take(findings.diagnostics)


def _opened(fetched: Fetched, name: str) -> Source | FetchError:
    """Return the package in a file; the error that says why there is none."""
    problems = Findings()
    source = open_source(fetched.location, problems, name)
    if source is not None:
        return source
    reasons = "; ".join(item.message for item in problems.diagnostics)
    return FetchError("not-a-package", f"the response is not a package: {reasons}")
