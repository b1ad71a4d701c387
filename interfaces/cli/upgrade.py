"""The command `muranopl upgrade`: rewrite packages for a later format."""

from __future__ import annotations

import sys

import click

from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.catalogue import sources, yaml
from muranopl.diagnostics.formats.context import counted
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.fixing import write_files
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import choice_option, flag
from muranopl.interfaces.cli.output import show_errors, write
from muranopl.interfaces.cli.package_options import Common, common_options
from muranopl.language.grammar.formats import KNOWN

_FORMATS = [f"{item.major}.{item.minor}" for item in reversed(KNOWN) if not item.is_heat]

_UNREADABLE = {rule.code for rule in (sources.UNREADABLE_FILE, yaml.NOT_TEXT, yaml.SYNTAX)}


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the packages are upgraded, 1 the upgraded packages have new errors, or --diff shows a
change, 2 wrong usage or unreadable path, 3 a bug in muranopl.""",
)
@common_options
@choice_option(("--to",), "New format of the packages.", _FORMATS)
@flag(
    "--diff",
    help="Show the changes without writing them; exit with status 1 if there are any.",
)
def upgrade(common: Common, *, to: str, diff: bool) -> None:
    """Convert the manifests, classes and UI definitions of packages to a newer format.

    PATH is the folder of a package, or a folder of packages; files in zips are not changed. Comments, quotes and line
    endings are preserved.

    \b
    Examples:
      muranopl upgrade my.package/ --diff
      muranopl upgrade apps/ --to 1.4 -L murano/meta
    """  # noqa: D301 - click wants the character
    common.require_files()
    with common.logging():
        catalog = common.catalog()
        before = catalog.check(stop_after="read").diagnostics
        require_packages(before)
        result = catalog.upgrade(to, write=False)
        if diff:
            write(sys.stdout, result.diff)
        else:
            write_files(result.files)
        done = "Would make" if diff else "Made"
        changes, files = len(result.changes), len(result.files)
        summary = "Nothing to upgrade."
        if files:
            summary = f"{done} {counted(changes, 'change')} in {counted(files, 'file')}."
        if result.left:
            summary += (
                f" Not made: {counted(len(result.left), 'change')}, "
                "because files in zips and behind links are not changed."
            )
        if any(item.code in _UNREADABLE for item in before):
            summary += " Unreadable files are unchanged: see `muranopl check`."
        write(sys.stderr, f"{summary}\n")
        if result.problems:
            show_errors(result.problems, common.color)
    failed = bool(result.problems) or (diff and bool(result.files))
    leave(result.problems, failed=failed)
