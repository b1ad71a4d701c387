"""Execution plans: created from templates, their ids and stamps, and the default results of agents.

Source: native-classes.md, "From plan template to sent plan". Where the engine fails by accident (a
file named twice in `<>`, bytes that it cannot embed), the file is shared and embedded.
"""

from __future__ import annotations

import ast
import base64
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.placeholders import Placeholders
from muranopl.execution.simulation.resource_files import PackageResources
from muranopl.read.plan_body import PlanBody, read_body
from muranopl.read.plan_files import (
    is_address,
    is_binary,
    is_first_version,
    resource,
    unbracketed,
)

Plan = dict[Any, Any]
_TEXTS = ("stdout", "stderr")
_SHOWN_NAME = 60
_STAMPS_PER_SECOND = 10_000
"""The engine's stamps are times in units of 1/10000 s."""


def execution_plan(template: Any, resources: PackageResources, ids: PlanNumbers) -> Plan:
    """Return the plan for a template, as a new copy; raise MuranoError."""
    if not isinstance(template, dict):
        raise MuranoError("ValueError", "Incorrect execution plan: it must be a mapping")
    version = template.get("FormatVersion")
    if is_first_version(str(version) if version else None):
        return _version_1(template, resources, ids)
    return _Version2(template, resources, ids).made()


def _version_1(template: Plan, resources: PackageResources, ids: PlanNumbers) -> Plan:
    scripts = [
        base64.b64encode(resources.content(resource(_text(item, "a script")))).decode()
        for item in _list(template.get("Scripts", []), "Scripts of the execution plan")
    ]
    # Plans of version 1 get neither an ID nor an Action from the engine
    return {**template, "Scripts": scripts, "Stamp": ids.stamp()}


class _Version2:
    """A plan under construction; `_known` are the ids of its files by their names."""

    def __init__(self, template: Plan, resources: PackageResources, ids: PlanNumbers) -> None:
        # An id in the template is replaced, as in the engine
        self._plan: Plan = {**template, "ID": ids.new_id("plan"), "Stamp": ids.stamp()}
        self._plan.setdefault("Action", "Execute")
        self._files = dict(_mapping(template.get("Files", {}), "Files of the execution plan"))
        self._known: dict[str, str] = {}
        self._resources = resources
        self._ids = ids

    def made(self) -> Plan:
        """Return the plan."""
        for id_, entry in self._files.items():
            name = _mapping(entry, f'file "{id_}" of the execution plan').get("Name")
            if name is None:
                raise MuranoError("KeyError", f'file "{id_}" of the execution plan has no Name')
            # Scripts refer to files by their names.
            self._known[str(name)] = id_
        self._plan["Files"] = self._files
        if "Scripts" in self._plan:
            scripts = _mapping(self._plan["Scripts"], "Scripts of the execution plan")
            self._plan["Scripts"] = {
                name: self._script(str(name), script) for name, script in scripts.items()
            }
        return self._plan

    def _script(self, name: str, script: Any) -> Plan:
        result = dict(_mapping(script, f'script "{name}"'))
        if "EntryPoint" not in result:
            raise MuranoError("ValueError", f"No entry point in script {name}")
        if "Type" not in result:
            raise MuranoError("KeyError", f'script "{name}" has no Type')
        # Entry points of other types, as Chef and Puppet, stay unchanged in the engine
        if result["Type"] == "Application":
            result["EntryPoint"] = self._placed(
                result["EntryPoint"], f'EntryPoint of script "{name}"'
            )
        if "Files" in result:
            what = f'Files of script "{name}"'
            result["Files"] = [self._placed(item, what) for item in _list(result["Files"], what)]
        return result

    def _placed(self, file: Any, what: str) -> str:
        """Return the id of a file, which is added to the files of the plan if its name is new."""
        name, value = _name_and_value(file, what)
        if name not in self._known:
            id_ = self._known[name] = self._ids.new_id("file")
            self._files[id_] = self._entry(name, value)
        return self._known[name]

    def _entry(self, name: str, value: str) -> Plan:
        if is_address(value):
            return {"Name": name, "URL": value, "Type": "Downloadable"}
        if is_binary(value):
            content = self._resources.content(resource(unbracketed(value)))
            return {
                "Name": name,
                "BodyType": "Base64",
                # One line and a newline, as the engine writes it
                "Body": base64.b64encode(content).decode() + "\n",
            }
        return {"Name": name, "BodyType": "Text", "Body": self._resources.text(resource(value))}


def _name_and_value(file: Any, what: str) -> tuple[str, str]:
    """Return the name of a file, and its source.

    The source is `<name>`, an address, or a path below `scripts`.
    """
    if isinstance(file, dict):
        if len(file) != 1:
            raise MuranoError("ValueError", f"{what}: a file is written as name: path")
        ((name, value),) = file.items()
        return _plain_name(_text(name, what)), _text(value, what)
    value = _text(file, what)
    return _plain_name(value), value


def _plain_name(name: str) -> str:
    if is_address(name):
        return name.rpartition("/")[2]
    return unbracketed(name)


def _text(value: Any, what: str) -> str:
    return value if isinstance(value, str) else _refused(value, what, "a string")


def _mapping(value: Any, what: str) -> Plan:
    return value if isinstance(value, dict) else _refused(value, what, "a mapping")


def _list(value: Any, what: str) -> list[Any]:
    return value if isinstance(value, list) else _refused(value, what, "a list")


def _refused(value: Any, what: str, expected: str) -> Any:
    raise MuranoError("TypeError", f"{what} must be {expected}, not {value!r:.60}")


def stand_in(plan: dict[Any, Any], text_of: Callable[[str], str]) -> Any:
    """Return the default result of a plan; `text_of` returns a placeholder for a description.

    Most plans return `script(args).stdout`. The result of a script is a mapping of its outputs; a
    plan without a body, or whose body returns nothing, gives null.
    """
    returned = _returned(str(plan.get("Body") or ""))
    name = str(plan.get("Name") or "execution plan").partition("\n")[0][:_SHOWN_NAME]
    match returned:
        case None:
            return None
        case ast.Constant(value=value) if value is None or isinstance(
            value, (bool, int, float, str)
        ):
            return value
        case ast.Attribute(attr="exitCode"):
            return 0
        case ast.Call(func=ast.Name(id=script)) if script in _scripts(plan):
            texts = {item: text_of(f"{item} of {script} in {name}") for item in _TEXTS}
            return {"exitCode": 0, **texts}
        case _:
            return text_of(f"result of {name}")


def _scripts(plan: dict[Any, Any]) -> Any:
    scripts = plan.get("Scripts")
    return scripts if isinstance(scripts, dict) else {}


def _returned(body: str) -> ast.expr | None:
    """Return the expression of the final return statement of a body, None if there is none."""
    read = read_body(body)
    match read.statements if isinstance(read, PlanBody) else ():
        case [*_, ast.Return(value=value)]:
            return value
    return None


class PlanNumbers(msgspec.Struct, eq=False):
    """Ids and stamps of the plans sent to one queue; `clock` returns the time of the run."""

    _queue: str
    _placeholders: Placeholders
    _clock: Callable[[], float]
    _counts: Counter[str] = msgspec.field(default_factory=Counter)
    _last_stamp: int = 0

    def new_id(self, kind: str) -> str:
        """Return a new id for a plan or a file, as `kind` says."""
        self._counts[kind] += 1
        number = str(self._counts[kind])
        return self._placeholders.digits_of(kind, number, "of queue", self._queue)

    def stamp(self) -> int:
        """Return a stamp that is larger than all earlier ones."""
        # Increasing even if the clock stands still.
        self._last_stamp = max(self._last_stamp + 1, int(self._clock() * _STAMPS_PER_SECOND))
        return self._last_stamp
