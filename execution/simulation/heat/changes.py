"""Differences between two templates."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.ard.model_path import ROOT, member
from muranopl.execution.simulation.heat.template import Template


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that was added (`before` is absent), removed (`after` is absent), or replaced."""

    path: str
    before: Any = msgspec.UNSET
    after: Any = msgspec.UNSET


def changes(before: Template, after: Template) -> list[Change]:
    """Return the changes from one template to another, in order; lists are compared as a whole."""
    result: list[Change] = []
    waiting = [(ROOT, before, after)]
    while waiting:
        path, old, new = waiting.pop()
        inside = []
        for key in (*old, *(item for item in new if item not in old)):
            step = path + member(key)
            here, there = old.get(key, msgspec.UNSET), new.get(key, msgspec.UNSET)
            if isinstance(here, dict) and isinstance(there, dict):
                inside.append((step, here, there))
            elif not _same(here, there):
                result.append(Change(step, here, there))
        # Last in, first out: keeps the order of keys.
        waiting += reversed(inside)
    return result


def _same(here: Any, there: Any) -> bool:
    # Python takes 1, 1.0 and true for equal, but they are different values in a template
    return type(here) is type(there) and bool(here == there)
