"""Execution plans as user data of their servers, where they need nothing of another server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from muranopl.execution.simulation.heat.template import section
from muranopl.writing.exporting.plans import PlanFiles
from muranopl.writing.exporting.stacks import CONFIG, MULTIPART, SERVER, StackFiles
from muranopl.writing.exporting.values import LaterValue, unique

_MOST = 40_000
"""Most characters of scripts in the user data of a server: Nova takes 64 KiB, encoded."""
_OF_A_SERVER = (SERVER, "OS::Neutron::Port")


def in_user_data(stack: StackFiles, server: str, plans: Iterable[PlanFiles]) -> list[PlanFiles]:
    """Move plans of a server to its user data; return those moved.

    Plans run in order: the first that needs something of another server, and all after it, stay.
    """
    moved: list[PlanFiles] = []
    room = _MOST
    for plan in plans:
        room -= len(plan.user_data())
        if (
            plan.problem
            or room < 0
            or not all(_is_own(stack, server, item) for item in plan.values)
        ):
            break
        config: Any = {"get_file": f"{plan.folder}/user-data.sh"}
        params = {value.marker: stack.expression(value) for value in plan.values}
        if params:
            config = {"str_replace": {"template": config, "params": params}}
        _add(stack.template["resources"], server, plan.folder.rpartition("/")[2], config)
        moved.append(plan)
    return moved


def _add(resources: dict[str, Any], server: str, name: str, config: Any) -> None:
    """Add a part to the user data of a server."""
    properties = section(resources[server], "properties")
    data = properties.get("user_data")
    whole = resources.get(str(data.get("get_resource"))) if isinstance(data, dict) else None
    if section(whole, "properties").get("parts") is None:
        key = unique(f"user-data-{server}", {*resources})
        parts = [] if data is None else [{"config": data}]
        whole = resources[key] = {"type": MULTIPART, "properties": {"parts": parts}}
        properties |= {"user_data": {"get_resource": key}, "user_data_format": "RAW"}
    part = unique(f"plan-{name}", {*resources})
    resources[part] = {"type": CONFIG, "properties": {"group": "ungrouped", "config": config}}
    section(whole, "properties")["parts"].append({"config": {"get_resource": part}})


def _is_own(stack: StackFiles, server: str, value: LaterValue) -> bool:
    """Return whether the user data of a server can contain a value.

    It must not depend on a server or on the port of another one, nor be the result of a plan.
    """
    if value.plan is not None or value.source is None:
        return value.plan is None
    if value.source.stack != stack.murano_name:
        return False
    resources, argument = stack.template["resources"], value.source.argument
    own = _needed(resources, server) - {server}
    needed = _needed(resources, argument[0] if isinstance(argument, list) else argument)
    return all(name in own or resources[name].get("type") not in _OF_A_SERVER for name in needed)


def _needed(resources: Mapping[str, Any], name: str) -> set[str]:
    """Return a resource and all that it depends on."""
    found, waiting = set[str](), [name]
    while waiting:
        current = waiting.pop()
        if current in resources and current not in found:
            found.add(current)
            waiting += _references(resources[current])
    return found


def _references(value: Any) -> Iterator[str]:
    for key, item in value.items() if isinstance(value, dict) else ():
        if key in {"get_resource", "get_attr", "depends_on"}:
            named = item if isinstance(item, list) else [item]
            yield from map(str, named if key == "depends_on" else named[:1])
        else:
            yield from _references(item)
    for item in value if isinstance(value, list) else ():
        yield from _references(item)
