"""Messages for an unknown command and for an internal error."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import traceback
from collections.abc import Iterable, Sequence

from muranopl import __version__
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.visible import masked, visible, visible_lines


def report_crash(error: BaseException, words: Sequence[str]) -> None:
    """Write a bug report about an unexpected exception to standard error."""
    command = shlex.join(["muranopl", *map(masked, words)])
    trace = "".join(traceback.format_exception(error)).rstrip()
    lines = [
        f"This is a bug in muranopl: {type(error).__name__}.",
        "The command did not finish, so nothing is known about the packages.",
        "Please report it with everything below and, if possible, the package.",
        "",
        f"  muranopl {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"  command: {visible(command)}",
        "",
        *map(masked, visible_lines(trace)),
    ]
    print("\n".join(lines), file=sys.stderr)  # noqa: T201 - works even where everything else is broken


def no_such_command(word: str, commands: Iterable[str]) -> str:
    """Return the message for an unknown command, with the most similar one."""
    near = nearest(word, commands)
    if near is None and os.path.exists(word):
        near = f"check {word}"
    if near:
        hint = f' Did you mean "muranopl {visible(near)}"?'
    else:
        hint = f" Commands are {', '.join(commands)}."
    return f'Unknown command "{visible(word)}".{hint}'
