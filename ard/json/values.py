"""Limits of the values of object models, and reports of violations.

Duplicate keys, numbers, lone surrogates.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from muranopl.ard.model_path import member
from muranopl.ard.nodes import Node, Scalar
from muranopl.diagnostics.catalogue import models as rules
from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Related
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import LeftOut, Reporter

Pair = tuple[Node, Node]

NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})
"""Words that Python's `json` writes and reads, but RFC 8259 does not have."""

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which is no character and cannot be written to a file."""

LONE_SURROGATE_PROBLEM = "half of a surrogate pair is no character"
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)


class StopError(Exception):
    """Raised to stop reading a model; the reason has been reported."""


class ValueReporter(Reporter):
    """Passes on diagnostics about values of one model.

    `path` returns the path of the current value.
    """

    __slots__ = ("_path", "_to")

    def __init__(self, to: Reporter, path: Callable[[], str]) -> None:
        self._to = to
        self._path = path

    def add(self, diagnostic: Diagnostic) -> None:
        """Pass a diagnostic on."""
        self._to.add(diagnostic)

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept."""
        return self._to.keeps(code, place)

    def leaves_out(self, left_out: LeftOut) -> bool:
        """Count diagnostics if they would not be kept; return whether that is so."""
        return self._to.leaves_out(left_out)

    def unusable(self, place: Place, problem: str, suggestion: str | None = None) -> None:
        """Report the current value as one that no model can hold."""
        at = InModel(self._path() if self.keeps(rules.VALUE.code, place) else "")
        self.report(
            rules.VALUE, place, path=at.path, problem=problem, suggestion=suggestion, in_model=at
        )

    def distinct(self, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        """Return the pairs of the current mapping without duplicates, which are reported.

        The last value counts, in the position of the first. The keys are texts.
        """
        if len({key.value for key, _ in pairs if isinstance(key, Scalar)}) == len(pairs):
            return pairs
        kept: dict[object, Pair] = {}
        for pair in pairs:
            key = pair[0]
            value = key.value if isinstance(key, Scalar) else None
            first = kept.get(value)
            kept[value] = pair
            if first is not None:
                related = (Related("the first one is here", first[0].place),)
                is_kept = self.keeps(rules.DUPLICATE_KEY.code, key.place)
                at = InModel(self._path() + member(value) if is_kept else "")
                self.report(rules.DUPLICATE_KEY, key, key=value, related=related, in_model=at)
        return tuple(kept.values())


def lone_surrogate(source: str) -> tuple[int, int]:
    """Return the span of the first escape of half a pair in the source of a text that has one."""
    for match in _ESCAPE.finditer(source):
        if match[1]:
            return match.span()
    return 0, len(source)
