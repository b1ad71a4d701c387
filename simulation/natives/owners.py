"""Owners of objects that native classes need."""

from __future__ import annotations

from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.simulation.exceptions import SimulatedError


def is_a(object_: MuranoObject, class_name: str) -> bool:
    """Return whether an object is of a class or of one of its descendants."""
    return any(item.name == class_name for item in object_.type.linearization)


def owner_of(object_: MuranoObject | MuranoType, class_name: str) -> MuranoObject:
    """Return the nearest owner of a class; raise SimulatedError if there is none."""
    owners = object_.owners() if isinstance(object_, MuranoObject) else iter(())
    result = next((owner for owner in owners if is_a(owner, class_name)), None)
    if result is None:
        raise SimulatedError(
            "ValueError", f"{object_!r} is not inside of an object of {class_name}"
        )
    return result
