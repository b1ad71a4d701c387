"""Required packages with errors.

They give one warning at the requirement, instead of all their diagnostics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place

Requires = Iterable[tuple[str, Place]]
"""The names of the existing packages that a package requires, with the places of the
requirements.
"""


def report_broken(
    targets: Iterable[tuple[str, Requires]], hidden: Iterable[Diagnostic], max_per_code: int | None
) -> list[Diagnostic]:
    """Return a warning for every `Require` entry of the targets whose package has hidden errors."""
    errors: Counter[str | None] = Counter()
    for error in errors_of(hidden):
        # One diagnostic stands for all that were left out
        errors[error.package] += error.left_out or 1
    reported: list[Diagnostic] = []
    for name, requires in targets if errors else ():
        findings = Findings(name, max_per_code)
        for other, place in requires:
            count = errors[other]
            if count:
                text = "an error" if count == 1 else f"{count} errors"
                findings.report(rules.REQUIRED_BROKEN, place, name=other, errors=text)
        reported.extend(findings.diagnostics)
    return reported
