"""Changes of a package: its manifest, and all that it contains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.compatible.comparison import ClassRelation
from muranopl.language.contracts.facts import ContractFacts
from muranopl.namespace.result import DeclaredPackage
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package
from muranopl.views.changes.change import Level, VersionChange
from muranopl.views.changes.classes import class_changes
from muranopl.views.changes.files import file_changes, opaque_changes, opaque_names
from muranopl.views.changes.forms import form_changes
from muranopl.views.changes.members import MemberChanges


class PackageVersion(NamedTuple):
    """A version of a package, and the results of the phases that ran over it."""

    package: DeclaredPackage
    results: PhaseResults

    @property
    def types(self) -> dict[str, CompleteType]:
        """The types of the classes that the engine can load, by name."""
        types = self.results.inheritance.types
        return {
            name: types[class_.id]
            for name, class_ in self.package.classes.items()
            if class_.id in types and name not in self.package.dead
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
    old_types, new_types = old.types, new.types
    for name, type_ in old_types.items():
        if name in new_types:
            yield from class_changes(type_, new_types[name], members, facts)
        elif name not in opaque_names(after):
            place = type_.declared.declaration.node.place
            yield VersionChange(Level.MAJOR, f"class {name}", "was removed", place, None)
    for name, type_ in new_types.items():
        if name not in old_types and name not in opaque_names(before):
            place = type_.declared.declaration.node.place
            yield VersionChange(Level.MINOR, f"class {name}", "is new", None, place)


def _manifest(old: Package, new: Package) -> Iterator[VersionChange]:
    places = old.header.place, new.header.place
    if old.manifest.type is not new.manifest.type:
        text = f"is {new.manifest.type.value}, was {old.manifest.type.value}"
        yield VersionChange(Level.MAJOR, "the package", text, *places)
    if old.header.format != new.header.format:
        text = f"has the format {new.header.format}, had {old.header.format}"
        level = Level.MINOR if new.header.format > old.header.format else Level.PATCH
        yield VersionChange(level, "the package", text, *places)
    yield from _requirements(old, new)


def _requirements(old: Package, new: Package) -> Iterator[VersionChange]:
    before = {item.name: item for item in old.manifest.require}
    after = {item.name: item for item in new.manifest.require}
    for name, item in before.items():
        place = item.name_node.place
        if name not in after:
            subject = f"requirement {name}"
            yield VersionChange(Level.PATCH, subject, "was removed", place, None)
        elif item.spec != after[name].spec:
            text = f"has the versions {after[name].spec}, had {item.spec}"
            yield VersionChange(
                Level.MINOR, f"requirement {name}", text, place, after[name].name_node.place
            )
    for name, item in after.items():
        if name not in before:
            place = item.name_node.place
            yield VersionChange(Level.MINOR, f"requirement {name}", "is new", None, place)
