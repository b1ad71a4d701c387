"""Reports classes that the manifest does not list: they are found only if a file was read before.

Reading a file puts its other classes into the queue of the package, those after the requested one
after that one is built (reference: packages-and-versions, Class files).
"""

from __future__ import annotations

import functools

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.defect_reports import DefectReports
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.language.contracts.type_names import TypeName
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, TypeId
from muranopl.read.classes import mentioned, report_dead
from muranopl.read.manifest_fixes import listing


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
