"""Findings: what one piece of work reports, in one list, for one package."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.reporter import Reporter


class Findings(Reporter):
    """Collects the diagnostics of one package while a phase works on it; never raises for a user's mistake."""

    __slots__ = ("diagnostics", "package")

    def __init__(self, package: str | None = None) -> None:
        self.package = package
        self.diagnostics: list[Diagnostic] = []

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic to the list, as one of this package."""
        if diagnostic.package != self.package:
            diagnostic = msgspec.structs.replace(diagnostic, package=self.package)
        self.diagnostics.append(diagnostic)

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were collected elsewhere."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def name_package(self, package: str) -> None:
        """Set the package once its manifest names it, also in what was reported before."""
        self.package = package
        self.diagnostics = [msgspec.structs.replace(diagnostic, package=package) for diagnostic in self.diagnostics]
