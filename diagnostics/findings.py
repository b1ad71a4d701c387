"""Collects the diagnostics of one piece of work for one package, within bounds.

Of each code in each file the first ones are kept, and the number
of further ones. The result does not depend on the order in which diagnostics are added, nor on whether some
were collected elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Diagnostic, Refusal, Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import LeftOut, Reporter


class FirstOfEach(Reporter):
    """Keeps the first diagnostics of each code in each file, `max_per_code` by place (None: all).

    One stands for the others. `count` and `errors` are the numbers of diagnostics that were added,
    including those left out.
    """

    __slots__ = ("_groups", "count", "errors", "max_per_code")

    def __init__(self, max_per_code: int | None) -> None:
        self.max_per_code = max_per_code
        self._groups: dict[tuple[str, str, str], _Group] = {}
        self.count = 0
        self.errors = 0

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, which may stand for others."""
        self._count(diagnostic.severity, diagnostic.left_out or 1)
        key = _key(diagnostic.code, diagnostic.place)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = _Group(diagnostic)
        group.add(diagnostic, self.max_per_code)

    def count_left_out(self, left_out: LeftOut) -> bool:
        """Count diagnostics if they would not be kept; return whether that is so."""
        place = left_out.place
        file = place.file
        group = self._groups.get((file.root, file.path, left_out.code))
        if group is None or group.keeps(place):
            return False
        self._count(left_out.severity, left_out.number)
        # Only the counts are kept, so that memory stays bounded for any number of mistakes.
        group.leave_out(left_out)
        return True

    def _count(self, severity: Severity, number: int) -> None:
        self.count += number
        if severity is Severity.ERROR:
            self.errors += number

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were collected elsewhere."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept, given those added so far."""
        group = self._groups.get(_key(code, place))
        return group is None or group.keeps(place)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The kept diagnostics, and one for those of a code in a file that are left out."""
        return [
            diagnostic
            for group in self._groups.values()
            for diagnostic in group.diagnostics(self.max_per_code)
        ]


class Findings(FirstOfEach):
    """Collects the diagnostics of one package while a phase works on it.

    Never raises for a user's mistake.
    """

    __slots__ = ("package",)

    def __init__(
        self, package: str | None = None, max_per_code: int | None = PER_CODE.most
    ) -> None:
        super().__init__(max_per_code)
        self.package = package

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, as one of this package."""
        if diagnostic.package != self.package:
            diagnostic = msgspec.structs.replace(diagnostic, package=self.package)
        super().add(diagnostic)

    def apart(self) -> Findings:
        """Return empty findings of the same package, for diagnostics that may be discarded."""
        return Findings(self.package, self.max_per_code)

    def name_package(self, package: str) -> None:
        """Set the name of the package once it is known, also in earlier diagnostics."""
        # Diagnostics are frozen: those made before the name was known are added again.
        reported = self.diagnostics
        self.package = package
        super().__init__(self.max_per_code)
        self.take(reported)


def bounded(diagnostics: Iterable[Diagnostic], most: int | None) -> list[Diagnostic]:
    """Return the kept ones of diagnostics that were collected in several places."""
    result = FirstOfEach(most)
    result.take(diagnostics)
    return result.diagnostics


def may_be_within(diagnostic: Diagnostic, first: int, last: int) -> bool:
    """Return whether a diagnostic, or one that it stands for, may be on one of these lines."""
    return diagnostic.line <= last and (first <= diagnostic.line or diagnostic.left_out > 0)


def _key(code: str, place: Place) -> tuple[str, str, str]:
    return place.file.root, place.file.path, code


class _Group:
    """The diagnostics of one code in one file.

    `last` is the place of the last one kept, once some are left out.
    """

    __slots__ = ("_kept", "_left_out", "_like", "last")

    def __init__(self, like: Diagnostic) -> None:
        self._like = like
        self._kept: list[Diagnostic] = []
        self._left_out: LeftOut | None = None
        self.last: tuple[int, int] | None = None

    def add(self, diagnostic: Diagnostic, most: int | None) -> None:
        if diagnostic.left_out:
            self.leave_out(_counted(diagnostic, diagnostic.left_out))
            return
        self._kept.append(diagnostic)
        # Not after each one, so that sorting is cheap
        if most is not None and len(self._kept) >= 2 * most:
            self._shrink(most)

    def keeps(self, place: Place) -> bool:
        """Return whether a diagnostic at a place would be kept."""
        last = self.last
        return (
            last is None
            or place.line < last[0]
            # At the same position, the end or the message may sort it before the last one kept
            or (place.line == last[0] and place.column <= last[1])
        )

    def leave_out(self, left_out: LeftOut) -> None:
        """Count diagnostics that are left out; keep the first place and the worst severity."""
        totals = self._left_out
        if totals is None:
            self._left_out = left_out
        else:
            _add(totals, left_out)

    def diagnostics(self, most: int | None) -> Iterable[Diagnostic]:
        if most is not None and len(self._kept) > most:
            self._shrink(most)
        yield from self._kept
        if self._left_out is not None:
            yield _standing_for(self._like, self._left_out)

    def _shrink(self, most: int) -> None:
        # Sorted by place, so that the result does not depend on the order of reports.
        self._kept.sort(key=_order)
        for diagnostic in self._kept[most:]:
            self.leave_out(_counted(diagnostic, 1))
        del self._kept[most:]
        place = self._kept[-1].place
        self.last = place.line, place.column


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    """Return the sort key of diagnostics of one code in one file."""
    return _span(diagnostic.place), diagnostic.message, diagnostic.package or ""


def _span(place: Place) -> tuple[int, int, int, int]:
    return place.line, place.column, place.end_line, place.end_column


def _counted(diagnostic: Diagnostic, number: int) -> LeftOut:
    return LeftOut(
        diagnostic.code, diagnostic.place, diagnostic.severity, diagnostic.refuses, number
    )


def _add(known: LeftOut, more: LeftOut) -> None:
    """Add further diagnostics to the count, place and severity of those left out."""
    known.number += more.number
    if more.place.line <= known.place.line and _span(more.place) < _span(known.place):
        known.place = more.place
    if more.severity is not known.severity:
        known.severity = min(known.severity, more.severity, key=_SEVERITIES.index)
    if more.refuses is not known.refuses:
        known.refuses = max(known.refuses, more.refuses, key=_REFUSALS.index)


_SEVERITIES = list(Severity)
_REFUSALS = [None, *Refusal]


def _standing_for(like: Diagnostic, left_out: LeftOut) -> Diagnostic:
    """Return the diagnostic that stands for those like this one that are left out."""
    return Diagnostic(
        code=like.code,
        name=like.name,
        severity=left_out.severity,
        phase=like.phase,
        message=f"and {left_out.number:,} more of this code in this file",
        place=left_out.place,
        package=like.package,
        suggestion="--all shows them",
        left_out=left_out.number,
        refuses=left_out.refuses,
    )
