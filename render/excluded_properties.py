"""Properties that `template(excludeProperties => ...)` leaves out, also of inner objects: `name`, `part.size`.

What is left out of a mapping that is given is not looked at when its object is made; from what is written it is
removed (language/contracts of the engine: Template; measured: contracts.json, template.*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from muranopl.language.contracts.apply import EXCLUDED


def with_excluded(properties: dict[str, Any], paths: Iterable[str]) -> dict[str, Any]:
    """Return the properties that an object is given, with EXCLUDED where paths lead as far as to a mapping."""
    made = dict(properties)
    for path in paths:
        *outer, last = path.split(".")
        part: Any = made
        for step in outer:
            inner = part.get(step)
            if not isinstance(inner, dict):
                break
            part[step] = part = dict(inner)
        else:
            part[last] = EXCLUDED
    return made


def remove_excluded(written: dict[str, Any], paths: Iterable[str]) -> Iterator[str]:
    """Remove properties from an object that is written; return the paths that lead to a mapping without them."""
    for path in paths:
        *outer, last = path.split(".")
        part: Any = written
        for step in outer:
            part = part.get(step) if isinstance(part, dict) else None
        if isinstance(part, dict):
            if last not in part:
                yield path
            part.pop(last, None)
