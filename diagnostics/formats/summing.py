"""Summing up in the text format.

It decides which diagnostics are shown in full, and which lines stand for others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from muranopl.diagnostics.catalogue.namespace import REQUIRED_NOT_GIVEN
from muranopl.diagnostics.diagnostic import Diagnostic, Severity

# The number of infos of one code in a package that are shown with their source.
MOST_INFOS = 3

_REQUIRED = re.compile('the required package "(.*)" is not')

# The key by which diagnostics are summed up: the package and the code, or the required package.
_Key = tuple[str | None, str]


def shown(diagnostics: Sequence[Diagnostic]) -> Iterator[tuple[Diagnostic, str | None]]:
    """Yield the diagnostics to show, each with its summary, or None to show it in full.

    After the first few infos of a package, further ones are counted. A missing package is reported
    once, for all packages that require it.
    """
    numbers: Counter[_Key | None] = Counter()
    requiring: dict[str, set[str | None]] = {}
    for diagnostic in diagnostics:
        numbers[_info(diagnostic)] += diagnostic.left_out or 1
        if (name := required_nowhere(diagnostic)) is not None:
            requiring.setdefault(name, set()).add(diagnostic.package)
    # Two passes: the first line of a group already names its size.
    met: Counter[_Key | None] = Counter()
    reported: set[str] = set()
    for diagnostic in diagnostics:
        info, name = _info(diagnostic), required_nowhere(diagnostic)
        met[info] += 1
        if name is not None and len(requiring[name]) > 1:
            if name not in reported:
                reported.add(name)
                packages = f"{len(requiring[name])} packages require {name}"
                yield (
                    diagnostic,
                    f"{packages}, which is not here: {diagnostic.suggestion}",
                )
        elif info is None or met[info] <= MOST_INFOS:
            yield diagnostic, None
        elif met[info] == MOST_INFOS + 1:
            where = ""
            if diagnostic.package:
                where = f" in {diagnostic.package}"
            yield (
                diagnostic,
                f"{numbers[info] - MOST_INFOS} more{where}; --all shows them",
            )


def _info(diagnostic: Diagnostic) -> _Key | None:
    """Return the key by which an info is summed up; None for other diagnostics."""
    if diagnostic.severity is Severity.INFO:
        return (diagnostic.package, diagnostic.code)
    return None


def required_nowhere(diagnostic: Diagnostic) -> str | None:
    """Return the name of the missing package that a diagnostic reports.

    Return None for other diagnostics.
    """
    result = None
    if diagnostic.code == REQUIRED_NOT_GIVEN.code:
        result = _REQUIRED.match(diagnostic.message)
    if result is None or diagnostic.left_out:
        return None
    return result[1]
