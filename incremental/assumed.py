"""What was found in packages, each as long as what its check was told of others holds.

A large catalog is checked in batches, so that of packages that are read later nothing is known yet.
A package sees none of those, but may have asked about them; and packages may be given up that it
sees.
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
    """What a check found; the packages given up, as it knew; whether all other packages were read then."""

    found: ShardResult
    given_up: frozenset[str]
    is_final: bool


class Assumed:
    """The results that hold, as far as is known."""

    def __init__(self) -> None:
        self._checks: list[_PastCheck] = []

    def add(self, found: ShardResult, *, is_final: bool) -> None:
        """Add what a check found."""
        self._checks.append(
            _PastCheck(found, frozenset(entry.name for entry in found.given_up), is_final)
        )

    def drop(
        self, index: PackageIndex, surroundings: Surroundings, given_up: Collection[str]
    ) -> set[str]:
        """Drop what does not hold, now that all packages are read and some are given up; return whose it was."""
        before = self.packages.keys()
        self._checks = [
            _still_holding(check, index, surroundings, frozenset(given_up))
            for check in self._checks
        ]
        return {entry.name for entry in before - self.packages.keys()}

    @property
    def packages(self) -> Mapping[PackageEntry, PackageResult]:
        """The results of packages."""
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
        """What was found, if that was found at once."""
        return self._checks[0].found if len(self._checks) == 1 else None


def _still_holding(
    check: _PastCheck, index: PackageIndex, surroundings: Surroundings, given_up: frozenset[str]
) -> _PastCheck:
    """Return a check without the results that do not hold."""
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
