"""The values that the objects of a UI definition are not given, by their names."""

from __future__ import annotations

from collections.abc import Container, Iterable

import msgspec

from muranopl.ard.nodes import Mapping
from muranopl.namespace.result import TypeId


class Lacking(msgspec.Struct, frozen=True, eq=False):
    """An object that is not given a value: its class, and its mapping if it is written in YAML."""

    class_: TypeId
    mapping: Mapping | None


class LackingValues:
    """Collects them; of several objects that lack a value the first one counts.

    `reported` are the names of required values, whose lack is reported at the object.
    """

    def __init__(self) -> None:
        self._first: dict[str, Lacking] = {}
        self._given: set[str] = set()
        self.reported: set[str] = set()

    def note(
        self, class_: TypeId, source: object, settable: Iterable[str], given: Container[str]
    ) -> None:
        """Note the `settable` values of an object that are not `given`."""
        mapping = source if isinstance(source, Mapping) else None
        for name in settable:
            if name in given:
                self._given.add(name)
            else:
                self._first.setdefault(name, Lacking(class_, mapping))

    def note_reported(self, names: Iterable[str]) -> None:
        """Note that the lack of values was reported."""
        self.reported.update(names)

    def of(self, name: str) -> Lacking | None:
        """Return the first object that lacks a value of a name, if no object is given one."""
        return None if name in self._given else self._first.get(name)
