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
from muranopl.interfaces.cli.exit_status import ExitStatus
from muranopl.interfaces.cli.exits import EnvironmentFailure
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import flag, format_option, path_option
from muranopl.interfaces.cli.output import write, write_file
from muranopl.interfaces.cli.package_options import Common, common_options


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 done, 1 a file is not what --check expects, 2 wrong usage or unwritable file, 3 a bug in
muranopl.""",
)
@common_options
@format_option(("markdown", "html"), "How documents are written.")
@path_option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    help="Write a file for each package and an index to a folder, not to standard output.",
)
@path_option(
    "--readme",
    help='Write the document of one package into a file, between the lines "<!-- muranopl doc -->" and '
    '"<!-- end of muranopl doc -->".',
)
@flag("--check", help="Write nothing; exit with status 1 if a file would change.")
def doc(
    common: Common, *, format_: str, folder: str | None, readme: str | None, check: bool
) -> None:
    """Write documents about packages: classes, what properties take, methods, forms.

    Contracts are described in words; descriptions come from meta objects (Title, Description, HelpText), or from the
    comments above declarations. Packages need not be free of errors. Pages of HTML need the extra `html`, and no
    network to be read.

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
        about = "what is wrong may be missing in the documents"
        more = "muranopl check says more"
        write(sys.stderr, f"{counted(len(errors), 'error')}: {about}; {more}.\n")
    if folder is None and format_ == "html" and len(documents) != 1:
        raise click.UsageError(
            f"A page is about one package; there are {len(documents)}: give -o DIR."
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
    status = ExitStatus.ERRORS if check and changed else ExitStatus.OK
    click.get_current_context().exit(int(status))


def _require_places(format_: str, folder: str | None, readme: str | None, check: bool) -> None:
    """Raise click.UsageError for options that do not go together."""
    if folder is not None and readme is not None:
        raise click.UsageError("-o and --readme are two places: choose one.")
    if readme is not None and format_ == "html":
        raise click.UsageError("--readme writes Markdown: leave out --format html, or give -o.")
    if check and folder is None and readme is None:
        raise click.UsageError("--check compares files: give -o or --readme.")


def _in_folder(folder: str | None, documents: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the files of a folder, which is made if it is not there."""
    top = folder or os.curdir
    try:
        os.makedirs(top, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise EnvironmentFailure(f'the folder "{visible(top)}" cannot be made: {why}') from None
    return {os.path.join(top, name): text for name, text in documents.items()}


def _in_readme(readme: str, documents: Mapping[str, str]) -> dict[str, str]:
    from muranopl.views.documents.packages import with_document

    if len(documents) != 1:
        raise UsageError(f"--readme is for one package; there are {len(documents)}")
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
