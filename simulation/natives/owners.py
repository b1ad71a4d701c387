"""Owners of objects that native classes need."""

from __future__ import annotations

from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.simulation.exceptions import SimulatedError


def is_a(object_: MuranoObject, class_name: str) -> bool:
    """Return whether an object is of a class or of one of its descendants."""
    return any(each.name == class_name for each in object_.type.linearization)


def owner_of(object_: MuranoObject | MuranoType, class_name: str) -> MuranoObject:
    """Return the nearest owner of a class; raise SimulatedError if there is none."""
    owners = object_.owners() if isinstance(object_, MuranoObject) else iter(())
    found = next((each for each in owners if is_a(each, class_name)), None)
    if found is None:
        raise SimulatedError("ValueError", f"{object_!r} is not inside of an object of {class_name}")
    return found
