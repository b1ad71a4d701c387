"""Findings: the diagnostics of one piece of work for one package."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.first_of_each import FirstOfEach
from muranopl.diagnostics.merging import merged
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import LeftOut, Reporter


class Findings(Reporter):
    """Collects the diagnostics of one package while a phase works on it.

    Never raises for a user's mistake. At most `max_per_code` of one code are kept in a file, None
    keeps all (see `FirstOfEach`).
    """

    __slots__ = ("_found", "max_per_code", "package")

    def __init__(
        self, package: str | None = None, max_per_code: int | None = PER_CODE.most
    ) -> None:
        self.package = package
        self.max_per_code = max_per_code
        self._found = FirstOfEach(max_per_code)

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, as one of this package."""
        if diagnostic.package != self.package:
            diagnostic = msgspec.structs.replace(diagnostic, package=self.package)
        self._found.add(diagnostic)

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept."""
        return self._found.keeps(code, place)

    def count_left_out(self, left_out: LeftOut) -> bool:
        """Count diagnostics if they would not be kept; return whether that is so."""
        return self._found.count_left_out(left_out)

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were collected elsewhere."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def apart(self) -> Findings:
        """Return empty findings of the same package, for diagnostics that may be discarded."""
        return Findings(self.package, self.max_per_code)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The kept diagnostics, and one for those of a code in a file that are left out."""
        return self._found.diagnostics()

    def in_order(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics in the order of reports, by file, position and code: one for each cause."""
        return merged(sorted(self.diagnostics, key=Diagnostic.sort_key))

    @property
    def count(self) -> int:
        """The number of diagnostics that were added, including those left out."""
        return self._found.count

    @property
    def errors(self) -> int:
        """The number of errors among these."""
        return self._found.errors

    def name_package(self, package: str) -> None:
        """Set the name of the package once it is known, also in earlier diagnostics."""
        # Diagnostics are frozen: those made before the name was known are added again.
        reported = self.diagnostics
        self.package = package
        self._found = FirstOfEach(self.max_per_code)
        self.take(reported)
