"""Runs tests in several processes, if that is faster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

from muranopl.diagnostics.places import File
from muranopl.execution.testing.run import TestResult
from muranopl.execution.testing.selection import Test
from muranopl.phases.workers.processes import (
    ProcessEndedError,
    WorkerProcess,
    can_fork,
    held_signals,
)
from muranopl.phases.workers.workers import cores

WORTHWHILE = 100
"""Tests per additional process: starting one takes as long as a dozen of them."""

_Run = Callable[[Test], TestResult]
_Texts = dict[File, str | None]
"""The texts of files, which copies of these in other processes lack."""


def run_all(run: _Run, tests: Sequence[Test], jobs: int | None, *, stop: bool) -> list[TestResult]:
    """Return the results of tests in order; with `stop`, end after the first that does not pass."""
    count = _count(len(tests), jobs)
    # Processes cannot know which test is the first that fails, so `stop` runs them in order
    if count > 1 and not stop:
        return _in_processes(run, tests, count)
    results: list[TestResult] = []
    for test in tests:
        results.append(run(test))
        if stop and results[-1].outcome != "passed":
            break
    return results


def _count(tests: int, jobs: int | None) -> int:
    """Return the number of processes: 1 if this one cannot be copied, as tests cannot be sent."""
    if not can_fork():
        return 1
    if jobs is not None:
        return min(jobs, tests)
    return min(cores(), 1 + tests // WORTHWHILE)


def _in_processes(run: _Run, tests: Sequence[Test], count: int) -> list[TestResult]:
    """Run the tests in copies of this process, each every `count`-th of them."""
    results: dict[int, TestResult] = {}
    with contextlib.ExitStack() as closing:
        workers: list[WorkerProcess] = []
        with held_signals():
            for _ in range(count):
                worker = WorkerProcess((run, tests), fork=True)
                closing.callback(worker.close)
                workers.append(worker)
        parts = [worker.submit(_run_part, at, count) for at, worker in enumerate(workers)]
        for at, part in enumerate(parts):
            try:
                finished = part.result()
            except ProcessEndedError:
                # The system kills processes where memory is short: this one is left.
                finished = _run_part((run, tests), at, count, None)
            for number, (result, texts) in finished.items():
                for file in _files(result):
                    file.text = texts.get(file)
                results[number] = result
    return [results[number] for number in range(len(tests))]


def _run_part(
    shared: tuple[_Run, Sequence[Test]], first: int, step: int, _report: object
) -> dict[int, tuple[TestResult, _Texts]]:
    """Run every `step`-th test from the `first` on; return the results by number."""
    run, tests = shared
    part: dict[int, tuple[TestResult, _Texts]] = {}
    for number in range(first, len(tests), step):
        result = run(tests[number])
        part[number] = result, {file: file.text for file in _files(result)}
    return part


def _files(result: TestResult) -> Iterator[File]:
    for diagnostic in result.diagnostics:
        yield diagnostic.place.file
        yield from (related.place.file for related in diagnostic.related)
