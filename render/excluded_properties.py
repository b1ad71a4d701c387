"""Removes properties that `template(excludeProperties => ...)` leaves out, also of inner objects.

They are given as paths such as `name` or `part.size`. Excluded parts of a given mapping are not
validated when its object is created; they are removed from the serialized object
(language/contracts of the engine: Template; measured: contracts.json, template.*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from muranopl.language.contracts.apply import EXCLUDED


def with_excluded(properties: dict[str, Any], paths: Iterable[str]) -> dict[str, Any]:
    """Return the given properties of an object, with EXCLUDED at paths inside mappings."""
    result = dict(properties)
    for path in paths:
        *outer, last = path.split(".")
        part: Any = result
        for step in outer:
            inner = part.get(step)
            if not isinstance(inner, dict):
                break
            # Copied, as the given values must not change.
            part[step] = part = dict(inner)
        else:
            part[last] = EXCLUDED
    return result


def remove_excluded(written: dict[str, Any], paths: Iterable[str]) -> Iterator[str]:
    """Remove properties from a serialized object.

    Yield the paths of missing ones in existing mappings.
    """
    for path in paths:
        *outer, last = path.split(".")
        part: Any = written
        for step in outer:
            part = part.get(step) if isinstance(part, dict) else None
        if isinstance(part, dict):
            if last not in part:
                yield path
            part.pop(last, None)
