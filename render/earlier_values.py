"""Finds the values that earlier executions saved, and that users may not change.

The value of an Out property is the workflow's, and that of a Const one is fixed once it was
deployed (language/muranopl.txt, Property usage). Saved models have the state after the last
execution in ObjectsCopy, beside the Objects that users edit (reference: running, Which values live
how long). Loading, whatever it is for, asks `EarlierValues` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muranopl.diagnostics import quirks
from muranopl.language.grammar.property import PropertyUsage

COPY = "ObjectsCopy"
ATTRIBUTES = "Attributes"
QUIRKS = {PropertyUsage.OUT: quirks.OUT_VALUE, PropertyUsage.CONST: quirks.CONST_VALUE}
"""The usages whose values users may not change, with the quirks of an engine that lets them."""
_NOTHING: Mapping[str, Any] = {}


class EarlierValues:
    """The values of a model before a user edited it.

    `copy` has the objects as they were saved. An `unedited` model is itself as it was saved.
    """

    def __init__(self, copy: Any = None, *, unedited: bool = False) -> None:
        self.unedited = unedited
        self._objects: dict[Any, Mapping[str, Any]] = dict(_objects(copy))

    def of(self, identity: Any) -> Mapping[str, Any]:
        """Return the saved properties of the object with an id; none for a new object."""
        return self._objects.get(identity, _NOTHING) if self._objects else _NOTHING


def earlier_values(model: Mapping[str, Any]) -> EarlierValues:
    """Return what a model {Objects, ObjectsCopy, Attributes} says about earlier executions.

    One with attributes and without the key of a copy is what an execution here left.
    """
    unedited = ATTRIBUTES in model and COPY not in model
    return EarlierValues(model.get(COPY), unedited=unedited)


def is_same(first: Any, second: Any) -> bool:
    """Return whether two values of models are equal; objects are if they have the same id.

    The values inside an object are compared where its own properties are set.
    """
    return bool(_with_ids(first) == _with_ids(second))


def _with_ids(value: Any) -> Any:
    """Return a value with the ids of its objects in place of them."""
    identity = _identity(value)
    if identity is not None:
        return identity
    if isinstance(value, Mapping):
        return {key: _with_ids(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_ids(part) for part in value]
    # 1 and true are different values of a model.
    return (value,) if isinstance(value, bool) else value


def _objects(value: Any) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Yield the objects in a value by their ids."""
    if isinstance(value, Mapping):
        identity = _identity(value)
        if identity is not None:
            yield identity, value
        parts: Any = value.values()
    else:
        parts = value if isinstance(value, (list, tuple)) else ()
    for part in parts:
        yield from _objects(part)


def _identity(value: Any) -> Any:
    """Return the id of an object, None for other values and objects without an id."""
    header = value.get("?") if isinstance(value, Mapping) else None
    identity = header.get("id") if isinstance(header, Mapping) else None
    return identity if isinstance(identity, (str, int, float)) else None
