"""The nearest known name to a misspelt one, for suggestions."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `name` is most likely a slip for, or None where none is near."""
    import difflib  # noqa: PLC0415 - only needed once something is wrong

    names = list(known)
    folded = {candidate.casefold(): candidate for candidate in reversed(names)}
    if name.casefold() in folded:
        return folded[name.casefold()]
    close = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.7)
    return folded[close[0]] if close else None
