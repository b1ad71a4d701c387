"""Names in manifests: packages for `Require`, classes for `Classes`."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.workspace.completion.class_names import major_of, packages
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import key


def required(cursor: Cursor) -> Iterator[Completion]:
    """Yield the packages at hand that `Require` does not have yet."""
    own = cursor.analysis.package.id.name
    for package in packages(cursor):
        name = package.id.name
        if name in cursor.location.siblings or name in {own, CORE_LIBRARY}:
            continue
        yield key(
            cursor,
            name,
            f"The package `{package.id}`.",
            f" {major_of(package.id)}",
            kind=CompletionKind.PACKAGE,
            detail=package.id.version,
        )


def listed(cursor: Cursor) -> Iterator[Completion]:
    """Yield the classes of files that `Classes` does not have yet, each with its file."""
    own = cursor.analysis.results.names.packages.get(cursor.analysis.package.id)
    for name, declared in () if own is None else own.classes.items():
        path = cursor.inside(declared.declaration.node.file.path).removeprefix("Classes/")
        if declared.listed is None and name not in cursor.location.siblings:
            yield key(
                cursor,
                name,
                f"The class in the file `{path}`.",
                f" {path}",
                kind=CompletionKind.CLASS,
                detail=path,
            )
