"""The whole pipeline on one screen: five phases, each a function of the results before it."""

from __future__ import annotations

import functools
import operator
import time
from collections.abc import Callable, Collection
from typing import ParamSpec, Protocol, TypeVar

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.logs import log_info
from muranopl.execution.methods_of_values import methods_of_values
from muranopl.hierarchy.phase import build
from muranopl.inherit.phase import inherit
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.namespace.phase import resolve_names
from muranopl.namespace.result import Names
from muranopl.phases.job import Job
from muranopl.phases.misspelt import with_doubts
from muranopl.phases.progress import Progress, Stage
from muranopl.phases.results import PhaseResults
from muranopl.read.containment import PackagesFailedError, for_each
from muranopl.read.embedded import embedded_package
from muranopl.read.index import PackageIndex, count_files
from muranopl.read.package import Package
from muranopl.read.phase import ReadResult, read_all
from muranopl.read.reader import PackageReader
from muranopl.render.phase import render
from muranopl.semantics.inference.package_facts import declared_facts
from muranopl.semantics.inference.surroundings import AllFacts, Surroundings


def run(
    job: Job,
    index: PackageIndex,
    reader: PackageReader,
    wanted: Collection[str],
    stop_after: Phase = Phase.RENDER,
    *,
    facts: Callable[[], AllFacts] | None = None,
) -> PhaseResults:
    """Run the phases in order, up to `stop_after`, over the packages of the `wanted` names.

    Results for other packages of the index are incomplete; `facts` returns those of all packages,
    and is not needed if all are wanted. `reader` reads packages. Packages on which a phase fails
    are given up, and the phases run again. They also run again for a package with misspelt keys,
    read as it is written: errors that this run does not have are `unproven`.
    """
    while True:  # each time with more packages given up, until giving up does not help and raises
        try:
            results = _run_phases(job, index, reader, wanted, stop_after, facts=facts)
        except PackagesFailedError as error:
            reader.give_up_all(index, error.failures)
        else:
            break
    if job.as_written:
        return results
    if facts is None and results.maybe_names is not None:
        facts = functools.cache(functools.partial(_facts, results.maybe_names))
    unheard = msgspec.structs.replace(job, progress=Progress(), as_written=True)

    def read_as_written(name: str) -> PhaseResults | None:
        own = reader.as_written(index.by_name[name])
        if not all(own.header(entry).usable for entry in index.by_name[name]):
            return None
        try:
            return _run_phases(unheard, index, own, [name], stop_after, facts=facts)
        except PackagesFailedError:
            return None  # the failure was reported, unless it comes from reading the package as written

    return with_doubts(results, wanted, read_as_written)


def _run_phases(
    job: Job,
    index: PackageIndex,
    reader: PackageReader,
    wanted: Collection[str],
    stop_after: Phase,
    *,
    facts: Callable[[], AllFacts] | None,
) -> PhaseResults:
    """Run the phases once. Raise PackagesFailedError if one fails on some packages."""
    begin = job.progress.begin
    reading = begin(Stage.READ, count_files(entry for entry in index if entry.name in wanted))
    read = _timed(Phase.READ, read_all, index, reader, wanted, reading)
    if stop_after is Phase.READ:
        return PhaseResults(read)
    # The embedded core library never changes, so its results are computed once for all checks.
    core = _core_library(read)
    names = _timed(
        Phase.NAMESPACE,
        resolve_names,
        read,
        job.engine_classes,
        core.maybe_names,
        closed=job.closed,
        quirks=job.quirks,
        advance=begin(Stage.NAMESPACE, len(read.packages)),
    )
    if stop_after is Phase.NAMESPACE:
        return PhaseResults(read, names)
    begin(Stage.HIERARCHY, 1)
    hierarchy = _timed(Phase.HIERARCHY, build, names, job.quirks, core.maybe_hierarchy)
    if stop_after is Phase.HIERARCHY:
        return PhaseResults(read, names, hierarchy)
    begin(Stage.INHERIT, 1)
    inheritance = _timed(Phase.INHERIT, inherit, names, hierarchy, core.maybe_inheritance)
    if stop_after is Phase.INHERIT:
        return PhaseResults(read, names, hierarchy, inheritance)
    given_up = {entry.name for entry in index if entry.source in reader.given_up}
    surroundings = Surroundings(index, facts or functools.partial(_facts, names), given_up)
    checked = frozenset(wanted) - index.embedded
    rendering = _timed(
        Phase.RENDER,
        render,
        names,
        inheritance,
        surroundings,
        checked,
        methods_of_values,
        advance=begin(Stage.RENDER, sum(id_.package.name in checked for id_ in inheritance.types)),
    )
    asked = frozenset(names.asked | surroundings.asked)
    return PhaseResults(
        read, names, hierarchy, inheritance, rendering, asked, tuple(surroundings.answers)
    )


def _facts(names: Names) -> AllFacts:
    """Return the facts of packages that were read completely."""
    return AllFacts(
        for_each(names.packages.values(), operator.attrgetter("id"), declared_facts).values()
    )


def _core_library(read: ReadResult) -> PhaseResults:
    """Return the results for the embedded core library alone.

    Empty ones if another library replaces it.
    """
    embedded = {
        entry.source
        for entry in read.index.libraries
        if entry.embedded and entry.name == CORE_LIBRARY
    }
    result = (
        core_library(package) for package in read.libraries if package.header.source in embedded
    )
    return next(result, PhaseResults(read))


@functools.cache
def core_library(package: Package) -> PhaseResults:
    """Return the results of phases 2 to 4 for a core library that is a part of this program.

    It sees no other package, so they are the same in every check; these phases report nothing about
    it.
    """
    known = embedded_package(package.header.source)
    if known.package is package and isinstance(known.results, PhaseResults):
        return known.results
    read = ReadResult((), (package,), None, PackageIndex((), (), None))
    names = resolve_names(read, frozenset())
    hierarchy = build(names)
    return PhaseResults(read, names, hierarchy, inherit(names, hierarchy))


class _PhaseResult(Protocol):
    @property
    def diagnostics(self) -> list[Diagnostic]: ...


P = ParamSpec("P")
R = TypeVar("R", bound=_PhaseResult)


def _timed(phase: Phase, run: Callable[P, R], *args: P.args, **settings: P.kwargs) -> R:
    started = time.perf_counter()
    result = run(*args, **settings)
    elapsed = time.perf_counter() - started
    message = "phase %d %s: %.3f s, %d diagnostics"
    log_info(
        "muranopl.phases", message, phase.number, phase.value, elapsed, len(result.diagnostics)
    )
    return result
