"""Tests shared among processes, where that is worth it."""

from __future__ import annotations

import multiprocessing  # noqa: TID253
import os
from collections.abc import Callable, Sequence

from muranopl.testing.report import without_details
from muranopl.testing.run import TestResult
from muranopl.testing.selection import Test

WORTHWHILE = 100
"""Tests from which on a further process surely pays: starting it takes as long as a dozen of them."""

_Run = Callable[[Test], TestResult]
_shared: list[tuple[_Run, Sequence[Test]]] = []
"""What forked processes find in their memory: it cannot be sent."""


def run_all(run: _Run, tests: Sequence[Test], jobs: int | None, *, stop: bool) -> list[TestResult]:
    """Return the results of tests in their order; with `stop` none after the first that does not pass."""
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
    if "fork" not in multiprocessing.get_all_start_methods():
        return 1
    if jobs is not None:
        return min(jobs, tests)
    return min(len(os.sched_getaffinity(0)), 1 + tests // WORTHWHILE)


def _in_processes(run: _Run, tests: Sequence[Test], count: int) -> list[TestResult]:
    """Run each test in one of some forked processes; one that does not pass is run here again, for its diagnostics."""
    _shared.append((run, tests))
    try:
        with multiprocessing.get_context("fork").Pool(count) as pool:
            results = pool.map(_run_one, range(len(tests)), chunksize=max(1, len(tests) // (count * 4)))
    finally:
        _shared.pop()
    return [each if each.outcome == "passed" else run(test) for each, test in zip(results, tests, strict=True)]


def _run_one(index: int) -> TestResult:
    run, tests = _shared[-1]
    return without_details(run(tests[index]))
