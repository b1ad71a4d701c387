"""Exit statuses: how a command ends the process."""

from __future__ import annotations

import enum
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

if TYPE_CHECKING:
    from muranopl.diagnostics.diagnostic import Diagnostic


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


def leave(found: Iterable[Diagnostic], *, failed: bool) -> NoReturn:
    """End the command; `failed` tells whether an error was `found`, among which an internal one counts more."""
    status = ExitStatus.ERRORS if failed else ExitStatus.OK
    if any(each.is_internal for each in found):
        status = ExitStatus.BUG
    click.get_current_context().exit(int(status))


class EnvironmentFailure(click.ClickException):
    """The environment fails, such as a file that cannot be written; ends the process with `ExitStatus.USAGE`."""

    exit_code = int(ExitStatus.USAGE)


def discard(stream: TextIO) -> None:
    """Send what is still to be written nowhere; else Python complains once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
