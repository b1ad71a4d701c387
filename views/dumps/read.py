"""The dump of phase 1: the files of packages, and what was read of them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from muranopl.language.grammar.class_ import MetaClassDeclaration
from muranopl.language.grammar.manifest import ListedClass, Manifest
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.phases.results import PhaseResults
from muranopl.read.package import ClassUnit, Package
from muranopl.views.dumps.entity_schema import shaped_by
from muranopl.views.dumps.ui import ui_data
from muranopl.views.graph.declared import At, Data, as_data, located, where
from muranopl.views.graph.shown_classes import ShownClasses

DeclaredManifest = Annotated[Data, shaped_by(Manifest)]
DeclaredUI = Annotated[Data, shaped_by(UIDefinition)]
DeclaredClass = Annotated[Data, shaped_by(MetaClassDeclaration)]


class DumpedEntry(msgspec.Struct, omit_defaults=True):
    """A name that a manifest lists."""

    name: str
    at: At


class DumpedUnit(msgspec.Struct):
    """A class file: the classes that the manifest expects in it, and those that are in it.

    `complete` is false if it could not be read to its end.
    """

    file: str
    listed: list[DumpedEntry]
    complete: bool
    classes: list[DeclaredClass]


class DumpedPackage(msgspec.Struct, omit_defaults=True):
    """A package: what its manifest means, what it declares (`declared`), and its files.

    `usable` is false if the engine refuses the manifest; `ui` is there if the package has a form.
    """

    name: str
    version: str
    at: At
    format: str
    type: str
    manifest: str
    usable: bool
    require: dict[str, str]
    declared: DeclaredManifest
    units: list[DumpedUnit]
    ui: DeclaredUI | None = None


class ReadDump(msgspec.Struct):
    """The packages shown, and those that were read because others require them."""

    packages: list[DumpedPackage]
    required: list[str]


def read_dump(results: PhaseResults, shown: ShownClasses) -> ReadDump:
    """Return the dump of phase 1."""
    return ReadDump(
        [_package(package, shown) for package in shown.packages.values()],
        [str(package.id) for package in results.read.libraries],
    )


def _package(package: Package, shown: ShownClasses) -> DumpedPackage:
    header = package.header
    units = [_unit(unit, shown) for unit in package.units]
    # A manifest and a form belong to no class: of chosen classes, only their files are shown.
    everything = shown.classes is None
    return DumpedPackage(
        name=package.id.name,
        version=package.id.version,
        at=where(header.place),
        format=str(header.format),
        type=package.manifest.type.value,
        manifest=header.file.display,
        usable=header.usable,
        require={entry.name: entry.spec for entry in package.manifest.require},
        declared=located(package.manifest),
        units=[unit for unit in units if unit.classes or everything],
        ui=ui_data(package.ui) if package.ui is not None and everything else None,
    )


def _unit(unit: ClassUnit, shown: ShownClasses) -> DumpedUnit:
    return DumpedUnit(
        file=unit.file.display,
        listed=[listed_entry(entry) for entry in unit.listed],
        complete=unit.complete,
        classes=[as_data(class_) for class_ in unit.classes if shown.has_declared(class_)],
    )


def listed_entry(entry: ListedClass) -> DumpedEntry:
    """Return an entry of `Classes` in a manifest."""
    return DumpedEntry(entry.name, where(entry.name_node.place))
