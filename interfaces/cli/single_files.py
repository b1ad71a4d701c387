"""Single files in place of packages: `--stdin-filename FILE`, and `--of-files FILE...`."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click
import msgspec

from muranopl.ard.sources.file_types import package_around
from muranopl.diagnostics.catalogue.sources import NOT_A_PACKAGE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.inputs import STDIN

_ZIP_OR_FILE = (
    "send a zip of the package, or name the file of a package that it is: --stdin-filename FILE"
)


def package_of(filename: str, paths: Sequence[str]) -> str:
    """Return the folder of the package of a file, which need not exist. Raise click.UsageError."""
    if tuple(paths) != (STDIN,):
        raise click.UsageError("--stdin-filename goes with - as the only PATH.")
    package = _package_around(filename)
    if package is None:
        raise click.UsageError(
            f'--stdin-filename "{visible(filename)}" is not in any package: no folder above it has a manifest.yaml.'
        )
    return package


def packages_of(filenames: Sequence[str]) -> tuple[str, ...]:
    """Return the folders of the packages of some files, in the order of the files."""
    if STDIN in filenames:
        raise click.UsageError("--of-files takes files, not standard input.")
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


def _package_around(filename: str) -> str | None:
    package = package_around(filename)
    if package is None:
        # The current folder may be inside the package
        above = package_around(os.path.abspath(filename))
        package = None if above is None else os.path.relpath(above)
    return None if package is None else package or os.curdir


def only_in(filename: str | None, diagnostics: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Return the diagnostics of a file, and those of muranopl itself; all without a file."""
    if filename is None:
        return diagnostics
    location = os.path.abspath(filename)
    return [
        item for item in diagnostics if item.is_internal or os.path.abspath(item.path) == location
    ]
