"""What a package names of packages that it does not require, and the requirements that follow from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.manifest import Requirement
from muranopl.language.grammar.versions import ANY_RELEASE, choose
from muranopl.namespace.declarations import namespaces_of
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.references import written_in
from muranopl.namespace.requirements import Installed
from muranopl.namespace.result import ResolvedRequirement
from muranopl.read.package import Package


def foreign_names(package: Package) -> frozenset[str]:
    """Return the full names written in a package, but for those of classes that it lists, and of the core library."""
    own = {entry.name for entry in package.manifest.classes or ()}
    return frozenset(
        name for name in _full_names(package) if name not in own and name.rpartition(".")[0] not in {"", CORE_LIBRARY}
    )


def _full_names(package: Package) -> Iterator[str]:
    for use in package.manifest.meta:
        yield full_name(use.type.text, {"=": ""}) or ""
    for declaration, names in written_in(package).items():
        namespaces = namespaces_of(declaration)
        for text in {written.text for written in names}:
            yield full_name(text, namespaces) or ""


def implied_requirements(
    package: Package, located: Mapping[str, Collection[str]], installed: Installed
) -> Iterator[ResolvedRequirement]:
    """Yield requirements of the packages that have classes which a package names.

    Of several versions nobody knows which one is meant: then nothing is known of the class.
    """
    required = {entry.name for entry in package.manifest.require}
    for name in located.get(package.id.name, ()):
        versions = installed.get(name, {})
        if len(versions) == 1 and name not in required:
            ((version, chosen),) = versions.items()
            spec = ANY_RELEASE if choose([version], ANY_RELEASE) else f"=={version}"
            node = package.manifest.node
            yield ResolvedRequirement(Requirement(name, spec, node, node), chosen.id, implied=True)
