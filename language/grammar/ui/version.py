"""Reads `Version` of a UI definition (reference: ui-definition, Version)."""

from __future__ import annotations

import re
from typing import NamedTuple

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.diagnostics.catalogue import ui as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import Plain, shaped


class UIVersion(NamedTuple):
    """A version of the format."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


LATEST = UIVersion(2, 4)
_PLAIN = lazy_pattern(r"2(?:\.([0-4])(?:\.0)?)?\Z", re.ASCII)


@shaped(Plain(("string", "number")))
def ui_version(node: Node, reading: Reading, what: str) -> UIVersion:
    """Return the version; after a report the latest one.

    Measured: str() of the value is coerced to a semantic version, which must have major 2 and
    not exceed 2.4.0.
    """
    if isinstance(node, Yaql):
        text = node.text
    else:
        text = str(node.value) if isinstance(node, Scalar) else ""
    plain = _PLAIN.match(text)
    if plain:
        return UIVersion(2, int(plain[1] or 0))
    coerced = _coerced(text)
    severity = Severity.ERROR if coerced is None else Severity.WARNING
    problem = "which the dashboard rejects"
    if coerced is not None:
        problem = f"which the dashboard reads as {coerced}"
    reading.report(
        rules.BAD_VERSION,
        node,
        what=what,
        found=described(node),
        problem=problem,
        severity=severity,
    )
    return coerced or LATEST


def _coerced(text: str) -> UIVersion | None:
    """Return the version that the dashboard coerces an unusual text to; None if it refuses it."""
    import semantic_version  # slow to import, and real files never need it

    try:
        version = semantic_version.Version.coerce(text)
    except ValueError:
        return None
    # Compared as versions: 2.4.0-beta is before 2.4.0, and taken.
    if version.major != LATEST.major or version > semantic_version.Version(f"{LATEST}.0"):
        return None
    return UIVersion(version.major, version.minor)
