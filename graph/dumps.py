"""Dumps: the result of each phase as plain data (mappings, lists, texts, numbers).

What is declared comes from `declared.py`, by the tags of entities; each phase adds what it decided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.diagnostics.diagnostic import Phase
from muranopl.graph.class_data import member_data
from muranopl.graph.declared import Data, as_data, declared, where
from muranopl.graph.shown_classes import ShownClasses
from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.contracts.outline import outline
from muranopl.language.contracts.type_names import TypeName
from muranopl.namespace.result import DeclaredClass, Names, ResolvedRequirement
from muranopl.phases.results import PhaseResults
from muranopl.read.package import ClassUnit, Package, PackageId


def dump(results: PhaseResults, phase: Phase, shown: ShownClasses) -> Data:
    """Return the shown part of the result of one phase, which must have run."""
    return {"phase": phase.value, **_DUMPS[phase](results, shown)}


def _read(results: PhaseResults, shown: ShownClasses) -> Data:
    return {
        "packages": [_package(package, shown) for package in shown.packages.values()],
        "required": [str(package.id) for package in results.read.libraries],
    }


def _package(package: Package, shown: ShownClasses) -> Data:
    units = [_unit(unit, shown) for unit in package.units]
    return {
        "name": package.id.name,
        "version": package.id.version,
        "format": str(package.header.format),
        "type": package.manifest.type.value,
        "manifest": package.header.file.path,
        "require": {entry.name: entry.spec for entry in package.manifest.require},
        "ui": package.ui is not None,
        "declared": declared(package.manifest),
        "units": [unit for unit in units if unit["classes"] or shown.classes is None],
    }


def _unit(unit: ClassUnit, shown: ShownClasses) -> Data:
    return {
        "file": unit.file.path,
        "listed": [entry.name for entry in unit.listed],
        "classes": [
            as_data(class_) for class_ in unit.classes if shown.has_declared(class_)
        ],
    }


def _namespace(results: PhaseResults, shown: ShownClasses) -> Data:
    return {
        "packages": [
            _package_names(id_, results.names, shown) for id_ in shown.packages
        ]
    }


def _package_names(id_: PackageId, names: Names, shown: ShownClasses) -> Data:
    return {
        "package": str(id_),
        "core": _text_or_none(names.core[id_]),
        "requires": [_requirement(entry) for entry in names.written_requirements(id_)],
        "classes": {
            name: _class_names(class_, names)
            for name, class_ in names.packages[id_].classes.items()
            if shown.has(class_.id)
        },
    }


def _requirement(entry: ResolvedRequirement) -> Data:
    requirement = entry.requirement
    chosen = _text_or_none(entry.chosen)
    return {"package": requirement.name, "version": requirement.spec, "chosen": chosen}


def _class_names(class_: DeclaredClass, names: Names) -> Data:
    return {
        "declared": where(class_.declaration.place),
        "listed": class_.listed is not None,
        "namespaces": class_.namespaces,
        "names": [
            _reference(written, names)
            for written in names.references.get(class_.id, ())
        ],
    }


def _reference(written: TypeName, names: Names) -> Data:
    means = _text_or_none(names.resolved[written])
    return {"written": written.text, "at": where(written.place), "means": means}


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)


def _hierarchy(results: PhaseResults, shown: ShownClasses) -> Data:
    hierarchy = results.hierarchy
    return {
        "types": {
            str(id_): {
                "package": str(id_.package),
                "parents": [str(parent) for parent in hierarchy.parents[id_]],
                "ancestors": [str(ancestor) for ancestor in hierarchy.ancestors(id_)],
                "incomplete": id_ in hierarchy.incomplete,
            }
            for id_ in hierarchy.nodes
            if shown.has(id_)
        }
    }


def _inherit(results: PhaseResults, shown: ShownClasses) -> Data:
    inheritance = results.inheritance
    tasks = [(key, needs) for key, needs in inheritance.tasks if shown.has(key.type)]
    return {
        "tasks": [
            {"task": str(key), "needs": [str(need) for need in needs]}
            for key, needs in tasks
        ],
        "types": _types(results, shown, _members),
    }


def _types(
    results: PhaseResults, shown: ShownClasses, describe: Callable[[CompleteType], Data]
) -> Data:
    """Return the data that `describe` makes of the complete types that are shown."""
    types = results.inheritance.types.items()
    return {str(id_): describe(type_) for id_, type_ in types if shown.has(id_)}


def _members(type_: CompleteType) -> Data:
    return {
        "properties": {
            name: _inherited(member) for name, member in type_.properties.items()
        },
        "methods": {name: _inherited(member) for name, member in type_.methods.items()},
    }


def _inherited(member: Member[Any]) -> Data:
    data = member_data(member)
    kept = {"from": data["declaring"], "usage": data["usage"]}
    return kept | {key: data[key] for key in ("contract", "ambiguous") if data.get(key)}


def _render(results: PhaseResults, shown: ShownClasses) -> Data:
    def rendered(type_: CompleteType) -> Data:
        contracts = {
            name: member.declaration.contract
            for name, member in type_.properties.items()
        }
        return {
            "defaults": results.rendering.defaults.rendered(type_),
            "contracts": {
                name: outline(contract)
                for name, contract in contracts.items()
                if contract is not None
            },
        }

    return {"types": _types(results, shown, rendered)}


_DUMPS: dict[Phase, Callable[[PhaseResults, ShownClasses], Data]] = {
    Phase.READ: _read,
    Phase.NAMESPACE: _namespace,
    Phase.HIERARCHY: _hierarchy,
    Phase.INHERIT: _inherit,
    Phase.RENDER: _render,
}
