"""Changes of a package: its manifest, and all that it contains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.compatible.comparison import ClassRelation
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.grammar.manifest import Requirement
from muranopl.namespace.result import DeclaredPackage
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package
from muranopl.views.changes.change import Level, VersionChange, changes_by_name
from muranopl.views.changes.classes import class_changes
from muranopl.views.changes.files import file_changes, opaque_changes, opaque_names
from muranopl.views.changes.forms import form_changes
from muranopl.views.changes.members import MemberChanges


class PackageVersion(NamedTuple):
    """A version of a package, and the results of the phases that ran over it."""

    package: DeclaredPackage
    results: PhaseResults

    def types(self, other: DeclaredPackage) -> dict[str, CompleteType]:
        """Return the types of the classes that the engine can load, by name.

        Those that are opaque in another version cannot be compared, and are left out.
        """
        types = self.results.inheritance.types
        left_out = self.package.dead | opaque_names(other)
        return {
            name: types[class_.id]
            for name, class_ in self.package.classes.items()
            if class_.id in types and name not in left_out
        }


def package_changes(
    old: PackageVersion, new: PackageVersion, relation: ClassRelation
) -> Iterator[VersionChange]:
    """Yield the changes of a package from one version to another, in no order.

    `relation` compares classes of both versions.
    """
    facts = ContractFacts(quirks=new.results.names.quirks)
    members = MemberChanges(relation, facts)
    before, after = old.package, new.package
    yield from _manifest(before.package, after.package)
    yield from form_changes(before.package.ui, after.package.ui)
    yield from file_changes(before.package.header, after.package.header)
    yield from opaque_changes(before, after)
    yield from changes_by_name(
        old.types(after),
        new.types(before),
        "class {}",
        lambda type_: type_.declared.declaration.node.place,
        lambda _, type_, other: class_changes(type_, other, members, facts),
        removed=Level.MAJOR,
        added=Level.MINOR,
    )


def _manifest(old: Package, new: Package) -> Iterator[VersionChange]:
    places = old.header.place, new.header.place
    if old.manifest.type is not new.manifest.type:
        text = f"changed from {old.manifest.type.value} to {new.manifest.type.value}"
        yield VersionChange(Level.MAJOR, "the package", text, *places)
    if old.header.format != new.header.format:
        text = f"changed from format {old.header.format} to {new.header.format}"
        level = Level.MINOR if new.header.format > old.header.format else Level.PATCH
        yield VersionChange(level, "the package", text, *places)
    before, after = (
        {item.name: item for item in package.manifest.require} for package in (old, new)
    )
    yield from changes_by_name(
        before, after, "requirement {}", _place, _versions, added=Level.MINOR
    )


def _place(requirement: Requirement) -> Place:
    return requirement.name_node.place


def _versions(subject: str, old: Requirement, new: Requirement) -> Iterator[VersionChange]:
    if old.spec != new.spec:
        text = f"changed its versions from {old.spec} to {new.spec}"
        yield VersionChange(Level.MINOR, subject, text, _place(old), _place(new))
