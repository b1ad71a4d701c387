"""Proposes values: words of closed sets, names of classes, files, packages and versions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.language.grammar.formats import KNOWN
from muranopl.language.grammar.shapes import AnyOf, Many, NameKind, OneOf, Plain, Shape, Table
from muranopl.language.grammar.ui.definition import VERSION
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.workspace.completion.class_names import class_names, full_names, major_of, packages
from muranopl.workspace.completion.completion import Completion, CompletionKind, named
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.expected import FieldTypeShape, TypeString

_UI_VERSIONS = ("2.4", "2.3", "2.2", "2.1", "2.0")


def values(cursor: Cursor, shape: Shape, start: int) -> Iterator[Completion]:
    """Yield the values of a shape that are not expressions, from the column `start` (from 0) on."""
    if isinstance(shape, OneOf):
        for word, words in shape.words.items():
            first = shape.deprecated.get(word)
            is_deprecated = first is not None and cursor.format >= first
            yield msgspec.structs.replace(_word(word, words, start), deprecated=is_deprecated)
    elif isinstance(shape, Plain):
        yield from _plain(cursor, shape, start)
    elif isinstance(shape, Many):
        yield from values(cursor, shape.item, start)
    elif isinstance(shape, AnyOf):
        yield from class_names(cursor, start, meta=True)
    elif isinstance(shape, Table) and shape.single:
        yield from values(cursor, shape.entry, start)
    elif isinstance(shape, FieldTypeShape):
        for name, type_ in FIELD_TYPES.items():
            if type_.deprecated is None:
                yield _word(name, type_.words, start, CompletionKind.FIELD_TYPE)
        yield from full_names(cursor, start)
    elif isinstance(shape, TypeString):
        yield from full_names(cursor, start)


def _word(
    word: str, words: str, start: int, kind: CompletionKind = CompletionKind.WORD
) -> Completion:
    return named(word, kind, start, words=words, order=2)


def _plain(cursor: Cursor, shape: Plain, start: int) -> Iterator[Completion]:
    if "boolean" in shape.types:
        yield _word("true", "", start)
        yield _word("false", "", start)
    if shape.names is NameKind.CLASS:
        yield from class_names(cursor, start)
    elif shape.names is NameKind.NAMESPACE:
        yield from _namespaces(cursor, start)
    elif shape.names is NameKind.VERSIONS:
        yield from _versions(cursor, start)
    elif shape.names is NameKind.CLASS_FILE:
        yield from _files(cursor, "Classes/", start)
    elif cursor.location.steps == ("UI",):
        yield from _files(cursor, "UI/", start)
    elif cursor.location.steps == ("Format",) and cursor.in_manifest:
        for format_ in reversed(KNOWN):
            yield _word(str(format_), "", start)
    elif cursor.location.steps == (VERSION,) and cursor.in_form:
        for version in _UI_VERSIONS:
            yield _word(version, "", start)


def _namespaces(cursor: Cursor, start: int) -> Iterator[Completion]:
    """Yield the namespaces of classes at hand that have no prefix yet."""
    names = (name for package in packages(cursor) for name in package.classes)
    for namespace in dict.fromkeys(name.rpartition(".")[0] for name in names):
        if namespace and namespace not in cursor.namespaces.values():
            yield _word(namespace, "", start, CompletionKind.PREFIX)


def _versions(cursor: Cursor, start: int) -> Iterator[Completion]:
    """Yield specifications that the package at hand of the name before the cursor satisfies."""
    for package in packages(cursor):
        if package.id.name == cursor.location.steps[-1]:
            version = package.id.version
            major = major_of(package.id)
            yield _word(major, f"All versions {major}.*.", start)
            later = _word(f">={version}", "This version and later ones.", start)
            # Without quotes the sign begins a block of text
            yield msgspec.structs.replace(later, text=f'">={version}"')


def _files(cursor: Cursor, folder: str, start: int) -> Iterator[Completion]:
    for path in sorted(map(cursor.inside, cursor.analysis.texts)):
        if path.startswith(folder):
            name = path.removeprefix(folder)
            yield _word(name, f"File `{path}`.", start, CompletionKind.FILE)
