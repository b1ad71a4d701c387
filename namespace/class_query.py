"""Parses queries of users for a class, `full.Name/version@package`; explains why one finds none.

They are looked up in a `session`; names that class files contain in `lookup`.
"""

from __future__ import annotations

from typing import NamedTuple

from muranopl.diagnostics import arguments
from muranopl.diagnostics.nearest import nearest_full_name
from muranopl.diagnostics.reasons import Reason
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.language.grammar.names import parse_type_string
from muranopl.language.grammar.versions import LATEST, is_spec
from muranopl.namespace.result import Names

_NO_NAME = frozenset("/@")
"""Characters that separate the parts of a type string."""


class ClassQuery(NamedTuple):
    """The full name of a class, a specification of its version, the name of its package.

    The version may be `LATEST`; without one, `unversioned` chooses. No package means any.
    """

    name: str
    version: str | None = None
    package: str | None = None

    def __str__(self) -> str:
        version = "" if self.version in {None, LATEST} else f"/{self.version}"
        package = "" if self.package is None else f"@{self.package}"
        return f"{self.name}{version}{package}"


def class_query(name: object, version: object = None, package: object = None) -> ClassQuery:
    """Return the query for a name, which may be "full.Name/version@package". Raise UsageError."""
    text = arguments.name(name, "the name of a class")
    version_text = arguments.version(version)
    package_text = arguments.optional_text(package, "package")
    full_name, version_there, package_there = parse_type_string(text)
    if not _NO_NAME.isdisjoint(full_name):
        raise UsageError(
            f'"{visible(text)}" is not a class name: write full.Name, or full.Name/version@package'
        )
    # The newest of those that the name asks for
    spec = version_there or LATEST if version_text == LATEST else version_text or version_there
    return ClassQuery(
        full_name,
        spec if spec in {None, LATEST} else specification(spec),
        package_text or package_there,
    )


def specification(text: str) -> str:
    """Return a valid specification of versions. Raise UsageError for an invalid one."""
    if not is_spec(text):
        raise UsageError(
            f'"{visible(text)}" is not a version specification, such as ">=1.2" or "1"', "version"
        )
    return text


def why_missing(names: Names, query: ClassQuery) -> Reason:
    """Return why a class is not found: unknown package, class or version."""
    packages = [package for package in names.packages.values() if package.package.header.usable]
    if query.package is not None:
        packages = [package for package in packages if package.package.id.name == query.package]
        if not packages:
            return Reason.UNKNOWN_PACKAGE
    listed = any(package.find(query.name) is not None for package in packages)
    return Reason.UNKNOWN_VERSION if listed else Reason.UNKNOWN_CLASS


def nearest_class(names: Names, name: str) -> str | None:
    """Return the full name of the listed class that a name most likely misspells, or None."""
    listed = (id_.name for id_, declared in names.classes.items() if declared.listed is not None)
    return nearest_full_name(name, dict.fromkeys(listed))
