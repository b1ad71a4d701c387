"""Which diagnostics the text format shows in full where it sums up, and the lines that stand for the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from muranopl.diagnostics.catalogue.namespace import REQUIRED_NOT_GIVEN
from muranopl.diagnostics.diagnostic import Diagnostic, Severity

MOST_INFOS = 3
"""Of how many infos of one code in a package the source is shown."""

_REQUIRED = re.compile('the required package "(.*)" is not')

_Key = tuple[str | None, str]
"""What diagnostics that are summed up have in common: the package and the code, or the required package."""


def shown(diagnostics: Sequence[Diagnostic]) -> Iterator[tuple[Diagnostic, str | None]]:
    """Yield the diagnostics that are shown, each with the text that stands for it and others, None where it is whole.

    Of infos in one package those after the first few are counted; a required package that is nowhere is told once,
    however many packages require it.
    """
    numbers: Counter[_Key | None] = Counter()
    requiring: dict[str, set[str | None]] = {}
    for diagnostic in diagnostics:
        numbers[_info(diagnostic)] += diagnostic.left_out or 1
        if (name := required_nowhere(diagnostic)) is not None:
            requiring.setdefault(name, set()).add(diagnostic.package)
    met: Counter[_Key | None] = Counter()
    told: set[str] = set()
    for diagnostic in diagnostics:
        info, name = _info(diagnostic), required_nowhere(diagnostic)
        met[info] += 1
        if name is not None and len(requiring[name]) > 1:
            if name not in told:
                told.add(name)
                packages = f"{len(requiring[name])} packages require {name}"
                yield diagnostic, f"{packages}, which is not here: {diagnostic.suggestion}"
        elif info is None or met[info] <= MOST_INFOS:
            yield diagnostic, None
        elif met[info] == MOST_INFOS + 1:
            where = f" in {diagnostic.package}" if diagnostic.package else ""
            yield diagnostic, f"{numbers[info] - MOST_INFOS} more{where}; --all shows them"


def _info(diagnostic: Diagnostic) -> _Key | None:
    """Return what infos are summed up by, None for a diagnostic that is more than an info."""
    return (diagnostic.package, diagnostic.code) if diagnostic.severity is Severity.INFO else None


def required_nowhere(diagnostic: Diagnostic) -> str | None:
    """Return the name of the required package that is not at hand, where that is what is told."""
    found = _REQUIRED.match(diagnostic.message) if diagnostic.code == REQUIRED_NOT_GIVEN.code else None
    return None if found is None or diagnostic.left_out else found[1]
