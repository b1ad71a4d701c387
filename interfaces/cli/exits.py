"""How a command ends: with an exit status, or because its surroundings fail."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from muranopl.interfaces.cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from muranopl.diagnostics.diagnostic import Diagnostic


def leave(found: Iterable[Diagnostic], *, failed: bool) -> NoReturn:
    """End the command, see `status_of`."""
    click.get_current_context().exit(int(status_of(found, failed=failed)))


def status_of(found: Iterable[Diagnostic], *, failed: bool) -> ExitStatus:
    """Return how it ends; `failed` tells whether an error was `found`, among which an internal one counts more."""
    if any(item.is_internal for item in found):
        return ExitStatus.BUG
    return ExitStatus.ERRORS if failed else ExitStatus.OK


class EnvironmentFailure(click.ClickException):
    """The environment fails, such as a file that cannot be written; ends the process with `ExitStatus.USAGE`."""

    exit_code = int(ExitStatus.USAGE)


def discard(stream: TextIO) -> None:
    """Send what is still to be written nowhere; else Python complains once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
