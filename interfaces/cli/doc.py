"""The command `muranopl doc`: documents about packages."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import click

from muranopl.ard.sources.named_files import read_named
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.diagnostic import errors_of
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import flag, format_option, path_option
from muranopl.interfaces.cli.output import create_folder, write, write_file
from muranopl.interfaces.cli.package_options import Common, common_options


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 done, 1 --check found an outdated file, 2 wrong usage or unwritable file, 3 a bug in
muranopl.""",
)
@common_options
@format_option(("markdown", "html"), "Format of documents.")
@path_option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    help="Write a file for each package and an index to a folder instead of standard output.",
)
@path_option(
    "--readme",
    help='Insert the documentation of one package into a file, between the lines "<!-- muranopl doc -->" and '
    '"<!-- end of muranopl doc -->".',
)
@flag("--check", help="Write nothing; exit with status 1 if a file would change.")
def doc(
    common: Common, *, format_: str, folder: str | None, readme: str | None, check: bool
) -> None:
    """Document packages: their classes, properties, methods and forms.

    Contracts are described in words. Descriptions come from meta objects (Title, Description, HelpText) or from
    comments above declarations. Packages may have errors. HTML needs `pip install markdown-it-py` (the extra
    `html`); the pages load nothing from the network.

    \b
    Examples:
      muranopl doc my.package/
      muranopl doc my.package/ --readme my.package/README.md --check
      muranopl doc apps/ -L murano/meta -o site/ --format html
    """  # noqa: D301 - click wants the character
    _require_places(format_, folder, readme, check)
    common.require_files()
    with common.logging():
        report = common.catalog().check(stop_after="inherit")
        require_packages(report.diagnostics)
        documents = report.documents(format_, index=folder is not None)
    errors = errors_of(report.diagnostics)
    if errors:
        about = "the documents may be incomplete; run `muranopl check` for details"
        write(sys.stderr, f"{counted(len(errors), 'error')}: {about}.\n")
    if folder is None and format_ == "html" and len(documents) != 1:
        raise click.UsageError(
            f"An HTML page documents one package, but there are {len(documents)}: add -o DIR."
        )
    if folder is None and readme is None:
        write(sys.stdout, "\n".join(documents.values()))
        return
    if readme is None:
        files = _in_folder(folder, documents)
    else:
        files = _in_readme(readme, documents)
    changed = {path: text for path, text in files.items() if _read(path) != text}
    if not check:
        for path, text in changed.items():
            write_file(path, text)
    done = "Would write" if check else "Wrote"
    write(sys.stderr, f"{done} {counted(len(changed), 'file')} of {len(files)}.\n")
    leave([], failed=check and bool(changed))


def _require_places(format_: str, folder: str | None, readme: str | None, check: bool) -> None:
    """Raise click.UsageError for options that do not go together."""
    if folder is not None and readme is not None:
        raise click.UsageError("-o and --readme cannot be combined.")
    if readme is not None and format_ == "html":
        raise click.UsageError("--readme needs Markdown: leave out --format html, or use -o.")
    if check and folder is None and readme is None:
        raise click.UsageError("--check compares files: add -o or --readme.")


def _in_folder(folder: str | None, documents: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the files of a folder, which is created if it is missing."""
    top = folder or os.curdir
    create_folder(top)
    return {os.path.join(top, name): text for name, text in documents.items()}


def _in_readme(readme: str, documents: Mapping[str, str]) -> dict[str, str]:
    from muranopl.views.documents.packages import with_document

    if len(documents) != 1:
        raise UsageError(f"--readme needs exactly one package, but there are {len(documents)}")
    [document] = documents.values()
    try:
        return {readme: with_document(_read(readme) or "", document)}
    except UsageError as error:
        raise UsageError(f'the file "{visible(readme)}": {error.problem}') from None


def _read(path: str) -> str | None:
    """Return the text of a file, None if there is none. Raise UsageError if it cannot be read."""
    try:
        return read_named(path).decode("utf-8")
    except SourceError as error:
        if error.kind == "missing":
            return None
        why = error.message
    except UnicodeDecodeError as error:
        why = str(error)
    raise UsageError(f'the file "{visible(path)}" cannot be read: {why}')
