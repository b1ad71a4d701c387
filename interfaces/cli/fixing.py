"""Implements `--fix` and related options: writes fixes, or shows them as a difference.

`upgrade` writes its changes here too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import environment_failures, leave
from muranopl.interfaces.cli.options import flag, gathered
from muranopl.interfaces.cli.output import not_written, write

if TYPE_CHECKING:
    from muranopl.api.catalog import Catalog
    from muranopl.diagnostics.diagnostic import Diagnostic
    from muranopl.writing.fixing.changed_files import ChangedFile
    from muranopl.writing.fixing.rounds import FixResult

_MOST_LEFT = 3


class FixOptions(msgspec.Struct, frozen=True):
    """The values of the options of fixes."""

    fix: bool
    unsafe_fixes: bool
    diff: bool
    fix_only: bool

    @property
    def is_asked_for(self) -> bool:
        """Whether fixes are to be made or shown."""
        return self.fix or self.unsafe_fixes or self.diff or self.fix_only

    def run(self, catalog: Catalog, stdin_filename: str | None, *, quiet: bool) -> None:
        """Write the fixes of what is reported, or show them. Raise EnvironmentFailure.

        With `diff` and `fix_only` exit; else the caller reports what remains.
        """
        if stdin_filename is not None and not self.diff:
            raise click.UsageError(
                "--stdin-filename cannot be combined with fixes unless --diff is specified."
            )
        result = catalog.fix(unsafe=self.unsafe_fixes, write=False)
        if self.diff:
            write(sys.stdout, result.diff)
        else:
            write_files(result.files)
        if not quiet:
            write(sys.stderr, _summary(result, is_written=not self.diff))
        if self.diff or self.fix_only:
            leave([], failed=self.diff and bool(result.files))


def write_files(files: Iterable[ChangedFile]) -> None:
    """Write changed files. Raise EnvironmentFailure for one that cannot be written."""
    for file in files:
        with environment_failures(not_written(file.path)):
            file.write()


def _summary(result: FixResult, *, is_written: bool) -> str:
    fixed, files = len(result.made), len(result.files)
    done = "Fixed" if is_written else "Would fix"
    lines = ["Nothing to fix."] if not result.left else []
    if files:
        where = counted(files, "file")
        lines = [f"{done} {counted(fixed, 'diagnostic')} in {where}."]
    if result.left:
        lines.append(_left(result.left))
    return "".join(f"{line}\n" for line in lines)


def _left(left: Sequence[Diagnostic]) -> str:
    paths = list(dict.fromkeys(visible(item.path) for item in left))
    more = len(paths) - _MOST_LEFT
    shown = ", ".join(paths[:_MOST_LEFT]) + (f" and {more} more" if more > 0 else "")
    return (
        f"Not fixed: {counted(len(left), 'diagnostic')} in {shown}. Files in zips and behind links are not changed, "
        "nor are files that the fix would make unreadable."
    )


fix_options = gathered(
    FixOptions,
    "fixing",
    flag("--fix", help="Write safe fixes, then report what remains."),
    flag("--unsafe-fixes", help="Also write fixes that may change the meaning."),
    flag(
        "--diff",
        help="Show the changes of --fix without writing them; exit with status 1 if there are any.",
    ),
    flag("--fix-only", help="Write fixes, and report nothing."),
)
"""The options of `FixOptions`, passed as `fixing`."""
