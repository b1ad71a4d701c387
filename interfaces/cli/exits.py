"""Exit statuses: how a command ends the process."""

from __future__ import annotations

import enum
import os
from typing import NoReturn, TextIO

import click


class ExitStatus(enum.IntEnum):
    """What the process ends with."""

    OK = 0
    """No diagnostic of severity error."""
    ERRORS = 1
    """At least one diagnostic of severity error."""
    USAGE = 2
    """Wrong usage, or a path that cannot be read or written."""
    BUG = 3
    """A bug in muranopl."""
    INTERRUPTED = 130
    """Stopped by the user (128 + SIGINT)."""


def leave(*, failed: bool) -> NoReturn:
    """End the command; `failed` tells whether an error was found."""
    click.get_current_context().exit(int(ExitStatus.ERRORS if failed else ExitStatus.OK))


class EnvironmentFailure(click.ClickException):
    """The environment fails, such as a file that cannot be written; ends the process with `ExitStatus.USAGE`."""

    exit_code = int(ExitStatus.USAGE)


def discard(stream: TextIO) -> None:
    """Send what is still to be written nowhere; else Python complains once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
