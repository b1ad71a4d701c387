"""Ends commands with an exit status; turns failures of the environment into exceptions of click."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from muranopl.interfaces.cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from muranopl.diagnostics.diagnostic import Diagnostic


def leave(diagnostics: Iterable[Diagnostic], *, failed: bool) -> NoReturn:
    """Exit with the status that `status_of` returns."""
    click.get_current_context().exit(int(status_of(diagnostics, failed=failed)))


def status_of(diagnostics: Iterable[Diagnostic], *, failed: bool) -> ExitStatus:
    """Return the exit status; `failed` means an error was reported; internal errors come first."""
    if any(item.is_internal for item in diagnostics):
        return ExitStatus.BUG
    return ExitStatus.ERRORS if failed else ExitStatus.OK


class EnvironmentFailure(click.ClickException):
    """A failure of the environment, such as an unwritable file; exits with `ExitStatus.USAGE`."""

    exit_code = int(ExitStatus.USAGE)


@contextlib.contextmanager
def environment_failures(problem: str) -> Iterator[None]:
    """Raise EnvironmentFailure for an OSError within the context, whose reason follows `problem`."""
    try:
        yield
    except OSError as error:
        raise EnvironmentFailure(f"{problem}: {error.strerror or error}") from None


def discard(stream: TextIO) -> None:
    """Redirect the stream to the null device, so that flushing it at exit cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
