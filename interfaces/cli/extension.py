"""The command `muranopl extension`: what the classes of extension plugins look like in MuranoPL."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

import muranopl
from muranopl.ard.remote.fetching import Remote
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp, RichHelpGroup
from muranopl.interfaces.cli.options import (
    cache_options,
    color_option,
    diagnostics_option,
    path_option,
)
from muranopl.interfaces.cli.output import show_diagnostics, write, write_new_folder
from muranopl.phases.report import in_order

DescribedPackage = tuple[str, Mapping[str, str]]
"""The name of a plugin, and the files of its package."""

_EXIT_STATUS = "Exit status: 0 done, 1 a plugin cannot be read, 2 wrong usage, 3 a bug in muranopl."


@click.group(cls=RichHelpGroup, epilog=_EXIT_STATUS)
def extension() -> None:
    """Describe extension plugins: Python distributions that implement MuranoPL classes.

    \b
    Examples:
      muranopl extension describe my-plugin/
      muranopl check my.package/ --extensions my-plugin/
    """  # noqa: D301 - click wants the character


@extension.command(cls=RichHelp, epilog=_EXIT_STATUS)
@click.argument("what", nargs=-1, required=True)
@path_option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    help="Write packages to a folder, new or empty, instead of standard output.",
)
@cache_options
@diagnostics_option
@color_option
def describe(
    what: Sequence[str],
    *,
    folder: str | None,
    no_cache: bool,
    cache_dir: str | None,
    offline: bool,
    diagnostics_format: str,
    color: str,
) -> None:
    """Write the classes of plugins as packages: a manifest and a file for each class.

    WHAT is a wheel, a source distribution, a checkout, a folder of these, a folder of installed distributions, a
    virtual environment, the URL of a wheel or source distribution, the name of an installed distribution, or
    "installed" for all of them. No code is run: names, arguments and types are read from the source. Missing facts are
    reported; add them to the written files, and pass the folder to other commands with -L instead of --extensions.

    \b
    Examples:
      muranopl extension describe my-plugin/
      muranopl extension describe dist/my_plugin-1.0-py3-none-any.whl -o plugins/my-plugin
      muranopl check my.package/ -L plugins/my-plugin
    """  # noqa: D301 - click wants the character
    # Few commands are about plugins
    from muranopl.read.extensions.describing import described
    from muranopl.read.extensions.opening import extensions_at, require_known

    require_known(what)
    folder_of_cache = None if no_cache else muranopl.Cache(cache_dir).folder
    remote = Remote(folder_of_cache, offline=offline)
    remote.require_known(what)
    findings = Findings()
    extensions = extensions_at(what, findings, remote)
    diagnostics = in_order(findings.diagnostics)
    packages = [(item.name, described(item).files) for item in extensions]
    if folder is None:
        write(sys.stdout, "\n".join(_sections(packages)))
    elif packages:
        _write(Path(folder), packages)
    show_diagnostics(diagnostics, diagnostics_format, color)
    failed = any(item.severity is Severity.ERROR for item in diagnostics)
    leave(diagnostics, failed=failed)


def _sections(packages: Sequence[DescribedPackage]) -> list[str]:
    """Return the files of packages, each below a heading with its path."""
    return [
        f"=== {visible(name)}/{path}\n{text}"
        for name, files in packages
        for path, text in files.items()
    ]


def _write(top: Path, packages: Sequence[DescribedPackage]) -> None:
    """Write one package, or a folder with several."""
    is_one = len(packages) == 1
    all_files = {
        path if is_one else f"{name}/{path}": text
        for name, files in packages
        for path, text in files.items()
    }
    write_new_folder(top, all_files)
    shown = visible(str(top))
    write(
        sys.stdout,
        f"Created {shown}, {counted(len(packages), 'package')}. Next:\n  muranopl check PATH -L {shown}\n",
    )
