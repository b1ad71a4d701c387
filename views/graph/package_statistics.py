"""Statistics of packages: how much is in them, and what is reported about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.namespace.result import DeclaredPackage
from muranopl.phases.results import PhaseResults
from muranopl.views.graph.declared import Data


class PackageStatistics(msgspec.Struct, frozen=True):
    """The contents of a package: numbers of classes and members, and of lines that are not blank.

    `lines` are those of its class files, `form_lines` of its UI definition, and `script_lines` of
    the texts in Resources. `codes` are the numbers of diagnostics by code.
    """

    name: str
    version: str
    format: str
    type: str
    classes: int
    properties: int
    methods: int
    lines: int
    form_lines: int
    script_lines: int
    codes: dict[str, int]

    @property
    def diagnostics(self) -> int:
        """The number of diagnostics."""
        return sum(self.codes.values())

    def to_data(self) -> Data:
        """Return the statistics as plain data."""
        data: Data = msgspec.to_builtins(self)
        return data


def package_statistics(
    results: PhaseResults, diagnostics: Iterable[Diagnostic]
) -> Iterator[PackageStatistics]:
    """Yield the statistics of the checked packages, sorted by name and version."""
    targets = sorted(results.read.targets, key=lambda item: item.id)
    codes = {_folder(package.header.source): Counter[str]() for package in targets}
    for item in diagnostics:
        folder = next((place for place in _above(item) if place in codes), None)
        if folder is not None:
            # A diagnostic may stand for others that are left out
            codes[folder][item.code] += item.left_out or 1
    for package in targets:
        counts = codes[_folder(package.header.source)]
        yield _of_package(results.names.packages[package.id], counts)


def _folder(source: Source) -> tuple[str, str]:
    return source.root, source.base


def _above(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    """Yield the file of a diagnostic and the folders around it, from the inside."""
    file = diagnostic.place.file
    path = file.path
    while path:
        yield file.root, path
        path = path.rpartition("/")[0]
    yield file.root, ""


def _of_package(declared: DeclaredPackage, codes: Mapping[str, int]) -> PackageStatistics:
    package = declared.package
    header, source = package.header, package.header.source
    classes = [
        class_.declaration for name, class_ in declared.classes.items() if name not in declared.dead
    ]
    return PackageStatistics(
        name=package.id.name,
        version=package.id.version,
        format=str(header.format),
        type=package.manifest.type.value,
        classes=len(classes),
        properties=sum(len(item.properties) for item in classes),
        methods=sum(len(list(item.all_methods)) for item in classes),
        lines=_lines(source, "Classes/"),
        form_lines=_lines(source, "UI/"),
        script_lines=_lines(source, "Resources/"),
        codes=dict(sorted(codes.items())),
    )


def _lines(source: Source, folder: str) -> int:
    """Return the number of lines of the texts in a folder that are not blank."""
    number = 0
    for path in source.paths():
        if path.startswith(folder):
            try:
                text = source.read(path).decode()
            except (SourceError, UnicodeDecodeError):
                continue  # pictures and archives
            number += sum(1 for line in text.splitlines() if line.strip())
    return number
