"""The files of a package that defects are seeded into, and the classes in them."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from typing import Any

from muranopl.ard.nodes import Mapping
from muranopl.ard.sources.source import SourceError
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.class_ import ClassDeclaration, read_class
from muranopl.language.grammar.manifest import Manifest, read_manifest
from muranopl.language.grammar.reading import Reading
from seeding.packages import SourcePackage

MANIFEST = "manifest.yaml"
Facts = dict[str, Any]
"""A class of the class graph (see `views/graph/graph.schema.json`)."""
FactsByPlace = dict[tuple[str, int], Facts]
"""Classes by path and line of their names."""


class SourceFile:
    """A file of a package: its lines and its documents."""

    def __init__(
        self, package: SourcePackage, path: str, dialect: Dialect | None = Dialect.MURANO
    ) -> None:
        self.package = package
        self.path = path
        self.file = File(package.path, path)
        self.documents = load(package.source.read(path), self.file, Findings(), dialect=dialect)
        self.lines = (self.file.text or "").split("\n")


class SourceClass:
    """A class of a file, and its prefixes; `facts` are None for a class not completely known."""

    def __init__(
        self,
        file: SourceFile,
        declaration: ClassDeclaration,
        prefixes: dict[str, str],
        facts: Facts | None,
    ) -> None:
        self.file = file
        self.declaration = declaration
        self.prefixes = prefixes
        self.facts = facts


class ClassFile(SourceFile):
    """A class file."""

    @functools.cached_property
    def declarations(self) -> tuple[tuple[ClassDeclaration, dict[str, str]], ...]:
        """The classes of the file; one without namespaces has the prefixes of the one before."""
        return tuple(self._declarations())

    def _declarations(self) -> Iterator[tuple[ClassDeclaration, dict[str, str]]]:
        prefixes: dict[str, str] = {}
        for document in self.documents:
            if isinstance(document, Mapping):
                declaration = read_class(document, Reading(Findings()))
                if declaration.namespaces is not None:
                    prefixes = {
                        namespace.prefix: namespace.namespace
                        for namespace in declaration.namespaces
                    }
                yield declaration, prefixes

    def classes(self, facts: FactsByPlace) -> Iterator[SourceClass]:
        """The classes of the file."""
        for declaration, prefixes in self.declarations:
            own = facts.get((self.path, declaration.place.line))
            yield SourceClass(
                self, declaration, prefixes, None if own is None or own["incomplete"] else own
            )


def class_files(package: SourcePackage) -> Iterator[ClassFile]:
    """The class files that the manifest of a package lists, as far as they can be read."""
    for path in package.classes:
        try:
            yield ClassFile(package, path)
        except SourceError:
            continue


class ManifestFile(SourceFile):
    """The manifest of a package, with all that the package has."""

    def __init__(self, package: SourcePackage) -> None:
        super().__init__(package, MANIFEST, None)
        self.manifest: Manifest = read_manifest(self.documents[0], Reading(Findings()))
        self.class_files = tuple(class_files(package))

    def has(self, path: str) -> bool:
        """Return whether the package has a file."""
        return os.path.isfile(os.path.join(self.package.path, path))
