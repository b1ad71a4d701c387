"""Suggestions: the known name that is nearest to a misspelt one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

from muranopl.diagnostics.bounds import COMPARED_LENGTH, COMPARED_NAMES

_LEAST_RATIO = 0.7
"""The least ratio (see `difflib`) of a name that is near."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `name` is most likely a slip for, or None where none is near.

    It is the closest match of `difflib`, which is asked only about names that may be one: that takes it long.
    """
    import difflib  # only needed once something is wrong

    sought = name.casefold()
    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(each.casefold(), each)
    if sought in folded:
        return folded[sought]
    if len(sought) > COMPARED_LENGTH.most:
        return None
    matcher = difflib.SequenceMatcher(b=sought)
    best, found = _LEAST_RATIO, ""
    for most, candidate in sorted(_candidates(sought, folded), reverse=True):
        if most < best:
            break
        matcher.set_seq1(candidate)
        best, found = max((best, found), (matcher.ratio(), candidate))
    return folded[found] if found else None


def _candidates(sought: str, known: Iterable[str]) -> list[tuple[float, str]]:
    """Return the known names that may be near, with the most that their ratio can be: by length, then by letters."""
    length = len(sought)
    least, most = length * _LEAST_RATIO / (2 - _LEAST_RATIO), length * (2 - _LEAST_RATIO) / _LEAST_RATIO
    names = [each for each in known if least <= len(each) <= most]
    if len(names) > COMPARED_NAMES.most:
        alike = [each for each in names if each[:1] == sought[:1]]
        distances = sorted({abs(len(each) - length) for each in alike})
        nearest_first = (each for distance in distances for each in alike if abs(len(each) - length) == distance)
        names = list(itertools.islice(nearest_first, COMPARED_NAMES.most))
    letters = Counter(sought).items()
    found = []
    for each in names:
        common = 0
        for letter, number in letters:
            there = each.count(letter)
            common += number if number < there else there
        ratio = 2 * common / (length + len(each))
        if ratio >= _LEAST_RATIO:
            found.append((ratio, each))
    return found


def is_slip(name: str, known: str) -> bool:
    """Whether a name is a known one misspelt, and not one of its own.

    Letters are swapped, or one or two differ; digits and the first letter are hardly ever slips.
    """
    import difflib

    first, second = name.casefold(), known.casefold()
    digits = [[each for each in text if each.isdigit()] for text in (first, second)]
    swapped = sorted(first) == sorted(second)
    if digits[0] != digits[1] or not (swapped or first[:1] == second[:1]):
        return False
    changes = difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    differing = sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in changes if tag != "equal")
    return differing <= (2 if swapped else min(2, len(name) // 3))


def did_you_mean(near: str | None, otherwise: str | None = None) -> str | None:
    """Return the suggestion of a name that is near, or `otherwise` where there is none."""
    return f'did you mean "{near}"?' if near else otherwise
