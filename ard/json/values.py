"""What JSON can say and no model can hold: keys twice, numbers too large, halves of surrogate pairs."""

from __future__ import annotations

import re
from collections.abc import Callable

from muranopl.ard.model_path import member
from muranopl.ard.nodes import Node, Scalar
from muranopl.diagnostics.catalogue import models as rules
from muranopl.diagnostics.diagnostic import InModel, Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place

Pair = tuple[Node, Node]

MAX_DIGITS = 4_300
"""Most digits of an integer: Python's own limit, as such conversions take quadratic time."""

MAX_MODEL = 64 * 2**20
"""Largest object model: bytes of a file, characters of the text that data make."""

NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})
"""Words that Python's `json` writes and reads, and RFC 8259 does not have."""

MAX_REPORTS = 1_000
"""Most values of a model that are reported: nobody reads more, and a hostile file has millions."""

HALF = re.compile("[\ud800-\udfff]")
"""Half a surrogate pair: no character, and nothing that can be written to a file."""

HALF_PROBLEM = "half of a surrogate pair is no character"
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)


class Values:
    """Reports the unusable values of one file, up to MAX_REPORTS."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._left = MAX_REPORTS

    def report(self, place: Place, path: Callable[[], str], problem: str, suggestion: str | None = None) -> None:
        """Report a value that no model can hold."""
        if self._has_room():
            at = InModel(path())
            self._findings.report(rules.VALUE, place, path=at.path, problem=problem, suggestion=suggestion, in_model=at)

    def distinct(self, pairs: tuple[Pair, ...], path: Callable[[], str]) -> tuple[Pair, ...]:
        """Return pairs without duplicates, which are reported: the last value counts, in the position of the first.

        The keys are texts; `path` gives the path of the mapping.
        """
        if len({key.value for key, _ in pairs if isinstance(key, Scalar)}) == len(pairs):
            return pairs
        kept: dict[object, Pair] = {}
        for pair in pairs:
            key = pair[0]
            value = key.value if isinstance(key, Scalar) else None
            first = kept.get(value)
            kept[value] = pair
            if first is not None and self._has_room():
                related = (Related("it stands here before", first[0].place),)
                at = InModel(path() + member(value))
                self._findings.report(rules.DUPLICATE_KEY, key.place, key=value, related=related, in_model=at)
        return tuple(kept.values())

    def _has_room(self) -> bool:
        self._left -= 1
        return self._left >= 0


def half_within(source: str) -> tuple[int, int]:
    """Return where the first escape of half a pair stands in the source of a text that has one."""
    for match in _ESCAPE.finditer(source):
        if match[1]:
            return match.span()
    return 0, len(source)
