"""Results of packages, valid as long as their assumptions about other packages hold.

A large catalog is checked in batches, while the packages of later batches are still unread. No
package of a batch requires those, but its check may have asked about them. And packages that it
requires may be given up later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.incremental.results import PackageResult
from muranopl.read.index import PackageEntry, PackageIndex

if TYPE_CHECKING:
    from muranopl.incremental.shard import ShardResult
    from muranopl.semantics.inference.surroundings import Surroundings


class _PastCheck(msgspec.Struct, frozen=True):
    """The results of a check, and its assumptions: packages given up, whether all were read."""

    found: ShardResult
    given_up: frozenset[str]
    is_final: bool


class Assumed:
    """The results whose assumptions still hold."""

    def __init__(self) -> None:
        self._checks: list[_PastCheck] = []

    def add(self, found: ShardResult, *, is_final: bool) -> None:
        """Add the results of a check; `is_final` if all packages had been read."""
        self._checks.append(
            _PastCheck(found, frozenset(entry.name for entry in found.given_up), is_final)
        )

    def drop(
        self, index: PackageIndex, surroundings: Surroundings, given_up: Collection[str]
    ) -> set[str]:
        """Discard invalidated results; return their package names.

        Call it when all packages are read; `given_up` are the names of those given up.
        """
        before = self.packages.keys()
        self._checks = [
            _still_holding(check, index, surroundings, frozenset(given_up))
            for check in self._checks
        ]
        return {entry.name for entry in before - self.packages.keys()}

    @property
    def packages(self) -> Mapping[PackageEntry, PackageResult]:
        """The valid results by package."""
        return {
            entry: result
            for check in self._checks
            for entry, result in check.found.packages.items()
        }

    @property
    def asked(self) -> frozenset[str]:
        """The names of the packages that asked about others, see `ShardResult`."""
        return frozenset(name for check in self._checks for name in check.found.asked)

    @property
    def only(self) -> ShardResult | None:
        """The results if a single check gave them all, else None."""
        return self._checks[0].found if len(self._checks) == 1 else None


def _still_holding(
    check: _PastCheck, index: PackageIndex, surroundings: Surroundings, given_up: frozenset[str]
) -> _PastCheck:
    """Return a check without its invalidated results."""
    lost = given_up - check.given_up
    if check.is_final and not lost:
        return check
    changed = index.needing(lost) if lost else set()
    changed |= {answer.package for answer in check.found.answers if not surroundings.holds(answer)}
    match = check.found
    left = msgspec.structs.replace(
        match,
        packages={
            entry: result for entry, result in match.packages.items() if entry.name not in changed
        },
        asked=match.asked - changed,
        answers=tuple(answer for answer in match.answers if answer.package not in changed),
    )
    return _PastCheck(left, given_up, is_final=True)
