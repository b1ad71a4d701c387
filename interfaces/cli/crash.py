"""What is said when muranopl itself fails."""

from __future__ import annotations

import platform
import shlex
import sys
import traceback
from collections.abc import Sequence

from muranopl import __version__
from muranopl.diagnostics.formats.visible import visible, visible_lines


def report_crash(error: BaseException, words: Sequence[str]) -> None:
    """Tell on stderr that this is our fault, with all that a report of the bug needs."""
    lines = [
        f"This is a bug in muranopl: {type(error).__name__}.",
        "It says nothing about the packages: the check did not finish.",
        "Please report it, with everything below and, if you can, the package.",
        "",
        f"  muranopl {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"  command: {visible(shlex.join(['muranopl', *words]))}",
        "",
        *visible_lines("".join(traceback.format_exception(error)).rstrip()),
    ]
    print("\n".join(lines), file=sys.stderr)  # noqa: T201 - works even where everything else is broken
