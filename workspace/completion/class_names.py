"""Proposes names of classes and packages, with the prefixes and requirements they need."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from muranopl.diagnostics.places import lines_of
from muranopl.language.grammar.class_ import ClassUsage
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.namespace.result import DeclaredPackage
from muranopl.read.package import Package, PackageId
from muranopl.workspace.completion.completion import (
    Completion,
    CompletionKind,
    Insertion,
    named,
)
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import key
from muranopl.workspace.completion.location import is_end, parse_line

_WORD = re.compile(r"\w+\Z")
_USUAL = {
    "io.murano": "std",
    "io.murano.resources": "res",
    "io.murano.system": "sys",
    "io.murano.metadata": "m",
    "io.murano.applications": "apps",
}
"""The prefixes that packages usually have for namespaces of the core library."""


def class_names(
    cursor: Cursor, start: int, *, code: bool = False, meta: bool = False
) -> Iterator[Completion]:
    """Yield the classes that the document may name, written from the column `start` (from 0) on.

    In `code` a name without prefix begins with a colon. With `meta` only meta classes are proposed.
    """
    spelling = _Spelling(cursor, code=code)
    for package in packages(cursor):
        insertions = tuple(_requirement(cursor, package.package))
        order = _order(cursor, package)
        for name, declared in package.classes.items():
            is_meta = declared.declaration.usage is ClassUsage.META
            is_own = cursor.is_in(declared.declaration.node.file.path)
            if is_own and cursor.location.steps[:1] == ("Extends",):
                continue
            if declared.listed is None or is_meta != meta:
                continue
            written = spelling.of(name)
            if written is None:
                continue
            text, entries = written
            yield Completion(
                text.lstrip(":"),
                CompletionKind.CLASS,
                text,
                start + 1,
                detail=name,
                words=f"Class `{name}` of package `{package.id}`.",
                insertions=(*insertions, *entries),
                order=order,
            )


def full_names(cursor: Cursor, start: int) -> Iterator[Completion]:
    """Yield the full names of all plain classes, as headers of objects and field types have them."""
    for package in packages(cursor):
        insertions = tuple(_requirement(cursor, package.package))
        for name, declared in package.classes.items():
            if declared.listed is None:
                continue
            if declared.declaration.usage is ClassUsage.META:
                continue
            yield named(
                name,
                CompletionKind.CLASS,
                start,
                detail=str(package.id),
                insertions=insertions,
                order=_order(cursor, package),
            )


def required_packages(cursor: Cursor) -> Iterator[Completion]:
    """Yield the packages at hand that `Require` does not have yet."""
    own = cursor.analysis.package.id.name
    for package in packages(cursor):
        name = package.id.name
        if name in cursor.location.siblings or name in {own, CORE_LIBRARY}:
            continue
        yield key(
            cursor,
            name,
            f"Package `{package.id}`.",
            f" {major_of(package.id)}",
            kind=CompletionKind.PACKAGE,
            detail=package.id.version,
        )


def listed_classes(cursor: Cursor) -> Iterator[Completion]:
    """Yield the classes of files that `Classes` does not have yet, each with its file."""
    own = cursor.analysis.results.names.packages.get(cursor.analysis.package.id)
    for name, declared in () if own is None else own.classes.items():
        path = cursor.inside(declared.declaration.node.file.path).removeprefix("Classes/")
        if declared.listed is None and name not in cursor.location.siblings:
            yield key(
                cursor,
                name,
                f"Class in file `{path}`.",
                f" {path}",
                kind=CompletionKind.CLASS,
                detail=path,
            )


class _Spelling:
    """How classes are written at the cursor; in `code` names without prefix begin with a colon."""

    def __init__(self, cursor: Cursor, *, code: bool) -> None:
        self._cursor = cursor
        self._own = ":" if code else ""
        self._prefixes: dict[str, tuple[str, tuple[Insertion, ...]] | None] = {
            namespace: (self._own if prefix == "=" else f"{prefix}:", ())
            for prefix, namespace in reversed(list(cursor.namespaces.items()))
        }

    def of(self, name: str) -> tuple[str, tuple[Insertion, ...]] | None:
        """Return a class as it is written, and the entry that its prefix needs, or None."""
        namespace, _, word = name.rpartition(".")
        if namespace not in self._prefixes:
            self._prefixes[namespace] = self._new(namespace)
        spelling = self._prefixes[namespace]
        return None if spelling is None else (spelling[0] + word, spelling[1])

    def _new(self, namespace: str) -> tuple[str, tuple[Insertion, ...]] | None:
        if not namespace:
            return self._own, ()
        prefix = prefix_for(namespace, self._cursor.namespaces)
        entry = _namespace_entry(self._cursor, prefix, namespace)
        return None if entry is None else (f"{prefix}:", (entry,))


def packages(cursor: Cursor) -> Iterator[DeclaredPackage]:
    """Yield the packages at hand: each name once, the own package first."""
    names = set()
    own = cursor.analysis.package.id
    for analysis in (cursor.analysis, *cursor.others):
        packages_ = analysis.results.names.packages
        first = [packages_[own]] if own in packages_ else []
        for package in (*first, *packages_.values()):
            if package.id.name not in names:
                names.add(package.id.name)
                yield package


def _order(cursor: Cursor, package: DeclaredPackage) -> int:
    if package.id == cursor.analysis.package.id:
        return 3
    return 4 if _is_required(cursor, package.package) else 6


def _is_required(cursor: Cursor, package: Package) -> bool:
    manifest = cursor.analysis.package.manifest
    return package.id.name == CORE_LIBRARY or any(
        entry.name == package.id.name for entry in manifest.require
    )


def _requirement(cursor: Cursor, package: Package) -> Iterator[Insertion]:
    """Yield the line of `Require` that a package lacks."""
    own = cursor.analysis.package
    if package.id.name == own.id.name or _is_required(cursor, package):
        return
    text = cursor.analysis.texts.get(cursor.manifest)
    if text is None or cursor.in_manifest:
        return
    lines = list(lines_of(text))
    line = f"  {package.id.name}: {major_of(package.id)}\n"
    for number, content in enumerate(lines):
        if content.startswith("Require:"):
            entry = parse_line(content)
            if entry.rest.partition("#")[0].strip():
                return  # in another notation
            width = _indentation(lines, number)
            yield Insertion(cursor.manifest, number + 2, 1, " " * width + line.lstrip())
            return
    break_ = "\n" if lines[-1] else ""
    end = len(lines[-1]) + 1
    yield Insertion(cursor.manifest, len(lines), end, f"{break_}Require:\n{line}")


def major_of(package: PackageId) -> str:
    """Return the major version of a package, which as a specification takes all like it."""
    return package.version.partition(".")[0]


def _indentation(lines: list[str], number: int) -> int:
    """Return the indentation of the entries below a line, 2 if it has none."""
    for text in lines[number + 1 :]:
        if text.strip() and not text.lstrip().startswith("#"):
            return len(text) - len(text.lstrip()) or 2
    return 2


def prefix_for(namespace: str, taken: Collection[str]) -> str:
    """Return a prefix for a namespace that is not taken yet: the usual one, or its last word."""
    last = namespace.rpartition(".")[2]
    first = _USUAL.get(namespace, last)
    candidates = [first, last, *(f"{last}{number}" for number in range(2, 99))]
    return next(name for name in candidates if name not in taken and _WORD.match(name))


def _namespace_entry(cursor: Cursor, prefix: str, namespace: str) -> Insertion | None:
    """Return the entry of `Namespaces` for a prefix; None where it has another notation."""
    line = f"{prefix}: {namespace}\n"
    start = cursor.document_start
    for number in range(start, len(cursor.lines)):
        text = cursor.lines[number]
        if is_end(text):
            break
        if not text.startswith("Namespaces:"):
            continue
        if parse_line(text).rest.partition("#")[0].strip():
            return None
        width = _indentation(list(cursor.lines), number)
        return Insertion(cursor.path, number + 2, 1, " " * width + line)
    if start or cursor.namespaces:
        return None  # the prefixes are those of an earlier document
    first = next(
        (number for number, text in enumerate(cursor.lines) if parse_line(text).entries), 0
    )
    return Insertion(cursor.path, first + 1, 1, f"Namespaces:\n  {line}\n")
