"""Reads objects and values that simulations of native classes are given, and creates objects.

Objects have owners and ids; plain values are copied, so that callers cannot change them later.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from muranopl.diagnostics.bounds import DATA_DEPTH, SIMULATED_VALUE
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall
from muranopl.execution.simulation.exceptions import TooMuchError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_CHARACTERS_PER_PART = 64


def owner_of(object_: MuranoObject | MuranoType, class_name: str) -> MuranoObject:
    """Return the nearest owner of a class; raise MuranoError if there is none."""
    owners = object_.owners() if isinstance(object_, MuranoObject) else iter(())
    for owner in owners:
        if any(item.name == class_name for item in owner.type.linearization):
            return owner
    raise MuranoError("ValueError", f"{object_!r} is not inside an object of {class_name}")


def id_of(target: Any) -> str:
    """Return the id of an object, which may be given in its place; raise MuranoError."""
    if isinstance(target, MuranoObject):
        return target.id
    if isinstance(target, str):
        return target
    raise MuranoError("AttributeError", "an object or its id is expected")


def described(call: NativeCall, class_name: str, values: dict[str, Any]) -> MuranoObject:
    """Return a new object of a class; values that are not properties are in its `extra`."""
    declared = call.session.type(class_name).complete.properties
    set_values = {name: value for name, value in values.items() if name in declared}
    set_values["extra"] = {
        name: value for name, value in values.items() if name not in declared
    } | values.get("extra", {})
    return call.session.new(class_name, None, None, set_values)


def copied(value: Any) -> Any:
    """Return a copy of a value: mappings, lists, texts, numbers, booleans, null; dates become text.

    Raise MuranoError for other values, as the engine's JSON does, and TooMuchError.
    """
    return _Copy().of(value, DATA_DEPTH.most)


class _Copy:
    """The copy of one value, with its parts counted; a text has one more per 64 characters."""

    def __init__(self) -> None:
        self._left = SIMULATED_VALUE.most

    def of(self, value: Any, depth: int) -> Any:
        if value is None or isinstance(value, (bool, int, float)):
            self._count(1)
            return value
        if isinstance(value, str):
            self._count(1 + len(value) // _CHARACTERS_PER_PART)
            return str(value)
        if isinstance(value, (datetime.date, datetime.datetime)):
            return value.isoformat()
        if depth == 0:
            raise TooMuchError(f"a value is nested deeper than {DATA_DEPTH.most} levels")
        if isinstance(value, Mapping):
            self._count(1 + len(value))
            return {_key(key): self.of(item, depth - 1) for key, item in value.items()}
        if isinstance(value, (list, tuple, set, frozenset)):
            self._count(1 + len(value))
            return [self.of(item, depth - 1) for item in value]
        raise MuranoError("TypeError", f"{value!r} is not a plain value: it cannot be sent as JSON")

    def _count(self, parts: int) -> None:
        self._left -= parts
        if self._left < 0:
            raise TooMuchError(f"a value has more than {SIMULATED_VALUE.most:,} parts")


def _key(key: Any) -> Any:
    if key is None or isinstance(key, (str, bool, int, float)):
        return key
    if isinstance(key, datetime.date):
        return key.isoformat()
    raise MuranoError("TypeError", f"{key!r} cannot be a key in JSON")
