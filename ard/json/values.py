"""Limits of the values of object models, and reports of violations."""

from __future__ import annotations

import re
from collections.abc import Callable

from muranopl.diagnostics.catalogue import models as rules
from muranopl.diagnostics.diagnostic import InModel
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter

# Words that Python's `json` writes and reads, but RFC 8259 does not have.
NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})

# Half of a surrogate pair, which is not a character and cannot be written to a file.
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
LONE_SURROGATE_PROBLEM = "half of a surrogate pair is not a character"
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)


class StopError(Exception):
    """Raised to stop reading a model; the reason has been reported."""


def report_unusable(
    reporter: Reporter,
    path: Callable[[], str],
    place: Place,
    problem: str,
    suggestion: str | None = None,
) -> None:
    """Report a value that no model can hold.

    `path` returns its path; it is not called for a diagnostic that is only counted.
    """
    reporter.report(
        rules.VALUE,
        place,
        path=path,
        problem=problem,
        suggestion=suggestion,
        in_model=lambda: InModel(path()),
    )


def lone_surrogate(source: str) -> tuple[int, int]:
    """Return the span of the first escape of half a pair in the source of a text that has one."""
    for match in _ESCAPE.finditer(source):
        if match[1]:
            return match.span()
    return 0, len(source)
