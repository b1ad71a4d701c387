"""The whole pipeline on one screen: five phases, each a function of the results before it."""

from __future__ import annotations

import functools
import operator
import time
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.garbage_collection import paused
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.logs import log_info
from muranopl.hierarchy.phase import build
from muranopl.inherit.phase import inherit
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.namespace.phase import resolve_names
from muranopl.namespace.requirements import foreign_names
from muranopl.namespace.result import Names
from muranopl.phases.job import Job, Progress, Stage
from muranopl.phases.misspelt import with_doubts
from muranopl.phases.results import PhaseResults
from muranopl.phases.types import EarlierTypes, Types, merged_types
from muranopl.read.containment import PackagesFailedError, for_each
from muranopl.read.embedded import embedded_package
from muranopl.read.index import PackageIndex, count_files
from muranopl.read.package import Package
from muranopl.read.phase import ReadResult, read_packages
from muranopl.read.reader import PackageReader
from muranopl.semantics.bodies.surroundings import AllFacts, Surroundings

if TYPE_CHECKING:
    from muranopl.render.phase import CheckClasses

Facts = Callable[[], AllFacts]
"""Returns the facts of all packages."""


@paused()
def run(
    job: Job,
    index: PackageIndex,
    reader: PackageReader,
    stop_after: Phase = Phase.RENDER,
    *,
    wanted: Collection[str] | None = None,
    facts: Facts | None = None,
    types: EarlierTypes | None = None,
    bodies: CheckClasses | None = None,
) -> PhaseResults:
    """Run the phases in order, up to `stop_after`, over the packages of an index.

    With `wanted` names only their packages are checked, `index` has located packages already, and
    `facts` returns those of all packages. `reader` reads packages. `types` has results of phases 2 to 4
    of an earlier run, `bodies` results of phase 5 for classes. Packages on which a phase fails are given up, and the
    phases run again. They also run again for a package with misspelt keys, read as it is written:
    errors that this run does not have are `unproven`.
    """
    pipeline = _Pipeline(
        job, index, reader, wanted, facts=facts, types=types or _no_types, bodies=bodies
    )
    # The result of reading alone needs no located packages, and the engine locates none.
    pipeline.locating = wanted is None and stop_after is not Phase.READ and not job.as_written
    while True:  # each time with more packages given up, until giving up does not help and raises
        try:
            results = pipeline.run(stop_after)
        except PackagesFailedError as error:
            reader.give_up_all(pipeline.index, error.failures)
        else:
            break
    if job.as_written:
        return results

    def read_as_written(name: str) -> PhaseResults | None:
        return pipeline.run_as_written(name, stop_after, results)

    return with_doubts(results, read_as_written)


class _Pipeline:
    """The five phases over the packages of an index, with their settings; see `run`."""

    locating = False
    """Whether the first phase locates packages, see `read_packages`."""

    def __init__(
        self,
        job: Job,
        index: PackageIndex,
        reader: PackageReader,
        wanted: Collection[str] | None,
        *,
        facts: Facts | None,
        types: EarlierTypes,
        bodies: CheckClasses | None,
    ) -> None:
        self.index = index
        self._job, self._reader, self._wanted, self._facts = job, reader, wanted, facts
        self._types, self._bodies = types, bodies

    def run(self, stop_after: Phase) -> PhaseResults:
        """Run the phases once. Raise PackagesFailedError if one fails on some packages."""
        started = time.perf_counter()
        # Results are yielded one by one, so that phases after `stop_after` do not run at all
        for phase, results in zip(Phase, self._phases(), strict=True):
            now = time.perf_counter()
            message = "phase %d %s: %.3f s, %d diagnostics"
            count = results.count_reported(phase)
            log_info("muranopl.phases", message, phase.number, phase.value, now - started, count)
            if phase is stop_after:
                break
            started = now
        return results

    def _phases(self) -> Iterator[PhaseResults]:
        """Yield the results of the phases so far, after each of them."""
        job, begin = self._job, self._job.progress.begin

        advance = begin(Stage.READ, self._count_files())
        foreign = foreign_names if self.locating else None
        read = read_packages(self.index, self._reader, self._wanted, foreign, advance)
        self.index, self.locating = read.index, False  # also if the phases run again
        results = functools.partial(PhaseResults, quirks=job.quirks)
        yield results(read)

        # The embedded core library is the same in every check, so phases 2 to 4 reuse its results
        core = _core_library(read)
        parts, remember = self._types(read, job)
        earlier = merged_types([*([] if core is None else [core]), *parts])
        advance = begin(Stage.NAMESPACE, len(read.packages))
        names = resolve_names(
            read,
            job.engine_classes,
            None if earlier is None else earlier.names,
            closed=job.closed,
            quirks=job.quirks,
            advance=advance,
        )
        yield results(read, names)

        begin(Stage.HIERARCHY, 1)
        hierarchy = build(names, job.quirks, None if earlier is None else earlier.hierarchy)
        yield results(read, names, hierarchy)

        begin(Stage.INHERIT, 1)
        inheritance = inherit(names, hierarchy, None if earlier is None else earlier.inheritance)
        remember(Types(names, hierarchy, inheritance))
        yield results(read, names, hierarchy, inheritance)

        from muranopl.render.phase import render  # only checks come this far

        around = Surroundings(self.index, self._facts or functools.partial(_facts, names))
        # Tests assert that embedded packages have no problems, so checks leave them out
        checked = frozenset(read.wanted) - self.index.embedded
        advance = begin(Stage.RENDER, sum(id_.package.name in checked for id_ in inheritance.types))
        rendering = render(
            names,
            inheritance,
            around,
            checked,
            bodies=self._bodies,
            advance=advance,
        )
        yield results(
            read,
            names,
            hierarchy,
            inheritance,
            rendering,
            frozenset(names.depend_on_all),
            rendering.answers,
        )

    def _count_files(self) -> int:
        names = self._wanted
        return count_files(item for item in self.index if names is None or item.name in names)

    def run_as_written(
        self, name: str, stop_after: Phase, results: PhaseResults
    ) -> PhaseResults | None:
        """Return the results for the packages of a name, read as they are written.

        `results` are those of the check. Return None if the engine refuses one of the packages.
        """
        entries = self.index.by_name[name]
        reader = self._reader.reading_as_written(entries)
        if not all(reader.header(entry).usable for entry in entries):
            return None
        # The stages were counted by the first run: `Progress()` reports nothing
        job = msgspec.structs.replace(self._job, progress=Progress(), as_written=True)
        if self._facts is None and results.maybe_names is not None:
            # computed once for all packages that are read as written
            self._facts = functools.cache(functools.partial(_facts, results.maybe_names))
        try:
            return _Pipeline(
                job,
                self.index,
                reader,
                [name],
                facts=self._facts,
                types=self._types,
                bodies=self._bodies,
            ).run(stop_after)
        except PackagesFailedError:
            return None  # reported before, unless it comes from reading the package as written


def _no_types(_read: ReadResult, _job: Job) -> tuple[list[Types], Callable[[Types], None]]:
    return [], lambda _: None


def _facts(names: Names) -> AllFacts:
    """Return the facts of packages that were read completely."""
    from muranopl.semantics.bodies.package_facts import declared_facts

    return AllFacts(
        for_each(names.packages.values(), operator.attrgetter("id"), declared_facts).values()
    )


def _core_library(read: ReadResult) -> Types | None:
    """Return the results for the embedded core library alone, None if another one replaces it."""
    embedded = {
        entry.source
        for entry in read.index.libraries
        if entry.embedded and entry.name == CORE_LIBRARY
    }
    for package in read.libraries:
        if package.header.source in embedded:
            core = core_library(package)
            return Types(core.names, core.hierarchy, core.inheritance)
    return None


@functools.cache
def core_library(package: Package) -> PhaseResults:
    """Return the results of phases 2 to 4 for a core library that is a part of this program.

    It sees no other package, so they are the same in every check; these phases report nothing about
    it.
    """
    embedded = embedded_package(package.header.source)
    if embedded.package is package and isinstance(embedded.results, PhaseResults):
        return embedded.results
    read = ReadResult((), (package,), None, PackageIndex((), (), None), {package.id.name})
    names = resolve_names(read, frozenset())
    hierarchy = build(names)
    return PhaseResults(read, names, hierarchy, inherit(names, hierarchy))
