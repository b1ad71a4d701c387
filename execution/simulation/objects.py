"""Objects that simulations of native classes are given, and those that they create."""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


def is_a(object_: MuranoObject, class_name: str) -> bool:
    """Return whether an object is of a class or of one of its descendants."""
    return any(item.name == class_name for item in object_.type.linearization)


def owner_of(object_: MuranoObject | MuranoType, class_name: str) -> MuranoObject:
    """Return the nearest owner of a class; raise MuranoError if there is none."""
    owners = object_.owners() if isinstance(object_, MuranoObject) else iter(())
    result = next((owner for owner in owners if is_a(owner, class_name)), None)
    if result is None:
        raise MuranoError("ValueError", f"{object_!r} is not inside of an object of {class_name}")
    return result


def id_of(target: Any) -> str:
    """Return the id of an object, which may be given in its place; raise MuranoError."""
    if isinstance(target, MuranoObject):
        return target.id
    if isinstance(target, str):
        return target
    raise MuranoError("AttributeError", "an object or the id of one is expected")


def described(call: NativeCall, class_name: str, values: dict[str, Any]) -> MuranoObject:
    """Return a new object of a class; values that are not properties are in its `extra`."""
    declared = call.session.type(class_name).complete.properties
    set_values = {name: value for name, value in values.items() if name in declared}
    set_values["extra"] = {
        name: value for name, value in values.items() if name not in declared
    } | values.get("extra", {})
    return call.session.new(class_name, None, None, set_values)
