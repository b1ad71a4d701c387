"""The classes a package declares, by full name; disagreements of file and manifest are reported."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.diagnostics.bounds import RELATED_PLACES
from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Refusal, Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import DOCUMENT_NAMES, Quirk
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.manifest import ListedClass
from muranopl.language.grammar.names import DOTTED
from muranopl.namespace.prefixes import (
    NO_PREFIXES,
    OWN_NAMESPACE,
    check_prefixes,
    full_name,
    unknown_prefix,
)
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, TypeId
from muranopl.read.package import ClassUnit, Package


def declare_classes(
    package: Package, findings: Findings, quirks: Collection[Quirk] = ()
) -> DeclaredPackage:
    """Return a package with the classes of all its files by full name.

    Report where they do not fit the manifest. `quirks` are followed.
    """
    classes: dict[str, DeclaredClass] = {}
    opaque: set[str] = {package.id.name} if package.header.format.is_heat else set()
    unlisted: list[DeclaredClass] = []
    dead: set[str] = set()
    listed = {entry.name for entry in package.manifest.classes or ()}
    for unit in package.units:
        result, complete = _classes_in(unit, package, findings, quirks)
        missing = {entry.name for entry in unit.listed} - {
            declared.id.name for declared in result
        }
        if complete:
            _report_missing(unit, result, findings)
        if not package.header.as_written:
            result = _paired(
                result,
                [entry for entry in unit.listed if entry.name in missing],
                listed,
            )
        for declared in result:
            name = declared.id.name
            if not unit.listed:
                if name not in classes and name not in listed:
                    classes[name] = declared
                    dead.add(name)
                continue
            if name in classes:
                related = (
                    Related("first declared here", classes[name].declaration.place),
                )
                findings.report(
                    rules.CLASS_TWICE,
                    declared.declaration.place,
                    name=name,
                    related=related,
                )
            if declared.listed is not None:
                classes[name] = declared
            elif name not in listed and (name not in classes or name in dead):
                # Of several documents of one name the last counts where it is listed, else the
                # first.
                classes[name] = declared
                if not missing:
                    unlisted.append(declared)
        opaque |= missing
    return DeclaredPackage(
        package,
        classes,
        frozenset(opaque - classes.keys()),
        tuple(unlisted),
        frozenset(dead),
    )


def _classes_in(
    unit: ClassUnit, package: Package, findings: Findings, quirks: Collection[Quirk]
) -> tuple[list[DeclaredClass], bool]:
    """Return the classes of one file, and whether all have names.

    An unnamed class takes the listed name that is left.
    """
    listed = {entry.name: entry for entry in unit.listed}

    def declared(name: str, declaration: ClassDeclaration) -> DeclaredClass:
        return DeclaredClass(
            TypeId(name, package.id),
            declaration,
            namespaces_of(declaration),
            listed.get(name),
        )

    declared_classes: list[DeclaredClass] = []
    complete = unit.complete
    for declaration in unit.classes:
        check_prefixes(declaration.namespaces or (), findings)
        if declaration.name is not None:
            name = _full_name(
                declaration.name, namespaces_of(declaration), findings, quirks
            )
            # Reported already; where the name does not match, its namespace was.
            if name is None or not DOTTED.match(name):
                complete = False
            else:
                declared_classes.append(declared(name, declaration))
    there = {item.id.name for item in declared_classes}
    left = [name for name in listed if name not in there]
    unnamed = [declaration for declaration in unit.classes if declaration.name is None]
    # The name is treated as if the document had it: without dots it is in the namespace of `=`.
    left = [
        name
        for name in left
        if not unnamed or full_name(name, namespaces_of(unnamed[0])) == name
    ]
    for declaration in unnamed[1:]:
        findings.report(
            rules.TWO_UNNAMED,
            declaration.place,
            related=(Related("the first one", unnamed[0].place),),
        )
    for name in left if len(unnamed) == 1 else ():
        findings.report(rules.CLASS_WITHOUT_NAME, unnamed[0].place, name=name)
    return [
        *declared_classes,
        *(declared(name, unnamed[0]) for name in left if unnamed),
    ], complete


def _paired(
    found: list[DeclaredClass], missing: list[ListedClass], listed: Collection[str]
) -> list[DeclaredClass]:
    """Return the classes of a file, unlisted ones paired with listed but undeclared names.

    They are paired in order, and only if there are as many of both. Either name of a pair may be
    the one meant, so the class keeps its own and gets the manifest entry of the other.
    """
    others = [declared for declared in found if declared.id.name not in listed]
    if len(others) == len(missing):
        entries = dict(zip(map(id, others), missing, strict=True))
    else:
        entries = {}
    return [replace(item, listed=entries.get(id(item), item.listed)) for item in found]


def namespaces_of(declaration: ClassDeclaration) -> dict[str, str]:
    """Return the namespaces of a document by prefix, always with `=`."""
    return NO_PREFIXES | {
        entry.prefix: entry.namespace for entry in declaration.namespaces or ()
    }


def _full_name(
    node: Node,
    namespaces: dict[str, str],
    findings: Findings,
    quirks: Collection[Quirk],
) -> str | None:
    """Return the full name for the `Name` of a class, or None after a report."""
    text = ""
    if isinstance(node, Yaql):
        text = node.text
    elif isinstance(node, Scalar):
        text = str(node.value)
    name = full_name(text, namespaces)
    if text.startswith(OWN_NAMESPACE):
        # As in references: the documents take such a name, the engine does not.
        if DOCUMENT_NAMES in quirks:
            name = None
        elif name is not None:
            known = text.removeprefix(OWN_NAMESPACE)
            findings.report(rules.DOCUMENT_NAME, node, name=text, known=known)
    if name is None:
        prefix = unknown_prefix(text)
        rule = rules.BAD_TYPE_NAME if prefix is None else rules.UNKNOWN_PREFIX
        findings.report(
            rule, node.place, prefix=prefix, name=text, refuses=Refusal.FILE
        )
    return name


def _report_missing(
    unit: ClassUnit, found: list[DeclaredClass], findings: Findings
) -> None:
    """Report the listed names that no document of the file has, with the classes it has."""
    there = {declared.id.name: declared for declared in found}
    others = [declared for declared in found if declared.listed is None]
    related = tuple(
        Related(f"this is {other.id.name}", other.declaration.place)
        for other in others[: RELATED_PLACES.most]
    )
    for entry in unit.listed:
        if entry.name not in there and DOTTED.match(entry.name):
            findings.report(
                rules.CLASS_NOT_IN_FILE,
                entry.name_node.place,
                path=f"Classes/{entry.path}",
                name=entry.name,
                related=related,
            )
