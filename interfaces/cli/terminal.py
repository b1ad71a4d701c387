"""Properties of the output: colours and width."""

from __future__ import annotations

import os
from typing import TextIO

MIN_WIDTH = 60
DEFAULT_WIDTH = 120


def wants_color(choice: str, stream: TextIO) -> bool:
    """Return whether to use colours.

    Decisive are `--color`, NO_COLOR, FORCE_COLOR and whether `stream` is a terminal, in this order.
    """
    if choice != "auto":
        return choice == "always"
    # By the convention of no-color.org an empty value does not count
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def text_width(stream: TextIO) -> int:
    """Return the width of text in columns: `COLUMNS`, the terminal's width, or a default."""
    if not stream.isatty() and not os.environ.get("COLUMNS"):
        return DEFAULT_WIDTH
    import shutil  # few reports go to a terminal

    return max(MIN_WIDTH, shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns)
