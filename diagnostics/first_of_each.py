"""The first diagnostics of each code in each file, and how many more there are; bounded while they are collected.

In which order diagnostics come does not matter, nor whether some were collected elsewhere before: the same are kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.places import Place


class FirstOfEach:
    """Keeps `most` diagnostics of each code in each file (None: all), the first by place; one stands for the others.

    `count` and `errors` tell how many were added, those left out included.
    """

    __slots__ = ("_groups", "count", "errors", "most")

    def __init__(self, most: int | None) -> None:
        self.most = most
        self._groups: dict[tuple[str, str, str], _Group] = {}
        self.count = 0
        self.errors = 0

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, which may stand for others."""
        number = diagnostic.left_out or 1
        self.count += number
        if diagnostic.severity is Severity.ERROR:
            self.errors += number
        key = _key(diagnostic.code, diagnostic.place)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = _Group(diagnostic)
        group.add(diagnostic, self.most)

    def leave_out(self, code: str, place: Place, severity: Severity, number: int) -> None:
        """Count so many diagnostics, which would not be kept."""
        self.count += number
        if severity is Severity.ERROR:
            self.errors += number
        self._groups[_key(code, place)].leave_out(place, severity, number)

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were collected elsewhere."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept, for all that is known yet."""
        group = self._groups.get(_key(code, place))
        return group is None or group.last is None or (place.line, place.column) <= group.last

    def diagnostics(self) -> list[Diagnostic]:
        """Return those that are kept, and one for those of a code in a file that are left out."""
        return [each for group in self._groups.values() for each in group.diagnostics(self.most)]


def bounded(diagnostics: Iterable[Diagnostic], most: int | None) -> list[Diagnostic]:
    """Return what is kept of diagnostics that were collected in several places."""
    found = FirstOfEach(most)
    found.take(diagnostics)
    return found.diagnostics()


def may_be_within(diagnostic: Diagnostic, first: int, last: int) -> bool:
    """Return whether a diagnostic, or one that it stands for, may be on one of these lines of its file."""
    return diagnostic.line <= last and (first <= diagnostic.line or diagnostic.left_out > 0)


def _key(code: str, place: Place) -> tuple[str, str, str]:
    return place.file.root, place.file.path, code


class _Group:
    """The diagnostics of one code in one file; `last` is where the last one kept stands, once some are left out."""

    __slots__ = ("_first", "_kept", "_left_out", "_like", "_worst", "last")

    def __init__(self, like: Diagnostic) -> None:
        self._like = like
        self._kept: list[Diagnostic] = []
        self._left_out = 0
        self._first: Place | None = None
        self._worst = Severity.INFO
        self.last: tuple[int, int] | None = None

    def add(self, diagnostic: Diagnostic, most: int | None) -> None:
        if diagnostic.left_out:
            self.leave_out(diagnostic.place, diagnostic.severity, diagnostic.left_out)
            return
        self._kept.append(diagnostic)
        if most is not None and len(self._kept) >= 2 * most:  # not for each: sorting them costs little so
            self._shrink(most)

    def leave_out(self, place: Place, severity: Severity, number: int) -> None:
        """Count diagnostics. Of all that are left out the first place and the worst severity are remembered."""
        self._left_out += number
        if self._first is None or _span(place) < _span(self._first):
            self._first = place
        if severity is not self._worst:
            self._worst = min(severity, self._worst, key=list(Severity).index)

    def diagnostics(self, most: int | None) -> Iterable[Diagnostic]:
        if most is not None and len(self._kept) > most:
            self._shrink(most)
        yield from self._kept
        if self._first is not None:
            yield _standing_for(self._like, self._first, self._worst, self._left_out)

    def _shrink(self, most: int) -> None:
        self._kept.sort(key=_order)
        for diagnostic in self._kept[most:]:
            self.leave_out(diagnostic.place, diagnostic.severity, 1)
        del self._kept[most:]
        place = self._kept[-1].place
        self.last = place.line, place.column


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    """The order of diagnostics of one code in one file."""
    return _span(diagnostic.place), diagnostic.message, diagnostic.package or ""


def _span(place: Place) -> tuple[int, int, int, int]:
    return place.line, place.column, place.end_line, place.end_column


def _standing_for(like: Diagnostic, place: Place, severity: Severity, number: int) -> Diagnostic:
    """Return the diagnostic that stands for so many like this one, the first of them at a place."""
    return Diagnostic(
        code=like.code,
        name=like.name,
        severity=severity,
        phase=like.phase,
        message=f"and {number:,} more of this code in this file",
        place=place,
        package=like.package,
        suggestion="--all shows them",
        left_out=number,
    )
