"""The dump of phase 2: what each written name means, and the packages it was looked up in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.ui.class_names import TypeUse, type_uses
from muranopl.namespace.package_scope import ModelNames
from muranopl.namespace.prefixes import NO_PREFIXES, full_name
from muranopl.namespace.references import caught_names, constructs, thrown_names
from muranopl.namespace.result import (
    DeclaredClass,
    DeclaredPackage,
    Names,
    ResolvedRequirement,
    TypeId,
)
from muranopl.phases.results import PhaseResults
from muranopl.read.package import PackageId
from muranopl.views.dumps.read import DumpedEntry, listed_entry
from muranopl.views.graph.declared import At, where
from muranopl.views.graph.shown_classes import ShownClasses


class DumpedException(msgspec.Struct):
    """A written name of an exception, which is not looked up, but compared as `full`."""

    written: str
    at: At
    construct: str
    full: str | None


class DumpedName(DumpedException, omit_defaults=True):
    """A written name of a class, and the construct it is written in, a path of keys and names.

    `full` is the name with its prefix replaced, None if it has no meaning. `means` is the class,
    "full.Name/version", and `package` its package; None if the class is unknown.
    """

    means: str | None
    package: str | None


class DumpedPrefix(msgspec.Struct):
    """The namespace of a prefix. The namespace of a class without one is empty, and has no place."""

    namespace: str
    at: At | None


class DumpedRequirement(msgspec.Struct, omit_defaults=True):
    """A requirement: the package and version written in the manifest, and the package chosen.

    `implied` is true if the manifest lacks it; `at` then is the manifest.
    """

    package: str
    version: str
    at: At
    chosen: str | None
    implied: bool = False


class DumpedClassNames(msgspec.Struct, omit_defaults=True):
    """A class of a package: its prefixes, and all names in it.

    `listed` is the entry in the manifest, None if that has none. `dead` is true if the engine never
    reads the file of the class.
    """

    declared: At
    listed: DumpedEntry | None
    namespaces: dict[str, DumpedPrefix]
    names: list[DumpedName]
    exceptions: list[DumpedException] = []
    dead: bool = False


class DumpedPackageNames(msgspec.Struct, omit_defaults=True):
    """A package: what its names are looked up in, its classes by full name, and its own names.

    `core` is its core library, `root` the parent of classes without `Extends`. `unread` are classes
    that it certainly has, but which could not be read. `located` are packages that it names classes of
    without requiring them. `names` are those in its manifest, `ui` those in its UI definition.
    """

    package: str
    at: At
    core: str | None
    root: str | None
    requires: list[DumpedRequirement]
    classes: dict[str, DumpedClassNames]
    unread: list[DumpedEntry]
    located: list[str]
    names: list[DumpedName]
    ui: list[DumpedName]


class NamespaceDump(msgspec.Struct):
    """The packages shown."""

    packages: list[DumpedPackageNames]


def namespace_dump(results: PhaseResults, shown: ShownClasses) -> NamespaceDump:
    """Return the dump of phase 2."""
    names = results.names
    return NamespaceDump([_package(names.packages[id_], names, shown) for id_ in shown.packages])


def _package(opened: DeclaredPackage, names: Names, shown: ShownClasses) -> DumpedPackageNames:
    id_, header = opened.id, opened.package.header
    listed = opened.package.manifest.classes or ()
    entries = {entry.name: entry.name_node.place for entry in listed}
    return DumpedPackageNames(
        package=str(id_),
        at=where(header.place),
        core=_text(names.core[id_]),
        root=_text(names.roots[id_]),
        requires=[_requirement(entry) for entry in names.requirements[id_]],
        classes={
            name: _class(class_, opened, names)
            for name, class_ in opened.classes.items()
            if shown.has(class_.id)
        },
        unread=[
            DumpedEntry(name, where(entries.get(name, header.place)))
            for name in sorted(opened.opaque)
            if shown.has(TypeId(name, id_))
        ],
        located=[str(package) for package in names.located[id_]],
        names=[_name(use.type, "Meta", NO_PREFIXES, names) for use in opened.package.manifest.meta],
        # A form belongs to no class, so it is not shown with chosen classes
        ui=list(_in_ui(opened, names)) if shown.classes is None else [],
    )


def _requirement(entry: ResolvedRequirement) -> DumpedRequirement:
    requirement = entry.requirement
    return DumpedRequirement(
        requirement.name,
        requirement.spec,
        where(requirement.name_node.head.place),
        _text(entry.chosen),
        entry.implied,
    )


def _class(class_: DeclaredClass, opened: DeclaredPackage, names: Names) -> DumpedClassNames:
    written = names.references.get(class_.id, ())
    # Names are looked up only in packages that are checked.
    paths = constructs(class_.declaration) if written else ()
    return DumpedClassNames(
        declared=where(class_.declaration.place),
        listed=None if class_.listed is None else listed_entry(class_.listed),
        namespaces=_prefixes(class_),
        names=[
            _name(name, path, class_.namespaces, names)
            for name, path in zip(written, paths, strict=True)
        ],
        exceptions=list(_exceptions(class_)),
        dead=class_.id.name in opened.dead,
    )


def _prefixes(class_: DeclaredClass) -> dict[str, DumpedPrefix]:
    places = {
        entry.prefix: where(entry.prefix_node.place)
        for entry in class_.declaration.namespaces or ()
    }
    return {
        prefix: DumpedPrefix(namespace, places.get(prefix))
        for prefix, namespace in class_.namespaces.items()
    }


def _name(
    written: TypeName, construct: str, namespaces: dict[str, str], names: Names
) -> DumpedName:
    meaning = names.resolved.get(written)
    full = full_name(written.text, namespaces)
    return _dumped(written.text, where(written.place), construct, full, meaning)


def _dumped(
    written: str, at: str, construct: str, full: str | None, meaning: TypeId | None
) -> DumpedName:
    package = None if meaning is None else str(meaning.package)
    return DumpedName(written, at, construct, full, _text(meaning), package)


def _exceptions(class_: DeclaredClass) -> Iterator[DumpedException]:
    for method in class_.declaration.all_methods:
        # Only the method is known here, not the instruction: one method at a time shows the construct.
        alone = replaced(class_.declaration, methods=(method,))
        written = [*thrown_names(alone), *caught_names(alone)]
        for name in sorted(written, key=lambda name: name.place.key()[1:3]):
            yield DumpedException(
                name.text,
                where(name.place),
                f"Methods.{method.name}.Body",
                full_name(name.text, class_.namespaces),
            )


def _in_ui(opened: DeclaredPackage, names: Names) -> Iterator[DumpedName]:
    definition = opened.package.ui
    # Models name classes by full names in the whole catalog, not by prefixes in a scope.
    uses: Iterable[TypeUse] = () if definition is None else type_uses(definition)
    lookup = ModelNames(opened, names)
    for use in uses:
        meaning = lookup.find(use.type)
        is_known = meaning is not None and meaning.excluded is None
        yield _dumped(
            use.text,
            where(use.node.place),
            use.construct,
            use.type.name,
            meaning.id if meaning is not None and is_known else None,
        )


def _text(value: PackageId | TypeId | None) -> str | None:
    return None if value is None else str(value)
