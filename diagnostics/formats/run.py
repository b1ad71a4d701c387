"""What the formats want to know besides the diagnostics: the packages that were checked, and how to show things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Severity


class CheckedPackage(Protocol):
    """A package that was checked, as the library's report has it."""

    @property
    def name(self) -> str:
        """The full name."""

    @property
    def version(self) -> str:
        """The semantic version."""

    @property
    def file(self) -> str:
        """The manifest's path, relative to the PATH given."""


class Run(msgspec.Struct, frozen=True):
    """One run. `color` asks for ANSI colours, `width` is the room for source lines in columns (text only).

    `version` is that of muranopl, for the formats that name the tool; `models` is how many object models were rendered.
    """

    packages: Sequence[CheckedPackage] = ()
    color: bool = False
    width: int = 120
    version: str = ""
    models: int = 0


class Summary(msgspec.Struct, frozen=True):
    """How many diagnostics of each severity there are, and how many packages were checked."""

    errors: int
    warnings: int
    infos: int
    packages: int


def summarize(diagnostics: Sequence[Diagnostic], run: Run) -> Summary:
    """Count."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    errors, warnings, infos = (severities.count(severity) for severity in Severity)
    return Summary(errors, warnings, infos, len(run.packages))


def counted(number: int, noun: str) -> str:
    """Return `1 error`, `2 errors`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
