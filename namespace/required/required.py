"""Resolves the requirements of all packages: those at hand, others that are fetched, and the lock.

It combines `following`, `on_demand` and `locking` for a run, before phase 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import Quirk
from muranopl.namespace.required.following import Need, PackagesAtHand, Supply, follow
from muranopl.namespace.required.lock_file import Lock
from muranopl.namespace.required.locking import UsedPackage, report_unlocked, uses


class Required(msgspec.Struct, frozen=True):
    """The packages that are used, those among them that were fetched, and what comes to nothing.

    With what is missing are the versions that do not fit.
    """

    used: tuple[UsedPackage, ...]
    fetched: tuple[Source, ...]
    missing: tuple[tuple[Need, tuple[str, ...]], ...]

    def report_missing(self, findings: Findings) -> None:
        """Report requirements that come to nothing, as checks do."""
        for need, versions in self.missing:
            entry, own = need.requirement, findings.apart()
            own.name_package(need.package.id.name)
            rule, place = rules.REQUIRED_NOT_GIVEN, entry.name_node.place
            if versions:
                rule, place = rules.VERSION_NOT_GIVEN, entry.node.place
            spec, there = f'"{entry.spec}"', ", ".join(versions)
            own.report(rule, place, name=entry.name, spec=spec, versions=there)
            findings.take(own.diagnostics)

    def report_unlocked(self, lock: Lock, file: str, findings: Findings) -> None:
        """Report packages that are not those of a lock, which is a file."""
        report_unlocked(self.used, lock, file, findings)


class LockResult(msgspec.Struct, frozen=True):
    """A lock, and the diagnostics about requirements that come to no package."""

    lock: Lock
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether each requirement comes to a package."""
        return not errors_of(self.diagnostics)


class Searched(msgspec.Struct, frozen=True):
    """The packages at hand: those that are checked, those for them, and the core library."""

    targets: Sequence[Source]
    others: Sequence[Source]
    core: Collection[Source]
    quirks: frozenset[Quirk]

    def required(self, supply: Supply | None) -> Required:
        """Return what the requirements of the targets come to; `supply` is as in `follow`."""
        at_hand = PackagesAtHand((*self.targets, *self.others), self.quirks)
        fetched: list[Source] = []

        def supplied(missing: Sequence[Need]) -> Iterable[Source]:
            new = () if supply is None else supply(missing)
            fetched.extend(new)
            return new

        needs = follow(self.targets, at_hand, supplied)
        core = map(at_hand.header, self.core)
        return Required(
            tuple(uses(needs, core, self.targets)),
            tuple({source.location: source for source in fetched}.values()),
            tuple(
                (need, tuple(at_hand.versions(need.requirement.name)))
                for need in needs
                if need.chosen is None
            ),
        )
