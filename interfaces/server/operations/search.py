"""Search over the catalog: packages, classes, files and diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, TypeVar

import msgspec

from muranopl.interfaces.server import reports
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.response_bodies import SeverityName, doc, shown
from muranopl.interfaces.server.work.served import ServedCatalog

if TYPE_CHECKING:
    from muranopl.api.contents import CatalogContents, InstalledPackage

GROUP = OperationGroup("search", of_uploads=True)
Kind = Literal["packages", "classes", "files", "diagnostics"]
Hit = TypeVar("Hit")


class PackageHit(TypedDict):
    """A package; `served` is false for a library."""

    name: str
    version: str
    title: str | None
    served: bool


class ClassHit(TypedDict):
    """A class."""

    name: str
    version: str
    package: str
    title: str | None


class FileHit(TypedDict):
    """A text file of a package, by its path in it."""

    package: str
    version: str
    file: str


class DiagnosticHit(TypedDict):
    """A diagnostic of a served package."""

    code: str
    severity: SeverityName
    message: str
    package: str
    version: str
    file: str
    line: int
    column: int


class SearchHits(TypedDict):
    """The best hits of each kind, and the numbers of all."""

    packages: list[PackageHit]
    classes: list[ClassHit]
    files: list[FileHit]
    diagnostics: list[DiagnosticHit]
    numbers: dict[Kind, int]


class SearchQuery(msgspec.Struct, frozen=True):
    """The words to search for, and what is searched."""

    text: Annotated[str, doc("words that all occur, in any order and case; default: none")] = ""
    kinds: Annotated[
        tuple[Kind, ...], msgspec.Meta(description="what is searched; default: everything")
    ] = msgspec.field(default=(), name="kind")
    served: Annotated[bool, doc("search served packages only, no libraries")] = False
    most: Annotated[int, doc("the maximum number of hits of each kind", ge=1)] = 8


@GROUP.operation("GET", "/search")
def search(served: ServedCatalog, query: SearchQuery) -> SearchHits:
    """Return the packages, classes, files and diagnostics whose names or texts have some words."""
    words = query.text.lower().split()
    hits_by_kind: SearchHits = {
        "packages": [],
        "classes": [],
        "files": [],
        "diagnostics": [],
        "numbers": {},
    }

    def best(kind: Kind, hits: Iterable[tuple[str, Hit]]) -> list[Hit]:
        if query.kinds and kind not in query.kinds:
            return []
        ranked = sorted(
            (_rank(text.lower(), words), number, hit)
            for number, (text, hit) in enumerate(hits)
            if all(word in text.lower() for word in words)
        )
        hits_by_kind["numbers"][kind] = len(ranked)
        return [hit for _, _, hit in ranked[: query.most]]

    contents = served.catalog.contents
    packages = [item for item in contents.packages if item.checked or not query.served]
    hits_by_kind["packages"] = best("packages", _packages(packages))
    hits_by_kind["classes"] = best("classes", _classes(contents, packages))
    hits_by_kind["files"] = best("files", _files(packages))
    hits_by_kind["diagnostics"] = best("diagnostics", _diagnostics(served))
    return hits_by_kind


def _rank(text: str, words: list[str]) -> tuple[bool, bool, int]:
    """Return the rank of a text that starts with a name: last parts that are, or start as, a word."""
    name = text.partition(" ")[0]
    last = name.replace("/", ".").rpartition(".")[2]
    return last not in words, not last.startswith(tuple(words)), len(name)


def _packages(packages: Iterable[InstalledPackage]) -> Iterator[tuple[str, PackageHit]]:
    for item in packages:
        text = f"{item.name} {item.version} {item.title or ''}"
        yield text, shown(PackageHit, item, served=item.checked)


def _classes(
    contents: CatalogContents, packages: Iterable[InstalledPackage]
) -> Iterator[tuple[str, ClassHit]]:
    searched = {(item.name, item.version) for item in packages}
    for item in contents.classes():
        if (item.package, item.version) in searched:
            yield f"{item.name} {item.title or ''}", shown(ClassHit, item)


def _files(packages: Iterable[InstalledPackage]) -> Iterator[tuple[str, FileHit]]:
    for item in packages:
        for file in item.files:
            # Others cannot be shown
            if file.lower().endswith(reports.TEXT_FILES):
                hit: FileHit = {"package": item.name, "version": item.version, "file": file}
                yield f"{file} {item.name}", hit


def _diagnostics(served: ServedCatalog) -> Iterator[tuple[str, DiagnosticHit]]:
    packages = {item.path: item for item in served.catalog.contents.packages}
    for path, diagnostics in reports.by_package(served.report(), packages.values()).items():
        for item in diagnostics:
            hit = shown(
                DiagnosticHit,
                item,
                severity=item.severity.value,
                package=packages[path].name,
                version=packages[path].version,
                file=item.place.file.display,
                line=item.place.line,
                column=item.place.column,
            )
            yield f"{item.code} {item.name} {item.message} {item.place.file.display}", hit
