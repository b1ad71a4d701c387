"""Entry point of phase 2: packages → names."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import TypeVar

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import FullNameVocabulary
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.reporter import DefectReports
from muranopl.language.grammar.known_names import CORE_LIBRARY, ROOT_CLASS
from muranopl.language.grammar.versions import DEFAULT_SPEC
from muranopl.namespace.caught_names import report_caught_names
from muranopl.namespace.declarations import (
    check_order,
    declare_classes,
    report_dead_files,
    report_unlisted,
)
from muranopl.namespace.lookup import Lookup
from muranopl.namespace.package_scope import Declaring, PackageScope, declaring_packages
from muranopl.namespace.prefixes import NO_PREFIXES, report_unused
from muranopl.namespace.references import caught_names, load_time_names, thrown_names, written_in
from muranopl.namespace.requirements import (
    implied_requirements,
    install,
    located_packages,
    report_cycles,
    resolve,
)
from muranopl.namespace.result import DeclaredPackage, Names, ResolvedRequirement, TypeId
from muranopl.namespace.versions import choose_version
from muranopl.read.containment import for_each
from muranopl.read.package import Package, PackageId
from muranopl.read.phase import ReadResult

_ID = operator.attrgetter("id")

R = TypeVar("R")


def resolve_names(
    read: ReadResult,
    engine_classes: frozenset[str],
    known: Names | None = None,
    *,
    closed: bool = False,
    quirks: frozenset[Quirk] = frozenset(),
    advance: Callable[[int], None] | None = None,
) -> Names:
    """Run phase 2 over all packages, targets and libraries alike.

    Diagnostics are complete for those `wanted`. For another core library, the classes the engine
    writes in Python (`engine_classes`) are found as the embedded one describes them. `closed` is
    true if there are no other packages, so that a missing requirement is an error. `known` has the
    results of packages that see no others, such as the embedded core library. `quirks` are
    followed. `advance` is called with 1 after each package.
    """
    resolution = _Resolution(read, known, closed, quirks)
    names = resolution.declare()
    resolution.look_up_all(names, engine_classes, advance)
    return names


class _Resolution:
    """A run of phase 2: packages declare classes and choose packages, then names are looked up."""

    def __init__(
        self, read: ReadResult, known: Names | None, closed: bool, quirks: frozenset[Quirk]
    ) -> None:
        self._read, self._known = read, known
        self._closed, self._quirks = closed, quirks
        self._findings = {
            package.id: Findings(package.id.name, read.max_per_code) for package in read.packages
        }
        self._ready = {} if known is None else known.packages
        self._installed = install(
            read.packages, [self._findings[package.id] for package in read.packages]
        )

    def declare(self) -> Names:
        """Return what packages declare and require; no name is looked up yet."""
        read, packages, shadowed = self._read, self._read.packages, self._read.shadowed
        declared = self._by_package(self._declared)
        names = Names(
            packages=declared,
            requirements=self._requirements(),
            core={package.id: self._core(package) for package in packages},
            roots={},
            shadowed=None if shadowed is None else shadowed.id,
            engine_core=_engine_core(read),
            classes={
                class_.id: class_ for item in declared.values() for class_ in item.classes.values()
            },
            resolved={},
            references={},
            located={
                package.id: tuple(located_packages(package, read.index, self._installed))
                for package in packages
            },
            depend_on_all=set(),
            closed=self._closed,
            max_per_code=read.max_per_code,
            quirks=self._quirks,
            diagnostics=[],
            wanted=read.wanted,
        )
        # The roots depend on the core libraries, so they are added once the names exist.
        names.roots.update((package.id, _root(package, names)) for package in packages)
        return names

    def look_up_all(
        self, names: Names, engine_classes: frozenset[str], advance: Callable[[int], None] | None
    ) -> None:
        """Look up the names that packages write, and collect all diagnostics of the phase."""
        core, packages = names.engine_core, self._read.packages
        engine = {} if core is None else {name: TypeId(name, core) for name in engine_classes}
        if self._known is not None:
            names.references.update(self._known.references)
            names.resolved.update(self._known.resolved)
        declaring = declaring_packages(names.packages.values())

        def look_up(package: Package) -> None:
            self._look_up(package, names, declaring, engine)

        for_each(packages, _ID, look_up, advance)
        names.diagnostics.extend(
            diagnostic
            for package in packages
            for diagnostic in self._findings[package.id].diagnostics
        )

    def _look_up(
        self, package: Package, names: Names, declaring: Declaring, engine: dict[str, TypeId]
    ) -> None:
        """Look up the names that a package writes."""
        findings = self._findings[package.id]
        is_wanted = names.is_wanted(package.id)
        if is_wanted:
            _report_hidden(package, names, findings)
        if package.id in self._ready:
            return
        for unit in package.units if is_wanted else ():
            report_unused(unit, findings)
        scope = PackageScope(names, package.id, declaring, engine)
        as_written = package.header.as_written
        lookup = Lookup(scope, self._read.index.owners, findings, as_written=as_written)
        _resolve_all(package, names, lookup)
        lookup.flush()
        if lookup.depends_on_all:
            names.depend_on_all.add(package.id.name)

    def _requirements(self) -> dict[PackageId, tuple[ResolvedRequirement, ...]]:
        """Return what the requirements of packages came to, implied ones included."""
        requirements = self._by_package(self._required)
        # Before implied requirements are added, as cycles are reported at entries of `Require`
        report_cycles(requirements, self._findings)
        index = self._read.index
        if index.located:
            # Packages of the same name and version share one entry, which must be extended only once
            for package in {item.id: item for item in self._read.packages}.values():
                requirements[package.id] += tuple(
                    implied_requirements(package, index, self._installed)
                )
        return requirements

    def _declared(self, package: Package) -> DeclaredPackage:
        return self._ready.get(package.id) or declare_classes(
            package, self._findings[package.id], self._quirks
        )

    def _required(self, package: Package) -> tuple[ResolvedRequirement, ...]:
        return resolve(
            package,
            self._installed,
            lambda: self._available,
            self._findings[package.id],
            closed=self._closed,
            quirks=self._quirks,
        )

    @functools.cached_property
    def _available(self) -> FullNameVocabulary:
        """The names of all packages, for suggestions."""
        return FullNameVocabulary(self._read.index.by_name)

    def _core(self, package: Package) -> PackageId | None:
        """Return the core library of a package: the one that its `Require` chooses, else version "0".

        If another one replaces the embedded one, it is that of the embedded one as well.
        """
        if package.id.name == CORE_LIBRARY and package is not self._read.shadowed:
            return package.id
        versions = self._installed.get(CORE_LIBRARY, {})
        required = (item.spec for item in package.manifest.require if item.name == CORE_LIBRARY)
        spec = next(required, DEFAULT_SPEC)
        version = choose_version(CORE_LIBRARY, list(versions), spec, self._quirks)
        return None if version is None else versions[version].id

    def _by_package(self, run: Callable[[Package], R]) -> dict[PackageId, R]:
        """Return the results of `run` by package."""
        results = for_each(self._read.packages, _ID, run)
        return {package.id: result for package, result in results.items()}


def _engine_core(read: ReadResult) -> PackageId | None:
    """Return the embedded core library, replaced or not; None if it was not read."""
    if read.shadowed is not None:
        return read.shadowed.id
    embedded = {entry.source for entry in read.index if entry.embedded}
    core = (
        package.id
        for package in read.packages
        if package.id.name == CORE_LIBRARY and package.header.source in embedded
    )
    return next(core, None)


def _root(package: Package, names: Names) -> TypeId | None:
    """Return the base of classes without `Extends`, if the core library of the package has it."""
    core = names.core[package.id]
    if core is not None and ROOT_CLASS in names.packages[core].classes:
        return TypeId(ROOT_CLASS, core)
    return None


def _report_hidden(package: Package, names: Names, findings: Findings) -> None:
    """Report own classes that hide those of the core library.

    Those of other packages are reported for all packages at once (`phases/clashes.py`).
    """
    own, core = names.packages[package.id], names.core[package.id]
    if core is None or core.name == package.id.name:
        return
    # A class in a file that the engine never reads hides nothing
    live = own.classes.keys() - own.dead
    for name in sorted(live & names.packages[core].classes.keys()):
        if names.packages[core].find(name) is not None:
            place = own.classes[name].declaration.place
            findings.report(rules.HIDES_CORE, place, name=name)


def _resolve_all(package: Package, names: Names, lookup: Lookup) -> None:
    """Resolve all names in a package to the classes they refer to."""
    id_, own = package.id, names.packages[package.id]
    used: set[TypeId] = set()
    written_names = written_in(package)
    uses = DefectReports()
    for declared in own.classes.values():
        at_load = set(load_time_names(declared.declaration))
        names.references[declared.id] = written_names[declared.declaration]
        for written in names.references[declared.id]:
            early = written in at_load
            result = names.resolved[written] = lookup.resolve(
                written, declared.namespaces, declared.declaration, at_load=early
            )
            if result is not None and result.package == id_:
                mine = own.classes.get(result.name)
            else:
                mine = None
            if mine is not None and check_order(written, mine, declared, own, uses, at_load=early):
                used.add(mine.id)
    for declared in own.classes.values():
        # Names of exceptions are expanded like those of classes, but need no class
        for names_of in (thrown_names, caught_names):
            for written in names_of(declared.declaration):
                lookup.check_prefix(written, declared.namespaces)
    report_caught_names(own, lookup.findings, names.quirks)
    uses.flush(lookup.findings)
    report_dead_files(own, used, lookup.findings)
    report_unlisted(own.unlisted, used, lookup.findings)
    for use in package.manifest.meta:
        names.resolved[use.type] = lookup.resolve(use.type, NO_PREFIXES)
