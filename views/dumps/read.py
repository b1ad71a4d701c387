"""The dump of phase 1: the files of packages, and what was read of them.

UI definitions are registered here with `as_data` (`views/graph/declared.py`), because graphs and
`Catalog.resolve` need none.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from muranopl.ard.plain_data import plain
from muranopl.language.grammar.class_ import MetaClassDeclaration
from muranopl.language.grammar.manifest import ListedClass, Manifest
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.fragments import UIParameter, UITemplate
from muranopl.language.grammar.ui.keys import UIVersion
from muranopl.language.grammar.ui.validators import Validator
from muranopl.phases.results import PhaseResults
from muranopl.read.package import ClassUnit, Package
from muranopl.views.dumps.entity_schema import shaped_by
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
        ui=located(package.ui) if package.ui is not None and everything else None,
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


@as_data.register
def _(value: UIVersion) -> str:
    return str(value)


@as_data.register(UITemplate)
@as_data.register(UIParameter)
def _(value: UITemplate | UIParameter) -> Data:
    return {**located(value), "value": plain(value.node)}


@as_data.register
def _(value: Validator) -> Data:
    data = located(value)
    return data if value.regexp is None else {**data, "regexp": plain(value.regexp)}


@as_data.register
def _(value: UIField) -> Data:
    """Return a field, with what was made of its type and its validators."""
    data = located(value)
    if value.type.name:  # that of a selector is in `classes`
        data = {"type": value.type.name, **data}
    if value.type_node is not value.node:
        type_at = where(value.type_node.place)
        data["written"] = {"type": type_at, **data.get("written", {})}
    if value.classes:
        data["classes"] = as_data(value.classes)
    if value.effective_validators:
        data["effectiveValidators"] = as_data(value.effective_validators)
    return data
