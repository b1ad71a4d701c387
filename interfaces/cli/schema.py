"""The command `muranopl schema`: write the JSON schemas of a class or of all classes."""

from __future__ import annotations

import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

import muranopl
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure, leave
from muranopl.interfaces.cli.form_coverage import missing, table
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import Common, output_option, package_options
from muranopl.interfaces.cli.output import (
    require_writable,
    show_errors,
    write,
    write_file,
    write_result,
)
from muranopl.interfaces.cli.terminal import text_width, wants_color
from muranopl.interfaces.cli.values import MayBeEmpty
from muranopl.schema import DRAFTS

if TYPE_CHECKING:
    from muranopl.diagnostics.diagnostic import Diagnostic


class MissingSchema(NamedTuple):
    """The reason for a missing schema, and the diagnostics that may have caused it."""

    message: str
    diagnostics: tuple[Diagnostic, ...] = ()


Schemas = dict[str, Any]
"""Schemas by method name; "" is the class."""


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the schemas are written, 1 a class is not found, or has no schema, or --against-ui finds a
required property that nothing sets, 2 wrong usage or unreadable path, 3 a bug in muranopl.

What is written maps names to schemas: "" is the class, other names are its methods: model builders, and what --method
names.""",
)
@click.argument("name", metavar="[CLASS]", required=False)
@package_options
@click.option(
    "--method",
    "methods",
    metavar="NAME",
    multiple=True,
    cls=MayBeEmpty,
    help='Only this method, a model builder or action; "" is the class. Repeatable.',
)
@click.option(
    "--class-version",
    "version",
    metavar="SPEC",
    help='The version of the class, as ">=1.2" or "1".',
)
@click.option("--package", metavar="FQN", help="The package to take the class from.")
@click.option(
    "--all",
    "folder",
    metavar="DIR",
    type=click.Path(),
    help="Write a file for each class into a folder.",
)
@output_option
@click.option(
    "--draft",
    type=click.Choice(DRAFTS),
    default="04",
    show_default=True,
    help="The draft of JSON schema to follow.",
)
@click.option(
    "--untranslated",
    is_flag=True,
    help='List what the schema does not say of the contracts, under "x-untranslated".',
)
@click.option(
    "--against-ui",
    is_flag=True,
    help="Not the schema, but which of its properties the UI definitions of the packages set, and by which fields.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How --against-ui is written: a table, or JSON.",
)
@click.option(
    "--indent",
    metavar="N",
    type=click.IntRange(0, 16),
    default=2,
    show_default=True,
    help="How far JSON is indented; 0 for one line.",
)
def schema(
    common: Common,
    *,
    name: str | None,
    methods: tuple[str, ...],
    version: str | None,
    package: str | None,
    folder: str | None,
    output: str | None,
    draft: str,
    untranslated: bool,
    against_ui: bool,
    format_: str,
    indent: int,
) -> None:
    """Write the JSON schemas of a class: what a form for its properties, and for its methods' arguments, has to ask.

    Contracts, defaults, usages and meta objects (titles, sections, positions) all go in. CLASS is a full name, or
    name/version@package. Packages come from -L, each a package or a folder of them; the core library is always there.

    Draft 4 is what the documents of the language describe: an object has the type "muranoObject". With --draft 2020-12
    any validator of today can tell whether a value would be taken.

    \b
    Examples:
      muranopl schema io.murano.resources.Instance
      muranopl schema my.package.App -L my.package/ --draft 2020-12
      muranopl schema my.package.App -L apps/ --method scaleUp --class-version ">=1.2"
      muranopl schema --all schemas/ -L apps/
      muranopl schema my.package.App -L my.package/ --against-ui
    """  # noqa: D301 - click wants the character
    if (name is None) == (folder is None):
        raise click.UsageError("Name one class, or a folder with --all: one of them.")
    if folder is not None and (methods or version or package or output):
        raise click.UsageError(
            "--all writes every class: --method, --class-version, --package and -o are for one."
        )
    if against_ui and (folder is not None or methods):
        raise click.UsageError(
            "--against-ui is for one class: neither --all nor --method go with it."
        )
    common.require_readable()
    require_writable([output] if output else [])
    with common.logging():
        catalog = common.catalog()
        classes = catalog.classes()  # raises UsageError for paths without a package
        schemas = functools.partial(catalog.schema, draft=draft, untranslated=untranslated)
        hint = "" if common.paths else "; packages are given with -L"
        lacking = False
        if against_ui:
            asked = functools.partial(catalog.against_ui, name or "", version, package)
            written = (
                functools.partial(_as_table, common.color)
                if format_ == "text"
                else _indented(indent)
            )
            failures, lacking = _write_coverage(asked, written, output, hint)
        elif folder is not None:
            failures = list(_write_all(classes, schemas, folder, indent))
        else:
            wanted = functools.partial(schemas, name or "", methods or None, version, package)
            failures = _write_one(wanted, methods, output, indent, title=f"class {name}", hint=hint)
    _tell(failures, common.color)
    leave(
        (diagnostic for failure in failures for diagnostic in failure.diagnostics),
        failed=bool(failures) or lacking,
    )


def _write_one(
    schemas: Callable[[], Schemas],
    methods: Sequence[str],
    output: str | None,
    indent: int,
    *,
    title: str,
    hint: str,
) -> list[MissingSchema]:
    """Write the schemas of one class; write nothing if a requested method is missing."""
    try:
        result = schemas()
    except muranopl.ResolutionError as error:
        return [MissingSchema(f"{error}{hint}", error.diagnostics)]
    missing = [method for method in methods if method not in result]
    if not missing:
        write_result(to_json(result, indent), output)
    return [
        MissingSchema(f'{title} has no model builder or action "{method}"') for method in missing
    ]


def _write_coverage(
    asked: Callable[[], Schemas], written: Callable[[Schemas], str], output: str | None, hint: str
) -> tuple[list[MissingSchema], bool]:
    """Write which properties forms set; return failures and whether a required one is missing."""
    try:
        result = asked()
    except muranopl.ResolutionError as error:
        return [MissingSchema(f"{error}{hint}", error.diagnostics)], False
    write_result(written(result), output)
    return [], missing(result)


def _as_table(color: str, found: Schemas) -> str:
    return table(found, text_width(sys.stdout), color=wants_color(color, sys.stdout))


def _indented(indent: int) -> Callable[[Schemas], str]:
    return lambda found: to_json(found, indent)


def _write_all(
    classes: Sequence[str], schemas: Callable[[str], Schemas], folder: str, indent: int
) -> Iterator[MissingSchema]:
    """Write a file for each class; yield the failures."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise EnvironmentFailure(
            f'the folder "{visible(folder)}" cannot be made: {error.strerror}'
        ) from None
    for class_, file in zip(classes, file_names(classes), strict=True):
        try:
            write_file(os.path.join(folder, file), to_json(schemas(class_), indent))
        except muranopl.ResolutionError as error:
            yield MissingSchema(f"{class_}: {error}", error.diagnostics)


def file_names(classes: Sequence[str]) -> list[str]:
    """Return the file name of each class, with version and package where needed to be unique."""
    from urllib.parse import quote  # used only with --all

    forms = [
        (class_.partition("/")[0], class_.partition("@")[0].replace("/", "-"), class_)
        for class_ in classes
    ]
    taken = Counter(form for candidates in forms for form in set(candidates))
    chosen = (
        next((form for form in candidates if taken[form] == 1), candidates[-1])
        for candidates in forms
    )
    return [f"{quote(form, safe='@+')}.json" for form in chosen]


def _tell(failures: Sequence[MissingSchema], color: str) -> None:
    """Write failures to standard error, with the errors that may have caused them."""
    for failure in failures:
        write(sys.stderr, f"Error: {visible(failure.message)}\n")
    diagnostics = list(
        dict.fromkeys(diagnostic for failure in failures for diagnostic in failure.diagnostics)
    )
    if diagnostics:
        show_errors(diagnostics, color)
