"""The input of all formats besides the diagnostics.

It consists of the checked packages, and options of presentation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Severity


class CheckedPackage(Protocol):
    """A checked package, as in the library's report."""

    @property
    def name(self) -> str:
        """The full name."""

    @property
    def version(self) -> str:
        """The semantic version."""

    @property
    def file(self) -> str:
        """The manifest's path, relative to the PATH given."""


class ReportContext(msgspec.Struct, frozen=True):
    """The context of one report.

    `version` is that of muranopl, for the formats that name the tool; `models` is the number of
    rendered object models. For text only: `color` asks for ANSI colours, `width` is the number of
    columns; with `sum_up` only the first few infos of one code in a package are shown.
    """

    packages: Sequence[CheckedPackage] = ()
    color: bool = False
    width: int = 120
    version: str = ""
    models: int = 0
    sum_up: bool = False


class Summary(msgspec.Struct, frozen=True):
    """The number of diagnostics of each severity, and of checked packages."""

    errors: int
    warnings: int
    infos: int
    packages: int


def summarize(diagnostics: Sequence[Diagnostic], context: ReportContext) -> Summary:
    """Return the number of diagnostics of each severity, and of packages."""
    result: Counter[Severity] = Counter()
    for diagnostic in diagnostics:
        result[diagnostic.severity] += diagnostic.left_out or 1
    # Severities are declared in this order, the worst first.
    errors, warnings, infos = (result[severity] for severity in Severity)
    return Summary(errors, warnings, infos, len(context.packages))


def tally(
    summary: Summary, paint: Callable[[str, str], str] = lambda _, text: text
) -> str:
    """Return `1 error, 2 infos`, each painted in its style; an empty text for no diagnostics."""
    counts = (
        ("error", summary.errors),
        ("warning", summary.warnings),
        ("info", summary.infos),
    )
    return ", ".join(
        paint(kind, counted(number, kind)) for kind, number in counts if number
    )


def counted(number: int, noun: str) -> str:
    """Return `1 error`, `2 errors`."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}s"
