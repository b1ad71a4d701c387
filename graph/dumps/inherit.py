"""The dump of phase 4: complete types with all their members."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.graph.class_data import member_data
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
    return InheritDump(
        [
            DumpedTask(str(key), [str(need) for need in needs])
            for key, needs in inheritance.tasks
            if shown.has(key.type)
        ],
        {
            str(id_): _members(type_)
            for id_, type_ in inheritance.types.items()
            if shown.has(id_)
        },
    )


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
