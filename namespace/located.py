"""Names of classes in packages that a package does not require, and implied requirements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.manifest import Requirement
from muranopl.language.grammar.ui.class_names import written_names
from muranopl.language.grammar.versions import ANY_RELEASE, choose, newest_first
from muranopl.namespace.declarations import namespaces_of
from muranopl.namespace.prefixes import NO_PREFIXES, full_name
from muranopl.namespace.references import written_in
from muranopl.namespace.requirements import Installed
from muranopl.namespace.result import ResolvedRequirement
from muranopl.read.index import PackageIndex
from muranopl.read.package import Package, PackageId


def foreign_names(package: Package) -> frozenset[str]:
    """Return the full names written in a package, without its own and the core library's."""
    own = {entry.name for entry in package.manifest.classes or ()}
    in_ui = () if package.ui is None else written_names(package.ui)
    return frozenset(
        name
        for name in chain(_in_classes(package), in_ui)
        if name not in own and name.rpartition(".")[0] not in {"", CORE_LIBRARY}
    )


def _in_classes(package: Package) -> Iterator[str]:
    """Yield the full names in class files and the manifest, whose packages must be required."""
    for use in package.manifest.meta:
        yield full_name(use.type.text, NO_PREFIXES) or ""
    for declaration, names in written_in(package).items():
        namespaces = namespaces_of(declaration)
        for text in {written.text for written in names}:
            yield full_name(text, namespaces) or ""


def located_packages(
    package: Package, index: PackageIndex, installed: Installed
) -> Iterator[PackageId]:
    """Yield the packages whose classes a package names without requiring them, newest first."""
    for name in index.located.get(package.id.name, ()):
        versions = installed.get(name, {})
        yield from (versions[version].id for version in newest_first(list(versions)))


def implied_requirements(
    package: Package, index: PackageIndex, installed: Installed
) -> Iterator[ResolvedRequirement]:
    """Yield requirements of the packages with classes that a package names in its class files.

    If there are several versions, the one meant is unknown, and so is the class. Names in a UI
    definition only need no requirement.
    """
    located = index.located.get(package.id.name)
    if not located:
        return
    required = {entry.name for entry in package.manifest.require}
    owners = {index.owners.get(name) for name in _in_classes(package)}
    for name in located:
        versions = installed.get(name, {})
        if len(versions) == 1 and name not in required and name in owners:
            ((version, chosen),) = versions.items()
            # A pre-release is not a release, so that only its exact version chooses it
            spec = ANY_RELEASE if choose([version], ANY_RELEASE) else f"=={version}"
            node = package.manifest.node
            yield ResolvedRequirement(Requirement(name, spec, node, node), chosen.id, implied=True)
