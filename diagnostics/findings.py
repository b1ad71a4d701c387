"""Findings: what one piece of work reports, in one list, for one package."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Related, Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.rules import Rule


class Findings:
    """Collects the diagnostics of one package while a phase works on it; never raises for a user's mistake."""

    __slots__ = ("diagnostics", "package")

    def __init__(self, package: str | None = None) -> None:
        self.package = package
        self.diagnostics: list[Diagnostic] = []

    def report(
        self,
        rule: Rule,
        place: Place,
        *,
        notes: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        suggestion: str | None = None,
        severity: Severity | None = None,
        in_model: InModel | None = None,
        **facts: object,
    ) -> None:
        """Add the diagnostic of `rule` at `place`; see `Rule.at`."""
        self.diagnostics.append(
            rule.at(
                place,
                package=self.package,
                notes=notes,
                related=related,
                suggestion=suggestion,
                severity=severity,
                in_model=in_model,
                **facts,
            )
        )

    def take(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were made for no package: they are of this one."""
        for diagnostic in diagnostics:
            replaced = diagnostic.package != self.package
            self.diagnostics.append(
                msgspec.structs.replace(diagnostic, package=self.package) if replaced else diagnostic
            )

    def name_package(self, package: str) -> None:
        """Say which package this is about, once its manifest told; what was reported before gets the name too."""
        self.package = package
        self.diagnostics = [msgspec.structs.replace(diagnostic, package=package) for diagnostic in self.diagnostics]
