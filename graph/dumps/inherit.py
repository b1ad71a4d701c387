"""The dump of phase 4: complete types with all their members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muranopl.graph.class_data import ClassDescriber
from muranopl.graph.declared import Data
from muranopl.graph.shown_classes import ShownClasses
from muranopl.inherit.complete import CompleteType, Member
from muranopl.phases.results import PhaseResults


class DumpedTask(msgspec.Struct):
    """A task and those that had to be done before it."""

    task: str
    needs: list[str]


class InheritDump(msgspec.Struct):
    """The tasks in the order they ran, and the types that they completed."""

    tasks: list[DumpedTask]
    types: dict[str, Data]


def inherit_dump(results: PhaseResults, shown: ShownClasses) -> InheritDump:
    """Return the dump of phase 4."""
    inheritance = results.inheritance
    describer = ClassDescriber(results)
    return InheritDump(
        [
            DumpedTask(str(key), [str(need) for need in needs])
            for key, needs in inheritance.tasks
            if shown.has(key.type)
        ],
        {
            str(id_): _members(type_, describer)
            for id_, type_ in inheritance.types.items()
            if shown.has(id_)
        },
    )


def _members(type_: CompleteType, describer: ClassDescriber) -> Data:
    def inherited(members: Mapping[str, Member[Any]]) -> Data:
        return {
            name: _inherited(describer.member(member))
            for name, member in members.items()
        }

    return {
        "properties": inherited(type_.properties),
        "methods": inherited(type_.methods),
    }


def _inherited(data: Data) -> Data:
    kept = {"from": data["declaring"], "usage": data["usage"]}
    return kept | {key: data[key] for key in ("contract", "ambiguous") if data.get(key)}
