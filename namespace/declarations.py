"""Lists the classes a package declares, by full name; reports disagreements of file and manifest.

Reading a file puts its other classes into the queue of the package, those after the requested one
after that one is built (reference: packages-and-versions, Class files).
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from muranopl.ard.nodes import Scalar, Yaql
from muranopl.ard.sources.source import join_inside, path_inside
from muranopl.diagnostics.bounds import RELATED_PLACES
from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Fix, Refusal, Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import DOCUMENT_NAMES, Quirk
from muranopl.diagnostics.reporter import DefectReports
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.manifest import ListedClass
from muranopl.language.grammar.names import DOTTED, NamespacePrefix
from muranopl.namespace.prefixes import (
    NO_PREFIXES,
    OWN_NAMESPACE,
    check_prefixes,
    full_name,
    unknown_prefix,
)
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, TypeId
from muranopl.read.classes import FOLDER, mentioned, report_dead
from muranopl.read.manifest_fixes import listing
from muranopl.read.package import ClassUnit, Package


class _File(msgspec.Struct, frozen=True):
    """A class file: its classes in order, and the listed names that none of them has."""

    unit: ClassUnit
    classes: list[DeclaredClass]
    missing: list[ListedClass]


def declare_classes(
    package: Package, findings: Findings, quirks: Collection[Quirk] = ()
) -> DeclaredPackage:
    """Return a package with the classes of all its files by full name.

    Report where they do not fit the manifest. `quirks` are followed.
    """
    listed = {entry.name for entry in package.manifest.classes or ()}
    files = [_file(unit, package, findings, quirks) for unit in package.units]
    if not package.header.as_written:
        files = [_paired(file, listed) for file in files]
    # What the engine reads counts before what it never reads.
    classes = _counting(files, listed, findings)
    dead = _dead(files, listed | classes.keys())
    missing = {entry.name for file in files for entry in file.missing}
    return DeclaredPackage(
        package,
        classes | dead,
        opaque=frozenset(missing - classes.keys() - dead.keys()),
        unlisted=tuple(_unlisted(files, classes)),
        dead=frozenset(dead),
    )


def _file(
    unit: ClassUnit, package: Package, findings: Findings, quirks: Collection[Quirk]
) -> _File:
    """Return the classes of a file; report the names that do not fit the manifest."""
    listed = {entry.name: entry for entry in unit.listed}
    check_prefixes(_prefixes(unit), findings)
    names = {
        declaration: _full_name(declaration, findings, quirks)
        for declaration in unit.classes
        if declaration.name is not None
    }
    named = [(name, declaration) for declaration, name in names.items() if name is not None]
    named += _unnamed(unit, dict(named), findings)
    declared = [
        DeclaredClass(
            TypeId(name, package.id), declaration, namespaces_of(declaration), listed.get(name)
        )
        for name, declaration in named
    ]
    there = dict(named)
    missing = [entry for entry in unit.listed if entry.name not in there]
    # A class without a readable name may have any of those that are missing; and where the file
    # stands for one that does not exist, that was reported.
    is_certain = unit.complete and None not in names.values()
    if is_certain and _is_listed(unit, package):
        _report_missing(missing, declared, package, findings)
    return _File(unit, declared, missing)


def _is_listed(unit: ClassUnit, package: Package) -> bool:
    """Return whether the manifest lists a class file by its own name."""
    path = path_inside(package.header.source, unit.file)
    names = (entry.path and join_inside(FOLDER, entry.path) for entry in unit.listed)
    return path in names


def _prefixes(unit: ClassUnit) -> list[NamespacePrefix]:
    """Return the prefixes of a file, each once: classes may share those of an earlier document."""
    prefixes = (entry for declaration in unit.classes for entry in declaration.namespaces or ())
    return list({id(entry): entry for entry in prefixes}.values())


def _unnamed(
    unit: ClassUnit, there: Collection[str], findings: Findings
) -> list[tuple[str, ClassDeclaration]]:
    """Return the first class without a name, under each listed name that is left for it.

    Report it, unless there are several: then all others, as the names may be theirs.
    """
    unnamed = [declaration for declaration in unit.classes if declaration.name is None]
    if not unnamed:
        return []
    first, *further = unnamed
    # Two classes without a name are ambiguous to the engine, even if a third one has the name
    related = (Related("the first one", first.place),)
    for other in further:
        findings.report(rules.TWO_UNNAMED, other.place, related=related)
    # The name is treated as if the document had it: without dots it is in the namespace of `=`.
    names = [
        name
        for name in dict.fromkeys(entry.name for entry in unit.listed)
        if name not in there and full_name(name, namespaces_of(first)) == name
    ]
    for name in () if further else names:
        findings.report(rules.CLASS_WITHOUT_NAME, first.place, name=name)
    return [(name, first) for name in names]


def _paired(file: _File, listed: Collection[str]) -> _File:
    """Return a file, with unlisted classes paired with the listed names that it lacks.

    They are paired in order, and only if there are as many of both. Either name of a pair may be
    the one meant, so the class keeps its own and gets the manifest entry of the other.
    """
    unlisted = [item for item in file.classes if item.id.name not in listed]
    if len(unlisted) != len(file.missing):
        return file
    entries = dict(zip(map(id, unlisted), file.missing, strict=True))
    classes = [replace(item, listed=entries.get(id(item), item.listed)) for item in file.classes]
    return msgspec.structs.replace(file, classes=classes)


def _counting(
    files: Iterable[_File], listed: Collection[str], findings: Findings
) -> dict[str, DeclaredClass]:
    """Return the class that counts of each name in the files that the manifest lists.

    Of several of one name it is the last one where that is listed, else the first. Report others.
    """
    classes: dict[str, DeclaredClass] = {}
    for item in (item for file in files if file.unit.listed for item in file.classes):
        name = item.id.name
        first = classes.get(name)
        if first is not None:
            related = (Related("first declared here", first.declaration.place),)
            findings.report(rules.CLASS_TWICE, item.declaration.place, name=name, related=related)
        # The engine takes the last document of a class that is asked for, and the first of one
        # that is read on the side.
        if item.listed is not None or (first is None and name not in listed):
            classes[name] = item
    return classes


def _dead(files: Iterable[_File], known: Collection[str]) -> dict[str, DeclaredClass]:
    """Return the first class of each name that only files have which the engine never reads."""
    classes: dict[str, DeclaredClass] = {}
    for file in files:
        for item in () if file.unit.listed else file.classes:
            if item.id.name not in known:
                classes.setdefault(item.id.name, item)
    return classes


def _unlisted(
    files: Iterable[_File], classes: Mapping[str, DeclaredClass]
) -> Iterator[DeclaredClass]:
    """Yield the classes that the manifest does not list, of files with all that it lists."""
    for file in files:
        for item in () if file.missing else file.classes:
            if item.listed is None and classes.get(item.id.name) is item:
                yield item


def namespaces_of(declaration: ClassDeclaration) -> dict[str, str]:
    """Return the namespaces of a document by prefix, always with `=`."""
    return NO_PREFIXES | {entry.prefix: entry.namespace for entry in declaration.namespaces or ()}


def _full_name(
    declaration: ClassDeclaration, findings: Findings, quirks: Collection[Quirk]
) -> str | None:
    """Return the full name of a class that has a `Name`, or None after a report."""
    node, text = declaration.name or declaration.node, ""
    if isinstance(node, Yaql):
        text = node.text
    elif isinstance(node, Scalar):
        text = str(node.value)
    name = full_name(text, namespaces_of(declaration))
    if text.startswith(OWN_NAMESPACE):
        # As in references: the documents take such a name, the engine does not.
        if DOCUMENT_NAMES in quirks:
            name = None
        elif name is not None:
            relative = text.removeprefix(OWN_NAMESPACE)
            findings.report(rules.DOCUMENT_NAME, node, name=text, known=relative)
    if name is None:
        prefix = unknown_prefix(text)
        rule = rules.BAD_TYPE_NAME if prefix is None else rules.UNKNOWN_PREFIX
        findings.report(rule, node.place, prefix=prefix, name=text, refuses=Refusal.FILE)
    # A name that does not match has a namespace that was reported.
    return name if name is not None and DOTTED.match(name) else None


def _namespaces(package: Package, entry: ListedClass) -> set[str]:
    """Return the namespaces of a package, as its name and its other entries tell."""
    names = (item.name for item in package.manifest.classes or () if item is not entry)
    return {package.id.name, *(name.rpartition(".")[0] for name in names)}


def _report_missing(
    missing: Sequence[ListedClass],
    declared: list[DeclaredClass],
    package: Package,
    findings: Findings,
) -> None:
    """Report the listed names that no document of the file has, with the classes it has."""
    unlisted = [item for item in declared if item.listed is None]
    related = tuple(
        Related(f"this declares class {other.id.name}", other.declaration.place)
        for other in unlisted[: RELATED_PLACES.most]
    )
    fixes: tuple[Fix, ...] = ()
    if len(missing) == len(unlisted) == 1:
        from muranopl.namespace.misspelt_classes import respelling

        fixes = respelling(missing[0], unlisted[0], _namespaces(package, missing[0]))
    for entry in missing:
        if DOTTED.match(entry.name):
            findings.report(
                rules.CLASS_NOT_IN_FILE,
                entry.name_node.place,
                path=f"Classes/{entry.path}",
                name=entry.name,
                related=related,
                fixes=fixes,
            )


def check_order(
    written: TypeName,
    found: DeclaredClass,
    owner: DeclaredClass,
    package: DeclaredPackage,
    uses: DefectReports,
    *,
    at_load: bool,
) -> bool:
    """Report the use of an unlisted class that is not in the queue when `owner` looks it up.

    Return whether it was. `at_load` is true if the name is looked up while `owner` is built. From
    another file the class is found only if that file was read before, which depends on the order;
    never if the manifest does not list the file. Behind `owner` in the same file it is never found
    at load time. References from a class of a dead file are not reported.
    """
    if found.listed is not None or found is owner or owner.id.name in package.dead:
        return False
    mine, its = owner.declaration.node, found.declaration.node
    # A class earlier in the same file is in the queue by then, a later one only at run time.
    same_file = mine.file is its.file
    if same_file and not (at_load and its.line > mine.line):
        return False
    is_dead = found.id.name in package.dead
    uses.report(
        # In other files it depends on the order, which differs from use to use
        found.id if is_dead else written,
        rules.UNLISTED_USED,
        written.place,
        name=found.id.name,
        severity=Severity.ERROR if same_file or is_dead else None,
        related=(Related("declared here", found.declaration.place),),
        fixes=functools.partial(listing, package.package.header, found.id.name, its.file),
    )
    return True


def report_dead_files(package: DeclaredPackage, used: set[TypeId], findings: Findings) -> None:
    """Report class files that the manifest does not list, unless a use was reported."""
    used_files = {package.classes[id_.name].declaration.node.file.path for id_ in used}
    units = package.package.units
    left = mentioned(units) - used_files
    dead = (unit for unit in units if unit.file.path in left)
    report_dead(package.package.header, dead, units, findings)


def report_unlisted(
    unlisted: tuple[DeclaredClass, ...], used: set[TypeId], findings: Findings
) -> None:
    """Report classes that are not listed, except those whose use was reported."""
    for declared in unlisted:
        if declared.id not in used:
            place = declared.declaration.place
            findings.report(rules.CLASS_NOT_LISTED, place, name=declared.id.name)
