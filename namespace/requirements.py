"""Chooses the packages of `Require` entries, and those that names of classes imply.

Reference: packages-and-versions, Versions. A class file may name classes of packages that its
package does not require. All packages are read by then: fetching and locking are in `required/`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.graphs import cycles, report_cycle
from muranopl.diagnostics.nearest import FullNameVocabulary, did_you_mean
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import PLUGIN_VERSION, Quirk
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.manifest import Requirement
from muranopl.language.grammar.names import is_package_name
from muranopl.language.grammar.ui.class_names import written_names
from muranopl.language.grammar.versions import ANY_RELEASE, accepts, choose, is_spec, newest_first
from muranopl.namespace.declarations import namespaces_of
from muranopl.namespace.prefixes import NO_PREFIXES, full_name
from muranopl.namespace.references import written_in
from muranopl.namespace.result import ResolvedRequirement
from muranopl.namespace.versions import choose_version, in_words, named
from muranopl.read.index import PackageIndex
from muranopl.read.package import Package, PackageId

Installed = dict[str, dict[str, Package]]


def install(packages: Iterable[Package], findings: list[Findings]) -> Installed:
    """Return the packages by name and version.

    The last of two equal ones counts, as in the engine, and is reported. `findings` are those of the
    packages, in parallel.
    """
    installed: Installed = {}
    for package, own in zip(packages, findings, strict=True):
        name, version, _ = package.id
        if not package.header.usable:
            # Without an entry, requirements of an unusable package would be reported as missing
            installed.setdefault(name, {})
            continue
        first = installed.setdefault(name, {}).get(version)
        installed[name][version] = package
        if first is not None:
            related = (Related("the first one", first.header.place),)
            own.report(
                rules.PACKAGE_TWICE,
                package.header.place,
                name=name,
                version=version,
                related=related,
            )
    return installed


def resolve(
    package: Package,
    installed: Installed,
    available: Callable[[], FullNameVocabulary],
    findings: Findings,
    *,
    closed: bool,
    quirks: Collection[Quirk],
) -> tuple[ResolvedRequirement, ...]:
    """Return the package for every `Require` entry, in source order.

    `available` returns the names of all packages, for suggestions. `closed` is true if there are no
    other packages, so that a missing one is an error.
    """
    resolved: list[ResolvedRequirement] = []
    for entry in package.manifest.require:
        if entry.name == package.id.name:
            # The engine looks into the own package first, and never again.
            findings.report(
                rules.REQUIREMENT_CYCLE,
                entry.name_node,
                chain=f"{entry.name} → {entry.name}",
                suggestion="remove it: every package sees its own classes",
            )
            continue
        versions = installed.get(entry.name)
        chosen = None
        # No package has an ill-formed name, which was reported
        if is_package_name(entry.name):
            if not is_spec(entry.spec):
                findings.report(rules.BAD_SPEC, entry.node.place, spec=entry.spec, name=entry.name)
            elif versions is None:
                findings.report(
                    rules.REQUIRED_NOT_GIVEN,
                    entry.name_node.place,
                    name=entry.name,
                    suggestion=functools.partial(_meant, entry, available, findings),
                    severity=None if closed else Severity.WARNING,
                )
            # `install` enters unusable packages, which are reported, without a version
            elif versions:
                chosen = _chosen(entry, versions, findings, quirks)
        resolved.append(ResolvedRequirement(entry, chosen))
    return tuple(resolved)


def _chosen(
    entry: Requirement,
    versions: Mapping[str, Package],
    findings: Findings,
    quirks: Collection[Quirk],
) -> PackageId | None:
    """Return the version of a package that an entry chooses, None after a report."""
    plugins = [version for version, package in versions.items() if package.is_extension]
    version = choose_version(entry.name, list(versions), entry.spec, quirks, plugins)
    if version is None:
        findings.report(
            rules.VERSION_NOT_GIVEN,
            entry.node.place,
            name=entry.name,
            spec=in_words(entry.spec),
            versions=named(versions),
        )
        return None
    # Only the documents choose a version that the entry does not accept (quirk core-version), or
    # know another one than the engine (quirk plugin-version)
    if not accepts(entry.spec, version):
        place, spec = entry.node.place, in_words(entry.spec)
        if entry.name == CORE_LIBRARY:
            findings.report(rules.CORE_LIBRARY_PINNED, place, spec=spec)
        elif PLUGIN_VERSION not in quirks:
            findings.report(
                rules.PLUGIN_VERSION_EXCLUDED, place, name=entry.name, version=version, spec=spec
            )
    return versions[version].id


def _meant(
    entry: Requirement, available: Callable[[], FullNameVocabulary], findings: Findings
) -> str | None:
    """Return the suggestion for a missing package.

    It is one with a similar name, but never the one that requires it.
    """
    near = available().nearest(entry.name)
    if near is not None and near != findings.package:
        return did_you_mean(near)
    return _GIVE_PLUGIN if _OF_PLUGIN.search(entry.name) else None


_OF_PLUGIN = lazy_pattern(r"-|\bplugins?\b")
"""What names of distributions with extension plugins usually have (reference: extensions)."""
_GIVE_PLUGIN = "pass its folder with -L, or with --extensions if it is an extension plugin"


def report_cycles(
    resolved: dict[PackageId, tuple[ResolvedRequirement, ...]], findings: dict[PackageId, Findings]
) -> None:
    """Report each cycle of requirements once, at the first package of it."""
    graph = {
        id_: [entry.chosen for entry in entries if entry.chosen is not None]
        for id_, entries in resolved.items()
    }

    def place(package: PackageId, required: PackageId) -> Place:
        entry = next(entry for entry in resolved[package] if entry.chosen == required)
        return entry.requirement.name_node.place

    for cycle in cycles(graph):
        report_cycle(
            findings[cycle[0]], rules.REQUIREMENT_CYCLE, cycle, place, name=lambda id_: id_.name
        )


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
