"""Quirks: where a language document and the reference engine disagree, the document is the default.

Each quirk is declared once: its name, what the document says and what the engine does. `--quirk NAME` follows the
engine there, `--quirk engine` everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Quirk(NamedTuple):
    """One disagreement."""

    name: str
    document: str
    engine: str


VERSION_CONFLICT = Quirk(
    name="version-conflict",
    document="A class that inherits two versions of one class, of which none satisfies all parties, is an error "
    "(versioning.txt, item 13).",
    engine="Both versions stay among the ancestors, and every name they declare is ambiguous; a warning is given.",
)

QUIRKS = {quirk.name: quirk for quirk in (VERSION_CONFLICT,)}
EVERYTHING = "engine"


def chosen(names: Iterable[str]) -> frozenset[Quirk]:
    """Return the quirks of some names, "engine" being all of them; raises ValueError for a name nobody knows."""
    wanted = set(names)
    unknown = sorted(wanted - QUIRKS.keys() - {EVERYTHING})
    if unknown:
        raise ValueError(f'there is no quirk "{unknown[0]}"; known are {", ".join([EVERYTHING, *QUIRKS])}')
    return frozenset(quirk for name, quirk in QUIRKS.items() if name in wanted or EVERYTHING in wanted)
