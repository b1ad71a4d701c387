"""One diagnostic for all places where the same is wrong: further ones are its related places.

A name that nothing declares is one defect, however often it is written.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import msgspec

from muranopl.diagnostics.bounds import RELATED_PLACES
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.rules import Rule

_WORST_FIRST = list(Severity)


class _Report(msgspec.Struct, frozen=True):
    """What was reported at one place."""

    rule: Rule
    place: Place
    severity: Severity
    facts: dict[str, Any]


class Repeated:
    """Collects reports by what they are about; `flush` hands on one of each."""

    def __init__(self) -> None:
        self._found: dict[Hashable, dict[Place, _Report]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def report(
        self, about: Hashable, rule: Rule, place: Place, *, severity: Severity | None = None, **facts: Any
    ) -> None:
        """Report as `Reporter` does; what has the same rule and is `about` the same is one defect."""
        places = self._found.setdefault((rule.code, about), {})
        places.setdefault(place, _Report(rule, place, severity or rule.severity, facts))

    def take(self, other: Repeated) -> None:
        """Take what was reported elsewhere."""
        for about, places in other._found.items():
            self._found.setdefault(about, {}).update(places)

    def flush(self, reporter: Reporter) -> None:
        """Report each defect once: at the first of the places where it is worst, or keeps a class from being loaded."""
        for places in self._found.values():
            reports = sorted(places.values(), key=_order)
            first = min(reports, key=_worst_first)
            others = here_too(each.place for each in reports if each is not first)
            facts = {**first.facts, "related": (*first.facts.get("related", ()), *others)}
            reporter.report(first.rule, first.place, severity=first.severity, **facts)
        self._found.clear()


def _worst_first(report: _Report) -> tuple[int, bool]:
    return _WORST_FIRST.index(report.severity), report.facts.get("refuses") is None


def _order(report: _Report) -> tuple[str, int, int]:
    return report.place.file.path, report.place.line, report.place.column


def here_too(places: Iterable[Place]) -> tuple[Related, ...]:
    """Return further places of a defect as related places: the first ones, the last of which tells of all others."""
    found = list(places)
    shown = [Related("here too", place) for place in found[: RELATED_PLACES.most]]
    if len(found) > len(shown):
        shown[-1] = Related(f"here too, and at {len(found) - len(shown)} more places", shown[-1].place)
    return tuple(shown)
