"""Dumps: the result of each phase as plain data (mappings, lists, texts, numbers)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.ard.plain_data import plain
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.places import Place
from muranopl.graph.class_data import Data, declaration_data, member_data
from muranopl.graph.shown_classes import ShownClasses
from muranopl.inherit.complete import Member
from muranopl.language.contracts.outline import outline
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.instructions.outline import outline as instructions
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package


def dump(results: PhaseResults, phase: Phase, shown: ShownClasses) -> Data:
    """Return the shown part of the result of one phase, which must have run."""
    return {"phase": phase.value, **_DUMPS[phase](results, shown)}


def _where(place: Place) -> str:
    return f"{place.file.path}:{place.line}:{place.column}"


def _read(results: PhaseResults, shown: ShownClasses) -> Data:
    return {
        "packages": [_package(package, shown) for package in shown.packages.values()],
        "required": [f"{package.id}" for package in results.read.libraries],
    }


def _package(package: Package, shown: ShownClasses) -> Data:
    units = (
        (unit, [declaration for declaration in unit.classes if shown.has_declared(declaration)])
        for unit in package.units
    )
    return {
        "name": package.id.name,
        "version": package.id.version,
        "format": str(package.header.format),
        "type": package.manifest.type.value,
        "manifest": package.header.file.path,
        "require": {entry.name: entry.spec for entry in package.manifest.require},
        "ui": package.ui is not None,
        "units": [
            {
                "file": unit.file.path,
                "listed": [entry.name for entry in unit.listed],
                "classes": [_class(declaration) for declaration in classes],
            }
            for unit, classes in units
            if classes or shown.classes is None
        ],
    }


def _class(declaration: ClassDeclaration) -> Data:
    return {
        "name": None if declaration.name is None else plain(declaration.name),
        "at": _where(declaration.place),
        "usage": declaration.usage.value,
        "namespaces": {entry.prefix: entry.namespace for entry in declaration.namespaces or ()},
        "extends": [written.text for written in declaration.extends],
        "import": [written.text for written in declaration.imports],
        "meta": [use.type.text for use in declaration.meta],
        "properties": {property_.name: _member(property_) for property_ in declaration.properties},
        "methods": {method.name: _member(method) for method in declaration.all_methods},
    }


def _member(declaration: Named) -> Data:
    data: Data = {"at": _where(declaration.name_node.place), **declaration_data(declaration)}
    if isinstance(declaration, MethodDeclaration):
        data["scope"] = declaration.scope.value if declaration.scope else "Session"
        data["arguments"] = {argument.name: _member(argument) for argument in declaration.arguments}
        data["body"] = None if declaration.body is None else instructions(declaration.body)
    return data


def _namespace(results: PhaseResults, shown: ShownClasses) -> Data:
    names = results.names
    return {
        "packages": [
            {
                "package": str(id_),
                "core": _text(names.core[id_]),
                "requires": [
                    {
                        "package": requirement.requirement.name,
                        "version": requirement.requirement.spec,
                        "chosen": _text(requirement.chosen),
                    }
                    for requirement in names.written_requirements(id_)
                ],
                "classes": {
                    name: {
                        "declared": _where(declared.declaration.place),
                        "listed": declared.listed is not None,
                        "namespaces": declared.namespaces,
                        "names": [
                            {
                                "written": written.text,
                                "at": _where(written.place),
                                "means": _text(names.resolved[written]),
                            }
                            for written in names.references.get(declared.id, ())
                        ],
                    }
                    for name, declared in names.packages[id_].classes.items()
                    if shown.has(declared.id)
                },
            }
            for id_ in shown.packages
        ]
    }


def _text(value: object) -> str | None:
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
    return {
        "tasks": [
            {"task": str(key), "needs": [str(need) for need in needs]}
            for key, needs in inheritance.tasks
            if shown.has(key.type)
        ],
        "types": {
            str(id_): {
                "properties": {
                    name: _inherited(member) for name, member in type_.properties.items()
                },
                "methods": {name: _inherited(member) for name, member in type_.methods.items()},
            }
            for id_, type_ in inheritance.types.items()
            if shown.has(id_)
        },
    }


def _inherited(member: Member[Any]) -> Data:
    data = member_data(member)
    shown = {"from": data["declaring"], "usage": data["usage"]}
    return shown | {key: data[key] for key in ("contract", "ambiguous") if data.get(key)}


def _render(results: PhaseResults, shown: ShownClasses) -> Data:
    return {
        "types": {
            str(id_): {
                "defaults": results.rendering.defaults.rendered(type_),
                "contracts": {
                    name: outline(member.declaration.contract)
                    for name, member in type_.properties.items()
                    if member.declaration.contract is not None
                },
            }
            for id_, type_ in results.inheritance.types.items()
            if shown.has(id_)
        }
    }


_DUMPS: dict[Phase, Callable[[PhaseResults, ShownClasses], Data]] = {
    Phase.READ: _read,
    Phase.NAMESPACE: _namespace,
    Phase.HIERARCHY: _hierarchy,
    Phase.INHERIT: _inherit,
    Phase.RENDER: _render,
}
