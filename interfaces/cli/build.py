"""The command `muranopl build`: pack packages as zips for upload."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import environment_failures, leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import diagnostics_option, flag, path_option
from muranopl.interfaces.cli.output import (
    require_writable,
    show_diagnostics,
    write,
    write_file,
)
from muranopl.interfaces.cli.package_options import Common, common_options

if TYPE_CHECKING:
    from muranopl.writing.packing.build import BuildResult, BuiltPackage


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the zips are written, 1 a package has errors and nothing is written, 2 wrong usage or
unwritable folder, 3 a bug in muranopl.""",
)
@common_options
@path_option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    default=".",
    help="Folder for the zips, created if it is missing.",
)
@flag(
    "--compress",
    help="Compress the zips. Their bytes are then reproducible only with the same version of zlib.",
)
@path_option(
    "--bundle",
    help="Write a bundle for `murano bundle-import`: the list of the packages, required packages first.",
)
@diagnostics_option
def build(
    common: Common, *, folder: str, compress: bool, bundle: str | None, diagnostics_format: str
) -> None:
    """Pack packages as zips for upload. Packages with errors are rejected.

    PATH is the folder or zip of a package, or a folder of packages. Zips are reproducible: entries are sorted, stored
    without compression, and have no times or modes. Files of version control and editors are left out, as are
    files that match a pattern in the file .muranoignore of the package, which has the syntax of .gitignore. The packed
    zips are checked, too, and errors and warnings are shown.

    \b
    Examples:
      muranopl build my.package/ -o dist/
      muranopl build apps/ -L murano/meta -o dist/ --bundle dist/apps.bundle
    """  # noqa: D301 - click wants the character
    common.require_files()
    with common.logging():
        result = common.catalog().build(compress=compress)
        require_packages(result.diagnostics)
        # Infos are for authors, who run a check
        shown = [item for item in result.diagnostics if item.severity is not Severity.INFO]
        show_diagnostics(shown, diagnostics_format, common.color)
        if result.ok:
            _write(result, folder, bundle)
    leave(result.diagnostics, failed=not result.ok)


def _write(result: BuildResult, folder: str, bundle: str | None) -> None:
    with environment_failures(f'the folder "{visible(folder)}" cannot be written'):
        paths = result.write(folder)
    for path, package in zip(paths, result.packages, strict=True):
        write(sys.stdout, _line(path, package))
        if package.is_too_large:
            write(sys.stderr, _too_large(path, package))
    if bundle is not None:
        from muranopl.writing.packing.build import bundle_of

        require_writable([bundle])
        write_file(bundle, to_json(bundle_of(result.packages)))
        write(sys.stdout, f"{visible(bundle)}: {counted(len(paths), 'package')}\n")


def _line(path: str, package: BuiltPackage) -> str:
    facts = f"{package.name} {package.version}, {counted(len(package.entries), 'file')}"
    if package.left_out:
        facts += f" ({len(package.left_out)} left out)"
    return f"{visible(path)}: {facts}, sha256 {package.sha256}\n"


def _too_large(path: str, package: BuiltPackage) -> str:
    from muranopl.writing.packing.build import UPLOAD_SIZE

    size = f"{len(package.data):,} bytes"
    name = visible(os.path.basename(path))
    return (
        f"{name} has {size}, but Murano accepts at most {UPLOAD_SIZE:,} by default: "
        "pack it with --compress, or ask the operator for a higher limit.\n"
    )
