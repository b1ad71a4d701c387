"""The whole pipeline on one screen: five phases, each a function of the results before it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

from muranopl.ard.sources import Source
from muranopl.diagnostics.model import Diagnostic, Phase
from muranopl.diagnostics.quirks import Quirk
from muranopl.hierarchy.phase import Hierarchy, build
from muranopl.inherit.phase import Inheritance, inherit
from muranopl.namespace.phase import resolve_names
from muranopl.namespace.result import Names
from muranopl.phases.required import report_broken
from muranopl.read.packages import ReadResult, read_all
from muranopl.render.phase import Rendering, render

log = logging.getLogger("muranopl.phases")


class Job(NamedTuple):
    """What to run the phases on: see `read_all` for the three kinds of sources and `replaced`.

    `engine_classes` are the full names of classes the engine writes in Python. In a `closed` world these packages are
    all that will be installed. `quirks` are followed. `executor` runs the independent parts of phase 1, in this
    thread when None; `progress` is called with (packages read, packages in all).
    """

    targets: Sequence[Source]
    libraries: Sequence[Source] = ()
    embedded: Sequence[Source] = ()
    replaced: bool = False
    engine_classes: frozenset[str] = frozenset()
    closed: bool = False
    quirks: frozenset[Quirk] = frozenset()
    executor: Executor | None = None
    progress: Callable[[int, int], None] | None = None


class Outcome:
    """The results of the phases up to `reached`; those after it have no attribute yet.

    `diagnostics` are those of the targets, in the one order of reports; `everything` has those of libraries as well, in
    no order. `unopened` says which of the given paths hold no package.
    """

    read: ReadResult
    names: Names
    hierarchy: Hierarchy
    inheritance: Inheritance
    rendering: Rendering
    reached: Phase
    diagnostics: tuple[Diagnostic, ...]
    everything: tuple[Diagnostic, ...]
    unopened: tuple[Diagnostic, ...] = ()


Step = Callable[[Job, Outcome], Any]

PIPELINE: tuple[tuple[Phase, str, Step], ...] = (
    (Phase.READ, "read", lambda job, _: _read(job)),
    (
        Phase.NAMESPACE,
        "names",
        lambda job, done: resolve_names(done.read.packages, done.read.shadowed, job.engine_classes, closed=job.closed),
    ),
    (Phase.HIERARCHY, "hierarchy", lambda job, done: build(done.names, job.quirks)),
    (Phase.INHERIT, "inheritance", lambda _, done: inherit(done.names, done.hierarchy)),
    (Phase.RENDER, "rendering", lambda _, done: render(done.names, done.inheritance)),
)


def run(job: Job, stop_after: Phase = Phase.RENDER) -> Outcome:
    """Run the phases in order, up to and including `stop_after`."""
    outcome = Outcome()
    found: list[Diagnostic] = []
    for phase, attribute, step in PIPELINE:
        started = time.perf_counter()
        result = step(job, outcome)
        setattr(outcome, attribute, result)
        outcome.reached = phase
        found.extend(result.diagnostics)
        elapsed = time.perf_counter() - started
        log.info("phase %d %s: %.3f s, %d diagnostics", phase.number, phase.value, elapsed, len(result.diagnostics))
        if phase is stop_after:
            break
    outcome.diagnostics = _of_targets(job, outcome, found)
    outcome.everything = (*found, *(d for package in outcome.read.libraries for d in package.diagnostics))
    return outcome


def _read(job: Job) -> ReadResult:
    return read_all(
        job.targets,
        job.libraries,
        job.embedded,
        replaced=job.replaced,
        executor=job.executor,
        progress=job.progress,
    )


def _of_targets(job: Job, outcome: Outcome, found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics of the targets, sorted; those of required packages are summed up where they are required."""
    roots = {source.root for source in job.targets}
    shown = [diagnostic for diagnostic in found if diagnostic.place.file.root in roots]
    if outcome.reached is not Phase.READ:
        hidden = [diagnostic for diagnostic in found if diagnostic.place.file.root not in roots]
        hidden.extend(d for package in outcome.read.libraries for d in package.diagnostics)
        shown.extend(report_broken(outcome.read.targets, outcome.names, hidden))
    return tuple(sorted(shown, key=Diagnostic.sort_key))
