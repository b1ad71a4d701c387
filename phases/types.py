"""Selects results of phases 2 to 4 for some packages, and merges results of several packages.

`reuse/types.py` remembers them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

import msgspec

from muranopl.hierarchy.nodes import together
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names
from muranopl.phases.job import Job
from muranopl.read.package import Package
from muranopl.read.phase import ReadResult

K = TypeVar("K")
V = TypeVar("V")


class Types(msgspec.Struct, frozen=True, eq=False):
    """The results of phases 2 to 4 for some packages."""

    names: Names
    hierarchy: Hierarchy
    inheritance: Inheritance


Remember = Callable[[Types], None]
EarlierTypes = Callable[[ReadResult, Job], tuple[list[Types], Remember]]
"""Returns types of earlier runs for packages that see none of the checked ones, and a function that
takes the types of this run."""


def of_packages(results: Types, packages: Iterable[Package]) -> Types:
    """Return the types of some packages."""
    names = results.names.of_packages({package.id: None for package in packages})
    types = names.classes.keys()
    return Types(names, results.hierarchy.of_types(types), results.inheritance.of_types(types))


def merged_types(parts: Sequence[Types]) -> Types | None:
    """Return the results of several packages as one, None without any."""
    if len(parts) < 2:
        return parts[0] if parts else None
    names = [part.names for part in parts]
    hierarchies = [part.hierarchy for part in parts]
    inheritances = [part.inheritance for part in parts]
    return Types(
        msgspec.structs.replace(
            names[0],
            packages=_merged(item.packages for item in names),
            references=_merged(item.references for item in names),
            resolved=_merged(item.resolved for item in names),
        ),
        Hierarchy(
            _merged(item.nodes for item in hierarchies),
            _merged(item.incomplete for item in hierarchies),
            [],
            unmerged=_merged(item.unmerged for item in hierarchies),
            versions_met=together(item.versions_met for item in hierarchies),
        ),
        Inheritance(
            _merged(item.types for item in inheritances),
            tuple(chain.from_iterable(item.tasks for item in inheritances)),
            [],
        ),
    )


def _merged(tables: Iterable[Mapping[K, V]]) -> dict[K, V]:
    result: dict[K, V] = {}
    for table in tables:
        result.update(table)
    return result
