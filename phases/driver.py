"""The whole pipeline on one screen: five phases, each a function of the results before it."""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.places import Place
from muranopl.hierarchy.phase import Hierarchy, build
from muranopl.inherit.interface import Interface, interfaces
from muranopl.inherit.phase import Inheritance, inherit
from muranopl.namespace.phase import resolve_names
from muranopl.namespace.result import Names
from muranopl.phases.job import Job, look_around
from muranopl.phases.required import report_broken
from muranopl.read.index import PackageIndex
from muranopl.read.look import look, look_at_embedded
from muranopl.read.package import PackageId
from muranopl.read.packages import ReadResult, read_all
from muranopl.render.phase import Rendering, render
from muranopl.semantics.inference.surroundings import Surroundings

log = logging.getLogger("muranopl.phases")


class Part(NamedTuple):
    """A part of the packages at hand: those of the `wanted` names are checked, those they need are there for them.

    `others` gives the interfaces of all other packages, `names` what these declare.
    """

    wanted: frozenset[str]
    others: Callable[[], Iterable[Interface]]
    names: Callable[[], frozenset[str]]


class Outcome:
    """The results of the phases up to `reached`; those after it have no attribute yet.

    `diagnostics` are those of the targets, in the one order of reports; `everything` has those of libraries as well, in
    no order; `found` those of the phases alone. `unopened` says which of the given paths hold no package.
    """

    index: PackageIndex
    part: Part | None = None
    load: YamlLoader
    read: ReadResult
    names: Names
    hierarchy: Hierarchy
    inheritance: Inheritance
    rendering: Rendering
    reached: Phase
    found: tuple[Diagnostic, ...]
    diagnostics: tuple[Diagnostic, ...]
    everything: tuple[Diagnostic, ...]
    unopened: tuple[Diagnostic, ...] = ()

    @functools.cached_property
    def interfaces(self) -> dict[PackageId, Interface]:
        """What other packages may ask of each that was read whole."""
        found = interfaces(self.names, self.inheritance)
        part = self.part
        return found if part is None else {id_: each for id_, each in found.items() if id_.name in part.wanted}

    @functools.cached_property
    def around(self) -> Surroundings:
        """What packages ask of others that they do not see."""
        part = self.part

        def all_interfaces() -> Iterable[Interface]:
            yield from self.interfaces.values()
            yield from part.others() if part else ()

        def names() -> frozenset[str]:
            others = part.names() if part else frozenset[str]()
            return others.union(*(each.names() for each in self.interfaces.values()))

        return Surroundings(self.index, all_interfaces, names)


Step = Callable[[Job, Outcome], Any]

PIPELINE: tuple[tuple[Phase, str, Step], ...] = (
    (Phase.READ, "read", lambda job, done: _read(job, done.index, done)),
    (
        Phase.NAMESPACE,
        "names",
        lambda job, done: resolve_names(done.read, job.engine_classes, done.around.owner, closed=job.closed),
    ),
    (Phase.HIERARCHY, "hierarchy", lambda job, done: build(done.names, job.quirks)),
    (Phase.INHERIT, "inheritance", lambda _, done: inherit(done.names, done.hierarchy)),
    (Phase.RENDER, "rendering", lambda _, done: _render(done)),
)


def run(
    job: Job,
    stop_after: Phase = Phase.RENDER,
    *,
    index: PackageIndex | None = None,
    part: Part | None = None,
    load: YamlLoader = load,
) -> Outcome:
    """Run the phases in order, up to and including `stop_after`; on a part of the packages of an index if one is given.

    `load` reads YAML. Of a part only the diagnostics of its wanted packages are complete.
    """
    outcome = Outcome()
    outcome.found = ()
    outcome.index = look_around(job, look, look_at_embedded) if index is None else index
    outcome.part = part
    outcome.load = load
    return finish(job, outcome, stop_after)


def finish(job: Job, outcome: Outcome, stop_after: Phase = Phase.RENDER) -> Outcome:
    """Run the phases that were not run yet, up to and including `stop_after`."""
    for phase, attribute, step in PIPELINE:
        if hasattr(outcome, attribute):
            continue
        started = time.perf_counter()
        result = step(job, outcome)
        setattr(outcome, attribute, result)
        outcome.reached = phase
        outcome.found += tuple(result.diagnostics)
        elapsed = time.perf_counter() - started
        log.info("phase %d %s: %.3f s, %d diagnostics", phase.number, phase.value, elapsed, len(result.diagnostics))
        if phase is stop_after:
            break
    outcome.diagnostics = _of_targets(job, outcome, outcome.found)
    outcome.everything = (*outcome.found, *(d for package in outcome.read.libraries for d in package.diagnostics))
    return outcome


def _read(job: Job, index: PackageIndex, outcome: Outcome) -> ReadResult:
    wanted = None if outcome.part is None else outcome.part.wanted
    return read_all(index, wanted, load=outcome.load, progress=job.progress)


def _render(outcome: Outcome) -> Rendering:
    part, names = outcome.part, outcome.names
    wanted = None if part is None else {id_ for id_ in names.packages if id_.name in part.wanted}
    return render(names, outcome.inheritance, outcome.around, wanted)


def _of_targets(job: Job, outcome: Outcome, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The diagnostics of the targets, sorted; those of required packages are summed up where they are required."""
    roots = {source.root for source in job.targets}
    shown = [diagnostic for diagnostic in found if diagnostic.place.file.root in roots]
    if outcome.reached is not Phase.READ:
        hidden = [diagnostic for diagnostic in found if diagnostic.place.file.root not in roots]
        hidden.extend(d for package in outcome.read.libraries for d in package.diagnostics)
        targets = ((package.id.name, requires(outcome.names, package.id)) for package in outcome.read.targets)
        shown.extend(report_broken(targets, hidden))
    return tuple(sorted(shown, key=Diagnostic.sort_key))


def requires(names: Names, package: PackageId) -> tuple[tuple[str, Place], ...]:
    """The packages that a package requires, as far as they are there, and where it says so."""
    found = names.requirements[package]
    return tuple((each.requirement.name, each.requirement.name_node.place) for each in found if each.chosen is not None)
