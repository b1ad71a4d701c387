"""The result of phase 2: the classes of all packages, and the class that every name refers to."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from itertools import chain
from typing import NamedTuple

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.quirks import Quirk
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.manifest import ListedClass, Requirement
from muranopl.language.grammar.versions import ANY_RELEASE, DEFAULT_SPEC
from muranopl.namespace.versions import choose_version
from muranopl.read.package import Package, PackageId


class TypeId(NamedTuple):
    """A type: a class in one version, that of its package."""

    name: str
    package: PackageId

    def __str__(self) -> str:
        return f"{self.name}/{self.package.version}"


def distinct_names(first: TypeId, second: TypeId) -> tuple[str, str]:
    """Return the names of two types, with version and package only if needed."""
    if first.name != second.name:
        return first.name, second.name
    if first.package.version != second.package.version:
        return str(first), str(second)
    return f"{first}@{first.package.name}", f"{second}@{second.package.name}"


class DeclaredClass(msgspec.Struct, eq=False):
    """A class with its full name, the namespaces of its document, and its manifest entry."""

    id: TypeId
    declaration: ClassDeclaration
    namespaces: dict[str, str]
    listed: ListedClass | None


class DeclaredPackage(msgspec.Struct, eq=False):
    """A package with its classes by full name.

    `opaque` are names that the package certainly has though no declaration could be read (a Heat
    class, a broken file): they are found, and nothing is reported about their members. `unlisted`
    are classes that only share a file with listed ones, `dead` the names of those in files that the
    manifest does not list: the engine never finds them.
    """

    package: Package
    classes: dict[str, DeclaredClass]
    opaque: frozenset[str]
    unlisted: tuple[DeclaredClass, ...]
    dead: frozenset[str] = frozenset()

    @property
    def id(self) -> PackageId:
        """Name and version of the package."""
        return self.package.header.id

    def find(self, name: str, *, unlisted: bool = False) -> TypeId | None:
        """Return the class of a full name, or None.

        Classes that the manifest does not list are returned only with `unlisted`.
        """
        declared = self.classes.get(name)
        if declared is not None and (unlisted or declared.listed is not None):
            return declared.id
        return TypeId(name, self.id) if name in self.opaque else None

    def has(self, name: str) -> bool:
        """Return whether the package has a class of a full name, listed or not."""
        return name in self.classes or name in self.opaque


class ResolvedRequirement(msgspec.Struct, eq=False):
    """A requirement: the entry in the manifest and the chosen package, or None (reported).

    An `implied` one is not in the manifest: it should be added, which is reported where a class of
    its package is named.
    """

    requirement: Requirement
    chosen: PackageId | None
    implied: bool = False


class Names(msgspec.Struct, eq=False, dict=True):
    """The result of the phase.

    `references` has the names of classes that are written in each class, `resolved` the class that
    each refers to; None if that was reported, or cannot be known. `requirements` are the `Require`
    entries of each package in order, then those that are implied, `core` its core library,
    `shadowed` the embedded core library if another one replaces it, `engine_core` the embedded one in
    any case: it describes what the engine writes in Python for all core libraries. `roots` are the
    bases of classes without `Extends`. `depend_on_all` are the names of the packages for which the owner of a class was
    looked up among all packages at hand. `located` are the packages with classes that another one
    names without requiring them, the most recent versions first. `closed` is true if there are no
    other packages. `max_per_code` and `wanted` are as in `ReadResult`. `quirks` are followed.
    """

    packages: dict[PackageId, DeclaredPackage]
    requirements: dict[PackageId, tuple[ResolvedRequirement, ...]]
    core: dict[PackageId, PackageId | None]
    roots: dict[PackageId, TypeId | None]
    shadowed: PackageId | None
    engine_core: PackageId | None
    classes: dict[TypeId, DeclaredClass]
    resolved: dict[TypeName, TypeId | None]
    references: dict[TypeId, tuple[TypeName, ...]]
    located: dict[PackageId, tuple[PackageId, ...]]
    depend_on_all: set[str]
    closed: bool
    max_per_code: int | None
    quirks: frozenset[Quirk]
    diagnostics: list[Diagnostic]
    wanted: Collection[str] | None = None

    def of_packages(self, packages: Collection[PackageId]) -> Names:
        """Return what is known of some packages, without diagnostics."""
        declared = {id_: self.packages[id_] for id_ in packages}
        classes = {
            class_.id: class_ for item in declared.values() for class_ in item.classes.values()
        }
        references = {id_: self.references[id_] for id_ in classes}
        of_packages = (use.type for item in declared.values() for use in item.package.manifest.meta)
        written = (*chain.from_iterable(references.values()), *of_packages)
        return msgspec.structs.replace(
            self,
            packages=declared,
            requirements={id_: self.requirements[id_] for id_ in packages},
            core={id_: self.core[id_] for id_ in packages},
            roots={id_: self.roots[id_] for id_ in packages},
            classes=classes,
            resolved={name: self.resolved[name] for name in written},
            references=references,
            located={id_: self.located[id_] for id_ in packages},
            depend_on_all=set(),
            diagnostics=[],
        )

    @functools.cached_property
    def installed(self) -> dict[str, dict[str, DeclaredPackage]]:
        """The packages whose manifests the engine accepts, by name and version."""
        result: dict[str, dict[str, DeclaredPackage]] = {}
        for opened in self.packages.values():
            if opened.package.header.usable:
                result.setdefault(opened.package.id.name, {})[opened.package.id.version] = opened
        return result

    def is_wanted(self, package: PackageId) -> bool:
        """Return whether a package is checked, and not only visible to one that is."""
        return self.wanted is None or package.name in self.wanted

    def specifications(self, package: PackageId) -> dict[str, str]:
        """Return the packages in which the names of a package are looked up, in order, by version.

        They are the package itself, in its own major version, the core library, and those under
        `Require`.
        """
        own = {package.name: f"=={package.version.partition('.')[0]}"}
        written = (item.requirement for item in self.requirements[package])
        entries = {requirement.name: requirement.spec for requirement in written}
        core = {} if package.name == CORE_LIBRARY else {CORE_LIBRARY: DEFAULT_SPEC}
        # A written requirement of the core library changes its version, but not its place
        return own | core | entries

    def specification(self, package: PackageId, name: str) -> str | None:
        """Return the versions of the package `name` whose classes a package takes, or None for none."""
        # What the engine writes in Python works with all core libraries
        if package == self.engine_core and name == CORE_LIBRARY:
            return ANY_RELEASE
        return self.specifications(package).get(name)

    def written_requirements(self, package: PackageId) -> list[ResolvedRequirement]:
        """Return the requirements in the manifest of a package, without implied ones."""
        return [item for item in self.requirements[package] if not item.implied]

    def choose(self, name: str, versions: Mapping[str, DeclaredPackage], spec: str) -> str | None:
        """Return the highest of some versions of a package that satisfies a specification, or None."""
        plugins = [version for version, opened in versions.items() if opened.package.is_extension]
        return choose_version(name, list(versions), spec, self.quirks, plugins)

    def fits(self, package: PackageId, spec: str | None) -> bool:
        """Return whether a package satisfies a specification; none does without one."""
        versions = {package.version: self.packages[package]}
        return spec is not None and self.choose(package.name, versions, spec) is not None
