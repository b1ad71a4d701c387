"""Defines a Python distribution: its name, its entry points, and where its modules are.

`finding` creates these, with `metadata` and `checkouts`.
"""

from __future__ import annotations

import re
from itertools import islice

import msgspec

from muranopl.diagnostics.bounds import ENTRY_POINTS
from muranopl.diagnostics.places import File, Place, lines_of
from muranopl.read.extensions.modules import Modules

CLASSES = "io.murano.extensions"
"""The group of entry points named after classes."""
FORMATS = "io.murano.plugins.packages"
"""The group of entry points whose names are formats of packages: `Name/1.0`."""
GROUPS = (CLASSES, FORMATS)


class EntryPoint(msgspec.Struct, frozen=True):
    """One `name = value` of a group, at its place in the metadata."""

    group: str
    name: str
    value: str
    place: Place


class Distribution(msgspec.Struct, frozen=True, eq=False):
    """A distribution with entry points for the engine. `location` identifies it.

    `version` is as written, None if it is not known; `requires` are the requirements of
    distributions, as written.
    """

    name: str
    place: Place
    location: str
    entry_points: tuple[EntryPoint, ...]
    modules: Modules
    version: str | None = None
    requires: tuple[str, ...] = ()

    def of(self, group: str) -> list[EntryPoint]:
        """Return the entry points of a group."""
        return [point for point in self.entry_points if point.group == group]


def entry_points(groups: dict[str, dict[str, str]], file: File) -> list[EntryPoint]:
    """Return the entry points of the engine's groups, with their places in a file."""
    points = (
        (group, name, value) for group in GROUPS for name, value in groups.get(group, {}).items()
    )
    return [
        EntryPoint(group, name, value.strip(), place_of(file, name))
        for group, name, value in islice(points, ENTRY_POINTS.most)
    ]


def place_of(file: File, name: str) -> Place:
    """Return the place of the first line of a file that begins with a key, else of its top."""
    # TOML and Python quote keys, and `setup.py` may have the whole entry in a list of texts
    pattern = re.compile(rf"""[\s"'(,\[{{]*({re.escape(name)})["']?\s*[=:]""")
    for number, line in enumerate(lines_of(file.text or ""), 1):
        if name in line and (match := pattern.match(line)):
            return Place(file, number, match.start(1) + 1, number, match.end(1) + 1)
    return Place(file)
