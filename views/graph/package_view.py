"""The view of a package that rules of one's own get: its files, and its classes as resolved."""

from __future__ import annotations

import functools

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reasons import ResolutionError
from muranopl.language.grammar.versions import LATEST
from muranopl.namespace.class_query import ClassQuery
from muranopl.namespace.result import DeclaredPackage
from muranopl.views.classes import ResolvedClass
from muranopl.views.graph.resolver import Resolver


class PackageText:
    """A text file of a package: its `path` in the package, and its `text`."""

    def __init__(self, path: str, text: str, file: File) -> None:
        self.path, self.text = path, text
        self._file = file

    def __repr__(self) -> str:
        return f"<muranopl.PackageText {self.path}>"

    def place(self, line: int = 1, column: int = 1, length: int = 1) -> Place:
        """Return a place in the file, of some characters in a line."""
        return Place(self._file, line, column, line, column + length)


class PackageView:
    """A package after phase 4, as rules of one's own see it.

    `name`, `version` and `type` are those of its manifest, `place` is its place, and `requirements`
    maps required packages to specifications of versions. `files` are its text files, `classes` the
    classes that it lists and that can be loaded, with their inherited members. Both are read on
    first use.
    """

    def __init__(self, declared: DeclaredPackage, resolver: Resolver) -> None:
        id_ = declared.id
        resolved = resolver.resolve_package(id_.name, f"={id_.version}")
        self.name, self.version = id_.name, id_.version
        self.type = declared.package.manifest.type.value
        self.place, self.requirements = resolved.place, resolved.requirements
        self._declared, self._resolver = declared, resolver

    def __repr__(self) -> str:
        return f"<muranopl.PackageView {self.name}/{self.version}>"

    @functools.cached_property
    def files(self) -> tuple[PackageText, ...]:
        """The text files of the package, in the order of their paths."""
        source = self._declared.package.header.source
        read = (_file(path, source) for path in source.paths())
        return tuple(file for file in read if file is not None)

    @functools.cached_property
    def classes(self) -> tuple[ResolvedClass, ...]:
        """The classes of the package, in the order of their names."""
        names = sorted(self._declared.classes)
        readable = (self.find(name) for name in names if self._declared.find(name) is not None)
        return tuple(class_ for class_ in readable if class_ is not None)

    def find(self, name: str, version: str | None = None) -> ResolvedClass | None:
        """Return a class by its full name: of this package, else of any; None if it cannot load."""
        if self._declared.find(name) is not None:
            query = ClassQuery(name, f"={self.version}", self.name)
        else:
            query = ClassQuery(name, version or LATEST)
        try:
            return self._resolver.resolve(query)
        except ResolutionError:
            return None


def _file(path: str, source: Source) -> PackageText | None:
    try:
        text = source.read(path).decode("utf-8-sig")
    except (SourceError, UnicodeDecodeError):
        return None
    located = source.file(path)
    located.text = text
    return PackageText(path, text, located)
