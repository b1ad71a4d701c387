"""Destinations of output: standard output, standard error, the files of `-o`, and folders of new packages."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

import click
import msgspec

from muranopl import __version__
from muranopl.diagnostics.catalogue.objects import GIVE_PACKAGE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats import DEFAULT, FORMATS, render
from muranopl.diagnostics.formats.context import CheckedPackage, ReportContext
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure, discard, environment_failures
from muranopl.interfaces.cli.terminal import text_width, wants_color

if TYPE_CHECKING:
    from pathlib import Path

STDOUT = "-"
PAGE_WIDTH = 100
"""Maximum width of prose, in columns."""


class OutputFile(msgspec.Struct, frozen=True):
    """An output file and its format."""

    format: str
    file: str


_BY_SUFFIX = {"": DEFAULT, ".json": "json", ".md": "markdown", ".sarif": "sarif", ".txt": "text"}
"""The format that files with a suffix have."""
_SEVERAL = {".xml": ("checkstyle", "junit")}
"""Formats that share a suffix, which tells none of them."""


def _no_format(file: str) -> str:
    """Return the message for a file whose suffix tells no format."""
    shown, suffix = visible(file), os.path.splitext(file)[1].lower()
    if suffix in _SEVERAL:
        ways = " or ".join(f"-o {format_}:{shown}" for format_ in _SEVERAL[suffix])
        return f"-o {shown}: several formats have this suffix: write {ways}."
    return (
        f"-o {shown}: no format has this suffix: write FORMAT:FILE, "
        f"such as -o json:{shown}; formats are {', '.join(FORMATS)}."
    )


def targets(values: Iterable[str], chosen: str | None) -> list[OutputFile]:
    """Parse the values of `-o`: `FORMAT:FILE`, or `FILE` in the chosen format, else that of its suffix.

    Raise click.UsageError for an unknown format or suffix, or a duplicate file.
    """
    output_files: list[OutputFile] = []
    for value in values:
        named = format_of(value)
        file = value if named is None else value[len(named) + 1 :]
        format_ = named or chosen or _BY_SUFFIX.get(os.path.splitext(file)[1].lower())
        if format_ is None:
            raise click.UsageError(_no_format(file))
        if format_ not in FORMATS:
            raise click.UsageError(
                f'-o {visible(value)}: "{format_}" is not a format; formats are {", ".join(FORMATS)}.'
            )
        if file in {"", STDOUT}:
            raise click.UsageError(
                f"-o {visible(value)}: the file name is missing; use --format for standard output."
            )
        if file in {target.file for target in output_files}:
            raise click.UsageError(f'-o names the file "{visible(file)}" twice.')
        output_files.append(OutputFile(format_, file))
    return output_files


def format_of(value: str) -> str | None:
    """Return the format that a value of `-o` names: `FORMAT:FILE`, or `FORMAT=FILE`; else None."""
    # A single letter is a drive of Windows.
    match = re.match("([A-Za-z]{2,})[:=]", value)
    return None if match is None else match[1]


def require_writable(files: Iterable[str]) -> None:
    """Raise EnvironmentFailure if a file is known to be unwritable, before the work begins."""
    for file in files:
        if file == STDOUT:
            continue
        folder = os.path.dirname(file) or "."
        if os.path.isdir(file):
            why = "it is a folder"
        elif not os.path.isdir(folder):
            why = f'the folder "{visible(folder)}" does not exist'
        elif os.access(file if os.path.exists(file) else folder, os.W_OK):
            continue
        else:
            why = "Permission denied"
        raise EnvironmentFailure(f"{not_written(file)}: {why}")


def write_result(text: str, file: str | None) -> None:
    """Write the result of a command to a file, or to standard output for None and `-`."""
    if file is None or file == STDOUT:
        write(sys.stdout, text)
    else:
        write_file(file, text)


def write_file(file: str, text: str) -> None:
    """Write text as UTF-8 with line feeds. Raise EnvironmentFailure."""
    from muranopl.interfaces.temporary_file import write_whole  # most runs write no file

    with environment_failures(not_written(file)):
        # Names of files that are not UTF-8 contain lone surrogates, which UTF-8 lacks
        write_whole(file, text.encode("utf-8", "backslashreplace"))


def write_new_folder(top: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files to a new folder. Raise EnvironmentFailure for a folder with other files."""
    folder = f'the folder "{visible(str(top))}"'
    with environment_failures(f"{folder} cannot be written"):
        if top.exists() and (not top.is_dir() or any(top.iterdir())):
            raise EnvironmentFailure(f"{folder} is not empty: choose another one with -o")
        for path, content in files.items():
            file = top / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
            if file.suffix == ".sh":
                file.chmod(0o755)


def create_folder(folder: str) -> None:
    """Create a folder if it is missing. Raise EnvironmentFailure."""
    with environment_failures(f'the folder "{visible(folder)}" cannot be created'):
        os.makedirs(folder, exist_ok=True)


def not_written(file: str) -> str:
    """Return the beginning of the message about a file that cannot be written."""
    return f'the file "{visible(file)}" cannot be written'


def write(stream: TextIO, text: str) -> None:
    """Write to a standard stream; ignore closed pipes. Raise EnvironmentFailure (disk full)."""
    with environment_failures("the output cannot be written"):
        try:
            stream.write(text)
            stream.flush()
        except BrokenPipeError:
            discard(stream)


def show_errors(
    diagnostics: Sequence[Diagnostic], color: str, packages: Sequence[CheckedPackage] = ()
) -> None:
    """Write diagnostics as text to standard error; standard output has the result."""
    write(sys.stderr, render("text", diagnostics, report_context(sys.stderr, color, packages)))


def show_diagnostics(
    diagnostics: Sequence[Diagnostic], format_: str, color: str, models: int = 0
) -> None:
    """Write diagnostics to standard error; the text format of an empty list is empty."""
    if diagnostics or format_ != "text":
        shown = tuple(map(_naming_options, diagnostics))
        write(sys.stderr, render(format_, shown, report_context(sys.stderr, color, models=models)))


def _naming_options(diagnostic: Diagnostic) -> Diagnostic:
    """Return the diagnostic with the command line option that its remedy refers to."""
    if diagnostic.suggestion != GIVE_PACKAGE:
        return diagnostic
    return msgspec.structs.replace(diagnostic, suggestion=f"{GIVE_PACKAGE}, with -L")


def report_context(
    stream: TextIO, color: str, packages: Sequence[CheckedPackage] = (), models: int = 0
) -> ReportContext:
    """Return the parameters of the report formats other than the diagnostics.

    `stream` is the destination of the report, which determines colours and width.
    """
    return ReportContext(
        packages, wants_color(color, stream), text_width(stream), __version__, models
    )


def page_width(stream: TextIO) -> int:
    """Return the width of pages of prose, in columns."""
    return min(text_width(stream), PAGE_WIDTH)


def wrapped(text: str, indent: str) -> list[str]:
    """Return a paragraph wrapped to the page width."""
    width = page_width(sys.stdout)
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def separated(blocks: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of blocks with an empty line between two."""
    for position, block in enumerate(blocks):
        if position:
            yield ""
        yield from block


def words(values: Sequence[str]) -> list[str]:
    """Split values that may have several words: `A,B` or `A B`."""
    return [word for value in values for word in value.replace(",", " ").split()]
