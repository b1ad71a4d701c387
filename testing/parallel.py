"""Runs tests in several processes, if that is faster."""

from __future__ import annotations

import multiprocessing  # noqa: TID253
from collections.abc import Callable, Iterator, Sequence

from muranopl.diagnostics.places import File
from muranopl.incremental.workers import cores
from muranopl.testing.run import TestResult
from muranopl.testing.selection import Test

WORTHWHILE = 100
"""Tests per additional process: starting one takes as long as a dozen of them."""

_Run = Callable[[Test], TestResult]
_shared: list[tuple[_Run, Sequence[Test]]] = []
"""Data for forked processes, which find it in their memory, as it cannot be pickled."""


def run_all(run: _Run, tests: Sequence[Test], jobs: int | None, *, stop: bool) -> list[TestResult]:
    """Return the results of tests in order; with `stop`, end after the first that does not pass."""
    count = _count(len(tests), jobs)
    if count > 1 and not stop:
        return _in_processes(run, tests, count)
    results: list[TestResult] = []
    for test in tests:
        results.append(run(test))
        if stop and results[-1].outcome != "passed":
            break
    return results


def _count(tests: int, jobs: int | None) -> int:
    """Return the number of processes, 1 if forking is not safe: the shared data cannot be sent."""
    from muranopl.incremental.processes import start_method  # not needed for a single test

    if start_method() != "fork" or multiprocessing.current_process().daemon:
        return 1
    return min(jobs, tests) if jobs is not None else min(cores(), 1 + tests // WORTHWHILE)


def _in_processes(run: _Run, tests: Sequence[Test], count: int) -> list[TestResult]:
    """Run the tests in forked processes."""
    _shared.append((run, tests))
    try:
        with multiprocessing.get_context("fork").Pool(count) as pool:
            # Several chunks per process balance the load.
            match = pool.map(
                _run_one, range(len(tests)), chunksize=max(1, len(tests) // (count * 4))
            )
    finally:
        _shared.pop()
    for result, texts in match:
        for file in _files(result):
            file.text = texts.get(file)
    return [result for result, _ in match]


def _run_one(index: int) -> tuple[TestResult, dict[File, str | None]]:
    """Return a result, and the texts of the files in its diagnostics, which pickled files lack."""
    run, tests = _shared[-1]
    result = run(tests[index])
    return result, {file: file.text for file in _files(result)}


def _files(result: TestResult) -> Iterator[File]:
    for diagnostic in result.diagnostics:
        yield diagnostic.place.file
        yield from (related.place.file for related in diagnostic.related)
