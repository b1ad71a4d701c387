"""What a report depends on besides what it says: colours, and how wide it may be."""

from __future__ import annotations

import os
from typing import TextIO

MIN_WIDTH = 60
DEFAULT_WIDTH = 120


def wants_color(choice: str, stream: TextIO) -> bool:
    """Whether to colour what goes to `stream`: `--color`, then NO_COLOR, then FORCE_COLOR, then only on terminals."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def text_width(stream: TextIO) -> int:
    """Return how many columns text may take: what `COLUMNS` says, the terminal's, or a fixed number without one."""
    if not stream.isatty() and not os.environ.get("COLUMNS"):
        return DEFAULT_WIDTH
    import shutil  # few reports go to a terminal

    return max(MIN_WIDTH, shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns)
