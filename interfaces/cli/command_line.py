"""Holds the command line that is run, and runs it again for commands with `--watch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from muranopl.interfaces.cli.exit_status import ExitStatus

if TYPE_CHECKING:
    from muranopl.interfaces.cli.watching import Watch


class CommandLine(NamedTuple):
    """The words of a command line as they were typed, and the `watch` that repeats it, if one does."""

    words: Sequence[str]
    watch: Watch | None = None


def command_line() -> CommandLine:
    """Return the command line of the current command."""
    result = click.get_current_context().find_root().obj
    assert isinstance(result, CommandLine)  # noqa: S101 - `main` sets it
    return result


def run_again(watch: Watch) -> int:
    """Run the command line again as its own command would be, and return the exit status."""
    root = click.get_current_context().find_root()
    try:
        root.command.main(command_line().words, watch=watch)
    except SystemExit as ending:
        status = int(ending.code or 0)
    if status == ExitStatus.INTERRUPTED:
        root.exit(status)
    return status
