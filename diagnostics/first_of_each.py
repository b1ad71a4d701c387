"""The first diagnostics of each code in each file, and how many more there are; bounded while they are collected.

In which order diagnostics come does not matter, nor whether some were collected elsewhere before: the same are kept.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

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
            group = self._groups[key] = _Group()
        group.add(diagnostic, self.most)

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


def _key(code: str, place: Place) -> tuple[str, str, str]:
    return place.file.root, place.file.path, code


class _Group:
    """The diagnostics of one code in one file; `last` is where the last one kept stands, once some are left out."""

    __slots__ = ("_first", "_kept", "_left_out", "last")

    def __init__(self) -> None:
        self._kept: list[Diagnostic] = []
        self._left_out = 0
        self._first: Diagnostic | None = None
        self.last: tuple[int, int] | None = None

    def add(self, diagnostic: Diagnostic, most: int | None) -> None:
        if diagnostic.left_out:
            self._leave_out(diagnostic)
            return
        self._kept.append(diagnostic)
        if most is not None and len(self._kept) >= 2 * most:  # not for each: sorting them costs little so
            self._shrink(most)

    def diagnostics(self, most: int | None) -> Iterable[Diagnostic]:
        if most is not None and len(self._kept) > most:
            self._shrink(most)
        yield from self._kept
        if self._first is not None:
            yield _standing_for(self._first, self._left_out)

    def _shrink(self, most: int) -> None:
        self._kept.sort(key=Diagnostic.sort_key)
        for diagnostic in self._kept[most:]:
            self._leave_out(diagnostic)
        del self._kept[most:]
        place = self._kept[-1].place
        self.last = place.line, place.column

    def _leave_out(self, diagnostic: Diagnostic) -> None:
        """Count a diagnostic. Of all that are left out the first by place and the worst severity are remembered."""
        self._left_out += diagnostic.left_out or 1
        if self._first is None:
            self._first = diagnostic
            return
        both = (self._first, diagnostic)
        worst = min((each.severity for each in both), key=list(Severity).index)
        first = min(both, key=Diagnostic.sort_key)
        self._first = first if first.severity is worst else msgspec.structs.replace(first, severity=worst)


def _standing_for(first: Diagnostic, number: int) -> Diagnostic:
    """Return the diagnostic that stands for one and all after it, so many in all."""
    return Diagnostic(
        code=first.code,
        name=first.name,
        severity=first.severity,
        phase=first.phase,
        message=f"and {number:,} more of this code in this file",
        place=first.place,
        package=first.package,
        suggestion="--all shows them",
        left_out=number,
    )
