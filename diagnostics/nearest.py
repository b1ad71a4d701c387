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


def did_you_mean(near: str | None, otherwise: str | None = None) -> str | None:
    """Return the suggestion of a name that is near, or `otherwise` where there is none."""
    return f'did you mean "{near}"?' if near else otherwise
