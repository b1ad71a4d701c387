"""Results of phases 2 to 4 for packages that are only seen, kept from one run to the next.

They depend on the package, on all that it sees, and on the settings of the run, but not on what is
checked unless the package sees that. So they hold as long as the same object stands for the package,
and the results of all that it sees hold.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeVar

import msgspec

from muranopl.diagnostics.cycles import components
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.hierarchy.node_maker import together
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.phase import Inheritance
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.namespace.result import Names
from muranopl.phases.job import Job
from muranopl.read.index import LibrariesOnce
from muranopl.read.package import Package
from muranopl.read.phase import ReadResult

K = TypeVar("K")
V = TypeVar("V")


class Seen(msgspec.Struct, frozen=True, eq=False):
    """The results of phases 2 to 4 for some packages."""

    names: Names
    hierarchy: Hierarchy
    inheritance: Inheritance


class _KeptResults(msgspec.Struct, frozen=True, eq=False):
    """The results of packages, and what they depend on.

    The packages are all of one name, or of several names that require one another.
    """

    packages: tuple[Package, ...]
    settings: Hashable
    sees: tuple[_KeptResults, ...]
    results: Seen


class SeenPackages:
    """The packages in a run that see none of those that are checked.

    `core` has the results of the embedded core library, if that is one of them. `once` has results
    of earlier runs, and gets those of this one.
    """

    def __init__(self, read: ReadResult, job: Job, once: LibrariesOnce, core: Seen | None) -> None:
        self._core, self._once = core, once.results
        self._settings = job.quirks, job.engine_classes, job.closed, read.max_per_code
        # Results that a limit of the machine cut short may be better the next time
        self._watch = LimitWatch()
        self._kept: dict[str, _KeptResults] = {}
        self._unknown: dict[tuple[str, ...], tuple[Package, ...]] = {}
        self._sees: Mapping[str, Collection[str]] = {}
        if self._once is not None:
            self._find(read, self._once)

    def _find(self, read: ReadResult, once: Mapping[tuple[str, ...], object]) -> None:
        """Take the results that hold, and list the packages without."""
        by_name: dict[str, list[Package]] = {}
        for package in read.packages:
            by_name.setdefault(package.id.name, []).append(package)
        self._sees = {name: _seen_by(name, read) & by_name.keys() for name in by_name}
        checked = set(read.wanted)
        # In this order, all that a component sees was decided before it
        for names in components(self._sees):
            if not checked.isdisjoint((*names, *self._others(names))):
                checked.update(names)  # as they see packages that are
                continue
            packages = tuple(chain.from_iterable(by_name[name] for name in names))
            kept = once.get(names)
            if isinstance(kept, _KeptResults) and self._holds(kept, names, packages):
                self._kept.update(dict.fromkeys(names, kept))
            else:
                self._unknown[names] = packages

    def _others(self, names: Collection[str]) -> Iterator[str]:
        """Yield the names of other packages that those of some names see."""
        result = set(chain.from_iterable(self._sees[name] for name in names))
        # In the same order in each run, as `_holds` compares them one by one
        yield from sorted(result.difference(names))

    def _holds(
        self, kept: _KeptResults, names: Collection[str], packages: Collection[Package]
    ) -> bool:
        sees = [self._kept.get(name) for name in self._others(names)]
        return (
            kept.settings == self._settings
            and _are_same(kept.packages, packages)
            and _are_same(kept.sees, sees)
        )

    def known(self) -> Seen | None:
        """Return the results that hold, None if there are none."""
        # Packages that require one another have their results in common
        kept = {id(item): item.results for item in self._kept.values()}
        parts = [*([] if self._core is None else [self._core]), *kept.values()]
        return _together(parts) if len(parts) > 1 else next(iter(parts), None)

    def keep(self, results: Seen) -> None:
        """Keep the results of this run that are not known from an earlier one."""
        if self._once is None or self._watch.met:
            return
        for names, packages in self._unknown.items():
            sees = [self._kept.get(name) for name in self._others(names)]
            present = [item for item in sees if item is not None]
            # What a package that is not at hand would change is not known
            if len(present) < len(sees) or not results.names.depend_on_all.isdisjoint(names):
                continue
            own = _of_packages(results, packages)
            kept = _KeptResults(packages, self._settings, tuple(present), own)
            self._kept.update(dict.fromkeys(names, kept))
            self._once[names] = kept


def _seen_by(name: str, read: ReadResult) -> set[str]:
    return {CORE_LIBRARY, *read.index.sees(name)} - {name}


def _are_same(first: Collection[object], second: Collection[object]) -> bool:
    """Return whether two collections have the same objects."""
    # By identity, as a package whose files changed is read anew, and comparing contents is slow
    return len(first) == len(second) and all(
        one is other for one, other in zip(first, second, strict=True)
    )


def _of_packages(results: Seen, packages: Iterable[Package]) -> Seen:
    """Return the results of some packages."""
    names = results.names.of_packages({package.id: None for package in packages})
    types = names.classes.keys()
    return Seen(names, results.hierarchy.of_types(types), results.inheritance.of_types(types))


def _together(parts: Collection[Seen]) -> Seen:
    """Return the results of several packages as one."""
    names = [part.names for part in parts]
    hierarchies = [part.hierarchy for part in parts]
    inheritances = [part.inheritance for part in parts]
    return Seen(
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
