"""Values at which two conditions may differ: those next to the numbers and texts that they name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from muranopl.diagnostics.quirks import Quirk
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.literals import refuses_constant
from muranopl.language.contracts.tree import Contract

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])")
_TEXT = re.compile(r"'([^'\\]*)'|\"([^\"\\]*)\"")


def refused_sample(given: Contract, taken: Contract, quirks: Collection[Quirk]) -> Any | None:
    """Return a value that one contract takes and the other one certainly refuses, None if unknown."""
    for sample in _samples(f"{describe(given)} {describe(taken)}"):
        if refuses_constant(taken, sample, quirks) and not refuses_constant(given, sample, quirks):
            return sample
    return None


def _samples(text: str) -> Iterator[Any]:
    for number in dict.fromkeys(map(int, _NUMBER.findall(text))):
        yield from (number - 1, number, number + 1)
    for single, double in _TEXT.findall(text):
        yield single or double
    yield ""
