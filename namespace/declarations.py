"""The classes a package declares, under their full names; where file and manifest disagree, that is reported."""

from __future__ import annotations

from muranopl.ard.nodes import Scalar, Yaql
from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.names import DOTTED
from muranopl.namespace.prefixes import UnknownPrefixError, check_prefixes, full_name, report_unused, table
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, TypeId
from muranopl.read.package import ClassUnit, Package


def open_package(package: Package, findings: Findings) -> DeclaredPackage:
    """Put the classes of all units of a package into one table by full name."""
    classes: dict[str, DeclaredClass] = {}
    opaque: set[str] = set()
    unlisted: list[DeclaredClass] = []
    if package.head.format.is_heat:
        opaque.add(package.id.name)
    for unit in package.units:
        report_unused(unit, findings)
        found, sound = _unit(package, unit, findings)
        missing = {entry.name for entry in unit.listed} - {declared.id.name for declared in found}
        for declared in found:
            first = classes.get(declared.id.name)
            if first is not None:
                related = (Related("first declared here", first.declaration.place),)
                place = declared.declaration.place
                findings.report(rules.CLASS_TWICE, place, name=declared.id.name, related=related)
            if declared.listed is not None or not _listed_elsewhere(declared, package):
                classes[declared.id.name] = declared
                if declared.listed is None and not missing:
                    unlisted.append(declared)
        if sound:
            _report_missing(unit, found, findings)
        opaque |= missing
    return DeclaredPackage(package, classes, frozenset(opaque - classes.keys()), tuple(unlisted))


def _unit(package: Package, unit: ClassUnit, findings: Findings) -> tuple[list[DeclaredClass], bool]:
    """The classes of one file, and whether all of them have a name; an unnamed one takes the listed name left over."""
    listed = {entry.name: entry for entry in unit.listed}
    found: list[DeclaredClass] = []
    unnamed: list[tuple[ClassDeclaration, dict[str, str]]] = []
    sound = unit.complete
    for declaration in unit.classes:
        prefixes = declaration.namespaces or ()
        check_prefixes(prefixes, findings)
        namespaces = table(prefixes)
        if declaration.name is None:
            unnamed.append((declaration, namespaces))
            continue
        name = _own_name(declaration, namespaces, findings)
        if name is None:
            sound = False
        else:
            id_ = TypeId(name, package.id)
            found.append(DeclaredClass(id_, declaration, namespaces, listed.get(name)))
    for declaration, _ in unnamed[1:]:
        related = (Related("the first one", unnamed[0][0].place),)
        findings.report(rules.TWO_UNNAMED, declaration.place, related=related)
    if unnamed:
        taken = {declared.id.name for declared in found}
        declaration, namespaces = unnamed[0]
        for name in sorted(listed.keys() - taken) if len(unnamed) == 1 else ():
            findings.report(rules.CLASS_WITHOUT_NAME, declaration.place, name=name)
        found.extend(
            DeclaredClass(TypeId(name, package.id), declaration, namespaces, entry)
            for name, entry in listed.items()
            if name not in taken
        )
    return found, sound


def _own_name(declaration: ClassDeclaration, namespaces: dict[str, str], findings: Findings) -> str | None:
    node = declaration.name
    text = node.text if isinstance(node, Yaql) else str(node.value) if isinstance(node, Scalar) else ""
    try:
        name = full_name(text, namespaces)
    except UnknownPrefixError as problem:
        if node is not None:
            findings.report(rules.UNKNOWN_PREFIX, node.place, prefix=problem.args[0], name=text)
        return None
    if name is None and node is not None:
        findings.report(rules.BAD_TYPE_NAME, node.place, name=text)
    return name


def _listed_elsewhere(declared: DeclaredClass, package: Package) -> bool:
    """Whether the manifest says that this class is in another file; that one counts then."""
    return any(entry.name == declared.id.name for entry in package.manifest.classes or ())


def _report_missing(unit: ClassUnit, found: list[DeclaredClass], findings: Findings) -> None:
    """Report the listed names that no document of the file has, naming what is there instead."""
    there = {declared.id.name: declared for declared in found}
    others = [declared for declared in found if declared.listed is None]
    for entry in unit.listed:
        if entry.name not in there and DOTTED.match(entry.name):
            findings.report(
                rules.CLASS_NOT_IN_FILE,
                entry.name_node.place,
                path=f"Classes/{entry.path}",
                name=entry.name,
                related=tuple(Related(f"this is {other.id.name}", other.declaration.place) for other in others),
            )
