"""Leaves out the diagnostics that comments cover, and reports useless comments."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Iterable, Sequence

from muranopl.diagnostics.catalogue import suppressions as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Suppression
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.context import number_of
from muranopl.diagnostics.places import File
from muranopl.diagnostics.selection import UnknownRuleError, prefix_of

IsDecided = Callable[[File, str], bool]
"""Whether all diagnostics with a beginning of a code were looked for in a file, and selected."""


def suppress(
    diagnostics: Sequence[Diagnostic],
    suppressions: Iterable[tuple[str, Suppression]],
    is_decided: IsDecided,
) -> tuple[list[Diagnostic], int]:
    """Return the diagnostics that are not suppressed, those about comments, and the number suppressed.

    `suppressions` come with the names of their packages. A comment is useless if it suppresses
    nothing, and `is_decided` says that it could have.
    """
    by_file: dict[File, _FileSuppressions] = {}
    for package, suppression in suppressions:
        file = suppression.place.file
        if file not in by_file:
            by_file[file] = _FileSuppressions(package)
        by_file[file].add(suppression)
    left: list[Diagnostic] = []
    for diagnostic in diagnostics:
        of_file = by_file.get(diagnostic.place.file)
        # An internal error says that others may be missing
        if of_file is None or diagnostic.is_internal or not of_file.covers(diagnostic):
            left.append(diagnostic)
    number = number_of(diagnostics) - number_of(left)
    for file, of_file in by_file.items():
        of_file.report_useless(file, is_decided)
        left += of_file.findings.diagnostics
    return left, number


class _FileSuppressions:
    """The suppressions of one file, by the beginnings of codes that they name."""

    def __init__(self, package: str) -> None:
        self.findings = Findings(package)
        self._prefixes: dict[str, _Ranges] = {}

    def add(self, suppression: Suppression) -> None:
        """Add a suppression; one that has no meaning is reported."""
        if suppression.problem:
            place, problem = suppression.place, suppression.problem
            self.findings.report(rules.MALFORMED, place, problem=problem)
            return
        try:
            prefix = prefix_of(suppression.word)
        except UnknownRuleError as error:
            self.findings.report(rules.UNKNOWN, suppression.place, problem=str(error))
        else:
            self._prefixes.setdefault(prefix, _Ranges()).add(suppression)

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Return whether a suppression covers a diagnostic; note all that do."""
        covering = [
            ranges.cover(diagnostic)
            for prefix, ranges in self._prefixes.items()
            if diagnostic.code.startswith(prefix)
        ]
        return any(covering)

    def report_useless(self, file: File, is_decided: IsDecided) -> None:
        """Report the suppressions that cover no diagnostic, though they could."""
        for prefix, ranges in self._prefixes.items():
            if ranges.unused and is_decided(file, prefix):
                for suppression in ranges.unused:
                    self.findings.report(rules.USELESS, suppression.place, word=suppression.word)


class _Ranges:
    """The suppressions of one word in a file.

    `unused` are those that cover no diagnostic so far; none if one diagnostic stands for others,
    which may be anywhere.
    """

    def __init__(self) -> None:
        self._all: list[Suppression] = []
        self._used: set[int] = set()
        self._may_be_used = False
        self._firsts: list[int] | None = None
        self._lasts: list[int] = []

    def add(self, suppression: Suppression) -> None:
        """Add a suppression, before any diagnostic is asked about."""
        self._all.append(suppression)

    @property
    def unused(self) -> list[Suppression]:
        """The suppressions that cover no diagnostic."""
        if self._may_be_used:
            return []
        return [item for at, item in enumerate(self._all) if at not in self._used]

    def cover(self, diagnostic: Diagnostic) -> bool:
        """Return whether one of the suppressions covers a diagnostic; note those that do."""
        if self._firsts is None:
            self._all.sort(key=_first)
            self._firsts = list(map(_first, self._all))
            # The largest last line so far, so that the search backwards ends early
            self._lasts = list(itertools.accumulate(map(_last, self._all), max))
        covering = set[int]()
        if diagnostic.left_out:
            # Only the whole file is certain to cover those that this one stands for
            self._may_be_used = True
            covering = {at for at, item in enumerate(self._all) if item.is_file}
        else:
            at = bisect.bisect_right(self._firsts, diagnostic.line) - 1
            while at >= 0 and self._lasts[at] >= diagnostic.line:
                if _last(self._all[at]) >= diagnostic.line:
                    covering.add(at)
                at -= 1
        self._used |= covering
        return bool(covering)


def _first(suppression: Suppression) -> int:
    return 0 if suppression.is_file else suppression.first


_EVERY_LINE = 2**63


def _last(suppression: Suppression) -> int:
    return _EVERY_LINE if suppression.is_file else suppression.last
