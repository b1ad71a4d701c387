"""Defines a suppression, the data of a comment: its codes, and the lines that it covers.

`scanning` reads these from files.
"""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.places import Place

MARKER = "muranopl:"
"""The text with which such comments begin."""
NEAR_MARKERS = (MARKER, "# muranopl", "#muranopl", "noqa")
"""Texts one of which files contain that have such comments, or misspelt ones."""


class Suppression(msgspec.Struct, frozen=True):
    """A word of a comment that suppresses diagnostics, and the lines that it covers.

    `problem` says what is wrong with the comment, which suppresses nothing then.
    """

    place: Place
    word: str
    first: int = 0
    last: int = 0
    is_file: bool = False
    problem: str = ""
