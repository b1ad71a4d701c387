"""Names as messages list them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice


def listed(names: Collection[str], most: int) -> str:
    """Return the first `most` names, and how many there are besides."""
    shown = ", ".join(islice(names, most))
    more = len(names) - most
    return f"{shown} and {more:,} more" if more > 0 else shown
