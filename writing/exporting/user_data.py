"""Execution plans as user data of their servers, where they need nothing of another server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from muranopl.diagnostics.graphs import reached
from muranopl.execution.simulation.heat.template import section
from muranopl.writing.exporting.names import unique
from muranopl.writing.exporting.plans import ExportedPlan
from muranopl.writing.exporting.stacks import CONFIG, MULTIPART, SERVER, ExportedStack
from muranopl.writing.exporting.values import LaterValue

_MOST = 40_000
"""Most characters of scripts in the user data of a server: Nova takes 64 KiB, encoded."""
_OF_A_SERVER = (SERVER, "OS::Neutron::Port")


def in_user_data(stack: ExportedStack, plans: Iterable[ExportedPlan]) -> Iterator[ExportedPlan]:
    """Move plans to the user data of the servers of a stack; yield those moved.

    Plans run in order: the first that needs something of another server, and all after it, stay.
    """
    resources = stack.template["resources"]
    for server, resource in [*resources.items()]:
        if resource["type"] != SERVER:
            continue
        name, room = section(resource, "properties").get("name", server), _MOST
        for plan in plans:
            if plan.host != name:
                continue
            room -= len(plan.user_data())
            is_own = all(_is_own(stack, server, value) for value in plan.values)
            if plan.problem or room < 0 or not is_own:
                break
            config: Any = {"get_file": f"{plan.folder}/user-data.sh"}
            params = {value.marker: stack.expression(value) for value in plan.values}
            if params:
                config = {"str_replace": {"template": config, "params": params}}
            _add(resources, server, plan.folder.rpartition("/")[2], config)
            yield plan


def _add(resources: dict[str, Any], server: str, name: str, config: Any) -> None:
    """Add a part to the user data of a server."""
    properties = section(resources[server], "properties")
    data = properties.get("user_data")
    multipart = resources.get(str(data.get("get_resource"))) if isinstance(data, dict) else None
    if section(multipart, "properties").get("parts") is None:
        key = unique(f"user-data-{server}", resources)
        parts = [] if data is None else [{"config": data}]
        multipart = resources[key] = {"type": MULTIPART, "properties": {"parts": parts}}
        properties |= {"user_data": {"get_resource": key}, "user_data_format": "RAW"}
    part = unique(f"plan-{name}", resources)
    resources[part] = {"type": CONFIG, "properties": {"group": "ungrouped", "config": config}}
    section(multipart, "properties")["parts"].append({"config": {"get_resource": part}})


def _is_own(stack: ExportedStack, server: str, value: LaterValue) -> bool:
    """Return whether the user data of a server can contain a value: a secret, or one of its stack.

    It must not depend on a server or on the port of another one.
    """
    if value.source is None or value.source.stack != stack.name:
        return value.hidden
    resources, argument = stack.template["resources"], value.source.argument
    source = argument[0] if isinstance(argument, list) else argument

    def needed(name: str) -> Iterator[str]:
        return _references(resources.get(name))

    own = reached([server], needed) - {server}
    others = {source, *reached([source], needed)} - own
    return all(section(resources, name).get("type") not in _OF_A_SERVER for name in others)


def _references(value: Any) -> Iterator[str]:
    """Yield the names of the resources that a part of a template refers to."""
    if isinstance(value, dict):
        for key, item in value.items():
            named = item if isinstance(item, list) else [item]
            if key in {"get_resource", "get_attr", "depends_on"}:
                yield from map(str, named if key == "depends_on" else named[:1])
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)
