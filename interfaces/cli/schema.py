"""The command `muranopl schema`: write the JSON schemas of a class or of all classes."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click
import msgspec

import muranopl
from muranopl.ard.sources.file_names import distinct_names
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import MayBeEmpty, RichHelp
from muranopl.interfaces.cli.options import (
    choice_option,
    flag,
    gathered,
    output_option,
    path_option,
)
from muranopl.interfaces.cli.output import (
    create_folder,
    show_errors,
    write,
    write_file,
    write_result,
)
from muranopl.interfaces.cli.package_options import Common, package_options
from muranopl.views.schema import DRAFTS, Draft, FileKind

if TYPE_CHECKING:
    from muranopl.diagnostics.diagnostic import Diagnostic


class Query(msgspec.Struct, frozen=True):
    """The class, and the methods of which schemas are written."""

    name: str | None
    methods: tuple[str, ...]
    version: str | None
    package: str | None


query_options = gathered(
    Query,
    "query",
    click.argument("name", metavar="[CLASS]", required=False),
    click.option(
        "--method",
        "methods",
        metavar="NAME",
        multiple=True,
        cls=MayBeEmpty,
        help='Write only this method, a model builder or action; "" is the class itself. Repeatable.',
    ),
    click.option(
        "--class-version",
        "version",
        metavar="SPEC",
        help='Version of the class, such as ">=1.2", "1" or "=0".  [default: the newest]',
    ),
    click.option(
        "--package", metavar="FQN", help="Full name of the package that declares the class."
    ),
)


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the schemas are written, 1 a class is not found or has no schema, 2 wrong usage or
unreadable path, 3 a bug in muranopl.

The result maps names to schemas: "" is the class; other names are methods: model builders, or the methods of
--method.""",
)
@package_options
@query_options
@path_option(
    "--all",
    "folder",
    metavar="DIR",
    help="Write the schemas of all classes to a folder, a file for each class.",
)
@click.option(
    "--file",
    "kind",
    metavar="KIND",
    type=click.Choice([kind.value for kind in FileKind]),
    help="Write the schema of a kind of file, for editors: manifest, class, ui.",
)
@output_option
@choice_option(("--draft",), "Draft of JSON schema.", DRAFTS, metavar="DRAFT")
@flag(
    "--untranslated",
    help='List the parts of contracts that the schema cannot express, under "x-untranslated".',
)
@click.option(
    "--indent",
    metavar="N",
    type=click.IntRange(0, 16),
    default=2,
    help="Indentation of JSON; 0 for a single line.",
)
def schema(
    common: Common,
    query: Query,
    *,
    folder: str | None,
    kind: str | None,
    output: str | None,
    draft: Draft,
    untranslated: bool,
    indent: int,
) -> None:
    """Write the JSON schemas of the properties of a class and of the arguments of its methods, for forms.

    Schemas include contracts, defaults, usages and meta objects (titles, sections, positions). CLASS is a full name or
    name/version@package; the default version is the newest one. Packages are given with -L; the core library is always
    available.

    Draft 4 follows the documentation of the language: an object has the type "muranoObject". Schemas of draft 2020-12
    work with any current validator.

    \b
    Examples:
      muranopl schema io.murano.resources.Instance
      muranopl schema my.package.App -L my.package/ --draft 2020-12
      muranopl schema my.package.App -L apps/ --method scaleUp --class-version ">=1.2"
      muranopl schema --all schemas/ -L apps/
      muranopl schema --file manifest -o manifest.schema.json
    """  # noqa: D301 - click wants the character
    if kind is not None:
        _write_file_schema(FileKind(kind), query.name or folder, output, indent)
        return
    if (query.name is None) == (folder is None):
        raise click.UsageError("Pass either CLASS or --all DIR.")
    if folder is not None and (query.methods or query.version or query.package or output):
        raise click.UsageError(
            "--all cannot be combined with --method, --class-version, --package or -o."
        )
    common.require_files(outputs=[output])
    failures = Failures(common)
    with common.logging():
        catalog = common.catalog()
        classes = catalog.classes()  # raises UsageError for paths without a package
        schemas = functools.partial(catalog.schema, draft=draft, untranslated=untranslated)
        if folder is not None:
            create_folder(folder)
            for class_, file in zip(classes, file_names(classes), strict=True):
                with failures.noting(f"{class_}: "):
                    write_file(os.path.join(folder, file), to_json(schemas(class_), indent))
        else:
            with failures.noting():
                result = schemas(
                    query.name or "", query.methods or None, query.version, query.package
                )
                # With the quirk `forms` an answer leaves unknown methods out, as the engine's does
                absent = [method for method in query.methods if method not in result]
                for method in absent:
                    failures.note(f'class "{query.name}" has no model builder or action "{method}"')
                if not absent:
                    write_result(to_json(result, indent), output)
    failures.leave()


def _write_file_schema(kind: FileKind, other: str | None, output: str | None, indent: int) -> None:
    """Write the schema of a kind of file. Raise UsageError if a class is named as well."""
    from muranopl.views.schema.of_files import file_schema  # few ask for it

    if other is not None:
        raise click.UsageError("--file cannot be combined with CLASS or --all.")
    write_result(to_json(file_schema(kind), indent), output)


class Failures:
    """The reasons for missing schemas, and the diagnostics that may have caused them."""

    def __init__(self, common: Common) -> None:
        self._color = common.color
        self._hint = "" if common.paths else ": pass packages with -L"
        self._messages: list[str] = []
        self._diagnostics: dict[Diagnostic, None] = {}

    @contextlib.contextmanager
    def noting(self, class_: str = "") -> Iterator[None]:
        """Take note of a class that cannot be resolved within the context."""
        try:
            yield
        except muranopl.ResolutionError as error:
            self.note(f"{class_}{error}{'' if class_ else self._hint}")
            self._diagnostics |= dict.fromkeys(error.diagnostics)

    def note(self, message: str) -> None:
        """Take note of a missing schema."""
        self._messages.append(message)

    def leave(self) -> None:
        """Write the failures to standard error, and exit."""
        for message in self._messages:
            write(sys.stderr, f"Error: {visible(message)}\n")
        if self._diagnostics:
            show_errors(list(self._diagnostics), self._color)
        leave(self._diagnostics, failed=bool(self._messages))


def file_names(classes: Sequence[str]) -> list[str]:
    """Return the file name of each class, with version and package where needed to be unique."""
    forms = []
    for class_ in classes:
        full = class_.replace("/", "-")
        forms.append((class_.partition("/")[0], full.partition("@")[0], full))
    return [f"{name}.json" for name in distinct_names(forms)]
