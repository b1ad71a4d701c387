"""Entry point of phase 2: packages → names."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import KnownFullNames
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.repeated import Repeated
from muranopl.language.grammar.core_library import CORE_LIBRARY, ROOT_CLASS
from muranopl.language.grammar.versions import DEFAULT_SPEC
from muranopl.namespace.caught_names import report_caught_names
from muranopl.namespace.declarations import declare_classes
from muranopl.namespace.located import implied_requirements, located_packages
from muranopl.namespace.lookup import Lookup, PackageScope, declaring_packages
from muranopl.namespace.prefixes import NO_PREFIXES, report_unused
from muranopl.namespace.references import (
    caught_names,
    load_time_names,
    thrown_names,
    written_in,
)
from muranopl.namespace.requirements import Installed, install, report_cycles, resolve
from muranopl.namespace.result import (
    DeclaredPackage,
    Names,
    ResolvedRequirement,
    TypeId,
)
from muranopl.namespace.unlisted import check_order, report_dead_files, report_unlisted
from muranopl.namespace.versions import choose_version
from muranopl.read.containment import for_each
from muranopl.read.package import Package, PackageId
from muranopl.read.phase import ReadResult

_ID = operator.attrgetter("id")


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

    Diagnostics are complete for those `wanted`. If another core library replaces the embedded one
    (`read.shadowed`), the classes the engine writes in Python (`engine_classes`) are still found as
    the embedded one describes them. `closed` is true if there are no other packages, so that a
    missing requirement is an error. `known` has the results of packages that see no others, such as
    the embedded core library. `quirks` are followed. `advance` is called with 1 after each
    package.
    """
    packages, shadowed, index = read.packages, read.shadowed, read.index
    findings = {
        package.id: Findings(package.id.name, read.max_per_code) for package in packages
    }
    installed = install(packages, [findings[package.id] for package in packages])
    ready = {} if known is None else known.packages
    available = functools.cache(lambda: KnownFullNames(index.by_name))

    def declare(package: Package) -> DeclaredPackage:
        return ready.get(package.id) or declare_classes(
            package, findings[package.id], quirks
        )

    def choose_required(package: Package) -> tuple[ResolvedRequirement, ...]:
        return resolve(
            package,
            installed,
            available,
            findings[package.id],
            closed=closed,
            quirks=quirks,
        )

    declared = {
        package.id: value for package, value in for_each(packages, _ID, declare).items()
    }
    requirements = {
        package.id: value
        for package, value in for_each(packages, _ID, choose_required).items()
    }
    # Before implied requirements are added, as cycles are reported at entries of `Require`
    report_cycles(requirements, findings)
    if index.located:
        # Packages of the same name and version share one entry, which must be extended only once
        for package in {package.id: package for package in packages}.values():
            requirements[package.id] += tuple(
                implied_requirements(package, index, installed)
            )
    names = Names(
        packages=declared,
        requirements=requirements,
        core={
            package.id: _core(
                package, installed, quirks, is_shadowed=package is shadowed
            )
            for package in packages
        },
        roots={},
        shadowed=None if shadowed is None else shadowed.id,
        classes={
            class_.id: class_
            for item in declared.values()
            for class_ in item.classes.values()
        },
        resolved={},
        references={},
        located={
            package.id: tuple(located_packages(package, index, installed))
            for package in packages
        },
        asked=set(),
        closed=closed,
        max_per_code=read.max_per_code,
        quirks=quirks,
        diagnostics=[],
        wanted=read.wanted,
    )
    # The roots depend on the core libraries, so they are added once the names exist.
    names.roots.update((package.id, _root(package, names)) for package in packages)
    if shadowed is None:
        engine = {}
    else:
        engine = {name: TypeId(name, shadowed.id) for name in engine_classes}
    declaring = declaring_packages(declared.values())
    if known is not None:
        names.references.update(known.references)
        names.resolved.update(known.resolved)

    def look_up(package: Package) -> None:
        if names.is_wanted(package.id):
            _report_hidden(package, names, findings[package.id])
        if package.id in ready:
            return
        for unit in package.units if names.is_wanted(package.id) else ():
            report_unused(unit, findings[package.id])
        scope = PackageScope(names, package.id, declaring, engine)
        lookup = Lookup(
            scope,
            read.index.owners,
            findings[package.id],
            as_written=package.header.as_written,
        )
        _resolve_all(package, names, lookup)
        lookup.flush()
        if lookup.asked:
            names.asked.add(package.id.name)

    for_each(packages, _ID, look_up, advance)
    names.diagnostics.extend(
        d for package in packages for d in findings[package.id].diagnostics
    )
    return names


def _core(
    package: Package,
    installed: Installed,
    quirks: frozenset[Quirk],
    *,
    is_shadowed: bool,
) -> PackageId | None:
    """Return the core library of a package: the one that its `Require` chooses, else version "0".

    If the embedded one `is_shadowed`, its core library is the one that replaces it.
    """
    if package.id.name == CORE_LIBRARY and not is_shadowed:
        return package.id
    versions = installed.get(CORE_LIBRARY, {})
    candidates = [
        entry.spec for entry in package.manifest.require if entry.name == CORE_LIBRARY
    ]
    version = choose_version(
        CORE_LIBRARY,
        list(versions),
        candidates[0] if candidates else DEFAULT_SPEC,
        quirks,
    )
    return None if version is None else versions[version].id


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
    own = names.packages[package.id]
    used: set[TypeId] = set()
    written_names = written_in(package)
    uses = Repeated()
    for declared in own.classes.values():
        at_load = set(load_time_names(declared.declaration))
        names.references[declared.id] = written_names[declared.declaration]
        for written in names.references[declared.id]:
            early = written in at_load
            result = names.resolved[written] = lookup.resolve(
                written, declared.namespaces, declared.declaration, at_load=early
            )
            if result is not None and result.package == package.id:
                mine = own.classes.get(result.name)
            else:
                mine = None
            if mine is not None and check_order(
                written, mine, declared, own, uses, at_load=early
            ):
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
