"""The command `muranopl new`: make a package, or a plugin, to begin with."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import choice_option, path_option
from muranopl.interfaces.cli.output import write, write_new_folder
from muranopl.writing.scaffolding.new_package import PackageKind, new_package


@click.command(
    cls=RichHelp,
    epilog="Exit status: 0 the package is created, 2 wrong usage or unwritable folder, 3 a bug in muranopl.",
)
@click.argument("name")
@choice_option(
    ("--type", "kind"),
    "Type of the package.",
    [kind.value for kind in PackageKind],
    metavar="TYPE",
)
@click.option(
    "--of",
    "tested",
    metavar="PACKAGE",
    help="With --type test: full name of the package to test.",
)
@click.option("--author", default="The author", help="Author in the manifest.")
@path_option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    show_default=False,
    help="Folder of the package, new or empty.  [default: the last part of NAME]",
)
def new(name: str, kind: str, tested: str | None, author: str, folder: str | None) -> None:
    """Create a package with a class, a form, an execution plan with a script, a unit test and a CI workflow.

    NAME is the full name of the package. The new package has no diagnostics, passes its test and can be built.
    The package com.example.Shop declares a class of the same name; the package com.example.shop declares the class
    com.example.shop.Shop.

    With --type plugin, create an extension plugin: a Python distribution NAME with a class, its unit test, and a
    package that uses the class. The test needs yaql, but not the engine.

    \b
    Examples:
      muranopl new com.example.Shop
      muranopl new com.example.greetings --type library -o libraries/greetings
      muranopl new com.example.ShopTests --type test --of com.example.Shop
      muranopl new com.example.Mailer --type plugin
    """  # noqa: D301 - click wants the character
    files = new_package(name, PackageKind(kind), author, tested)
    top = Path(name.rpartition(".")[2] if folder is None else folder)
    write_new_folder(top, files)
    shown = visible(str(top))
    commands = "".join(f"  muranopl {command}\n" for command in _next(PackageKind(kind), shown))
    write(sys.stdout, f"Created {shown}, {counted(len(files), 'file')}. Next:\n{commands}")


def _next(kind: PackageKind, folder: str) -> list[str]:
    """Return commands that show what was made."""
    if kind is PackageKind.PLUGIN:
        example = f"{folder}/example"
        return [f"extension describe {folder}", f"check {example}", f"test {example}"]
    libraries = " -L FOLDER" if kind is PackageKind.TEST else ""
    return [f"check {folder}{libraries}", f"test {folder}{libraries}"]
