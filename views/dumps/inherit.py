"""The dump of phase 4: complete types with all their members.

Types have the shape that they have in the class graph, with places as in all dumps.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from muranopl.inherit.complete import CompleteType, Member
from muranopl.phases.results import PhaseResults
from muranopl.views.classes import encoder
from muranopl.views.graph.declared import At, Data, located, where
from muranopl.views.graph.describer import ClassDescriber, attached_meta
from muranopl.views.graph.shown_classes import ShownClasses

InheritedType = Annotated[Data, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/class"})]
InheritedMeta = Annotated[Data, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/metaObject"})]


class DumpedTask(msgspec.Struct):
    """A task and those that had to be done before it."""

    task: str
    needs: list[str]


class DumpedDeclaration(msgspec.Struct):
    """A declaration of a member, and the places of the keys that it has."""

    type: str
    at: At
    written: dict[str, At]


class InheritDump(msgspec.Struct):
    """The tasks in the order they ran, and the types that they completed.

    `packages` has the meta objects of packages.
    """

    tasks: list[DumpedTask]
    packages: dict[str, list[InheritedMeta]]
    types: dict[str, InheritedType]


def inherit_dump(results: PhaseResults, shown: ShownClasses) -> InheritDump:
    """Return the dump of phase 4."""
    inheritance = results.inheritance
    describer, data_of = ClassDescriber(results), encoder(where)
    return InheritDump(
        [
            DumpedTask(str(key), [str(need) for need in needs])
            for key, needs in inheritance.tasks
            if shown.has(key.type)
        ],
        {
            str(id_): data_of(
                attached_meta(package.manifest.meta, results.names, inheritance.types, id_)
            )
            for id_, package in shown.packages.items()
        },
        {
            str(id_): _with_declarations(data_of(describer.class_(type_)), type_)
            for id_, type_ in inheritance.types.items()
            if shown.has(id_)
        },
    )


def _with_declarations(data: Data, type_: CompleteType) -> Data:
    for key, members in (("properties", type_.properties), ("methods", type_.methods)):
        for name, member in members.items():
            data[key][name]["declarations"] = _declarations(member)
    return data


def _declarations(member: Member[Any]) -> list[DumpedDeclaration]:
    """Return all declarations of a member, nearest first: those that it overrides follow it."""
    return [
        DumpedDeclaration(
            str(type_), where(declaration.name_node.place), located(declaration).get("written", {})
        )
        for type_, declaration in member.declarations()
    ]
