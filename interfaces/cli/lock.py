"""The command `muranopl lock`: write the exact versions that requirements resolve to into a file."""

from __future__ import annotations

import os
import sys

import click

from muranopl.diagnostics.diagnostic import errors_of
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import diagnostics_option, flag
from muranopl.interfaces.cli.output import show_diagnostics, write, write_file
from muranopl.interfaces.cli.package_options import Common, common_options

_EXIT_STATUS = (
    "Exit status: 0 the file is written or up to date, 1 a requirement cannot be resolved, or --check found an "
    "outdated file, 2 wrong usage, 3 a bug in muranopl."
)


@click.command(cls=RichHelp, epilog=_EXIT_STATUS)
@common_options
@flag(
    "--check",
    "checks",
    help="Write nothing; exit with status 1 if the file would change.",
)
@diagnostics_option
def lock(common: Common, *, checks: bool, diagnostics_format: str) -> None:
    """Write the exact version chosen for each requirement to muranopl.lock.

    The lock file contains the name, version, file hash and URL of all required packages, direct and indirect. It is
    written next to the configuration file, or else to the folder of the first PATH. `muranopl check --locked` fails if
    a requirement resolves to anything else. Commit the file, so that checks are the same everywhere.

    \b
    Examples:
      muranopl lock my.package/ -L apps/
      muranopl lock my.package/ -L murano+https://murano.example.org
      muranopl lock my.package/ -L apps/ --check
      muranopl check my.package/ -L apps/ --locked
    """  # noqa: D301 - click wants the character
    from muranopl.namespace.required.lock_file import LOCK, lock_folder, read_lock

    common.require_files()
    configured = common.configuration.file
    folder = lock_folder([configured] if configured else common.paths)
    file = os.path.normpath(os.path.join(folder, LOCK))
    with common.logging():
        result = common.catalog().lock(folder)
    failed = bool(errors_of(result.diagnostics))
    show_diagnostics(result.diagnostics, diagnostics_format, common.color)
    shown, text = visible(file), result.lock.text()
    if checks and not failed:
        failed = read_lock(file).text() != text
        state = "is out of date: update it with `muranopl lock`" if failed else "is up to date"
        write(sys.stdout, f"{shown} {state}\n")
    elif not failed:
        write_file(file, text)
        packages = counted(len(result.lock.package), "package")
        write(sys.stdout, f"Wrote {shown}, {packages}.\n")
    leave(result.diagnostics, failed=failed)
