"""What is said when no command can run: there is none of that name, or muranopl itself fails."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import traceback
from collections.abc import Iterable, Sequence

from muranopl import __version__
from muranopl.diagnostics.formats.visible import visible, visible_lines
from muranopl.diagnostics.nearest import nearest


def report_crash(error: BaseException, words: Sequence[str]) -> None:
    """Report a crash on stderr as a bug of muranopl, with all that a bug report needs."""
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


def no_such_command(word: str, commands: Iterable[str]) -> str:
    """Return the message for a word that is none of the commands, with the one that was probably meant."""
    near = nearest(word, commands)
    if near is None and os.path.exists(word):
        near = f"check {word}"
    hint = (
        f' Did you mean "muranopl {visible(near)}"?'
        if near
        else f" Commands are {', '.join(commands)}."
    )
    return f'There is no command "{visible(word)}".{hint}'
