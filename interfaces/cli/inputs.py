"""Inputs other than paths of packages: standard input, single files, and packages in commits of git.

They are `-`, the files of `--stdin-filename` and `--of-files`, and `REF:PATH`, a folder in a commit.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Collection, Iterator, Sequence

import click
import msgspec

from muranopl.diagnostics.bounds import STANDARD_INPUT
from muranopl.diagnostics.catalogue.sources import NOT_A_PACKAGE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import is_address, visible
from muranopl.interfaces.cli.exits import EnvironmentFailure

STDIN = "-"
_ZIP_OR_FILE = (
    "send the zip of a package, or the text of one of its files with --stdin-filename FILE"
)


def read_streams(packages: Collection[str | None], models: Collection[str]) -> dict[str, bytes]:
    """Return the bytes of standard input by name if `-` is among the paths, else an empty mapping.

    Raise click.UsageError if it is a terminal.
    """
    if STDIN not in {*packages, *models}:
        return {}
    if sys.stdin.isatty():
        kind = "an object model" if STDIN in models else "a zip"
        raise click.UsageError(
            f"- reads {kind} from standard input, which is a terminal: pipe a file into it."
        )
    # One byte more than allowed shows that the rest is too much
    data = sys.stdin.buffer.read(STANDARD_INPUT.most + 1)
    if len(data) > STANDARD_INPUT.most:
        raise EnvironmentFailure(
            f"standard input is larger than {STANDARD_INPUT.most // 2**20} MiB, the limit"
        )
    return {STDIN: data}


def package_of(filename: str, paths: Sequence[str]) -> str:
    """Return the folder of the package of a file, which need not exist. Raise click.UsageError."""
    if tuple(paths) != (STDIN,):
        raise click.UsageError("--stdin-filename needs - as the only PATH.")
    package = _package_around(filename)
    if package is None:
        raise click.UsageError(
            f'--stdin-filename "{visible(filename)}" is not in a package: no folder above it contains manifest.yaml.'
        )
    return package


def packages_of(filenames: Sequence[str]) -> tuple[str, ...]:
    """Return the folders of the packages of some files, in the order of the files."""
    if STDIN in filenames:
        raise click.UsageError("--of-files needs files, not standard input.")
    folders = map(_package_around, filenames)
    return tuple(dict.fromkeys(folder for folder in folders if folder is not None))


def with_stdin_filename(
    diagnostics: Sequence[Diagnostic], paths: Sequence[str]
) -> Sequence[Diagnostic]:
    """Return diagnostics in which standard input without a package may be a file of one."""
    if STDIN not in paths:
        return diagnostics
    return [
        msgspec.structs.replace(item, suggestion=_ZIP_OR_FILE)
        if item.code == NOT_A_PACKAGE.code and item.place.file.root == STDIN
        else item
        for item in diagnostics
    ]


def only_in(filename: str | None, diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Return the diagnostics of a file, and those of muranopl itself; all without a file."""
    if filename is None:
        return diagnostics
    location = os.path.abspath(filename)
    return [
        item for item in diagnostics if item.is_internal or os.path.abspath(item.path) == location
    ]


def _package_around(filename: str) -> str | None:
    from muranopl.ard.sources.file_types import package_around

    package = package_around(filename)
    if package is None:
        # The current folder may be inside the package
        above = package_around(os.path.abspath(filename))
        package = None if above is None else os.path.relpath(above)
    return None if package is None else package or os.curdir


def is_committed(path: str) -> bool:
    """Return whether a path is meant as `REF:PATH`: it has a colon, and no file has its name."""
    return ":" in path and not is_address(path) and not os.path.exists(path)


def committed_zip(path: str) -> bytes:
    """Return a zip of `REF:PATH` in the git repository of the current folder. Raise UsageError."""
    reference, _, folder = path.partition(":")
    # Of a folder's name, so that a reference that begins with a dash is not an option
    named = f"{reference}:./{folder}"
    verify = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", named]
    tree = _git(verify, path).decode().strip()
    return _git(["git", "archive", "--format=zip", tree], path)


@contextlib.contextmanager
def committed_folder(path: str) -> Iterator[str]:
    """Write the files of `REF:PATH` into a folder that exists within the context. Raise UsageError."""
    # Few commands have such a path
    import tempfile
    from zipfile import ZipFile

    with tempfile.TemporaryDirectory(prefix="muranopl-") as folder:
        with ZipFile(io.BytesIO(committed_zip(path))) as archive:
            archive.extractall(folder)
        yield folder


def _git(command: Sequence[str], path: str) -> bytes:
    import subprocess  # few comparisons need git

    try:
        # The words are not text of a shell, and no options
        result = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    except OSError as error:
        raise UsageError(f"git cannot be run: {error.strerror}") from None
    if result.returncode:
        raise UsageError(
            f'"{visible(path)}" is neither a path nor a folder in a commit of the git repository (REF:PATH)'
        )
    return result.stdout
