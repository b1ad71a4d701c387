"""Suggestions: the known name that is nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `name` is most likely a slip for, or None where none is near."""
    import difflib  # only needed once something is wrong

    names = list(known)
    folded = {candidate.casefold(): candidate for candidate in reversed(names)}
    if name.casefold() in folded:
        return folded[name.casefold()]
    close = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.7)
    return folded[close[0]] if close else None


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
