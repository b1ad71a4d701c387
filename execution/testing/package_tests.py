"""Runs of the tests of packages; see `muranopl.Catalog.test`."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from muranopl.diagnostics.findings import Findings
from muranopl.execution.running.executing import Executing
from muranopl.execution.testing.coverage import covered_files
from muranopl.execution.testing.parallel import run_all
from muranopl.execution.testing.report import TestReport
from muranopl.execution.testing.run import TestResult, once_for_classes, run_test
from muranopl.execution.testing.selection import Test, selected, tests_of, unmatched
from muranopl.phases.report import in_order


class TestQuery(NamedTuple):
    """The tests to run: those that match `words`, with `stop` up to the first failure.

    If they are only `listed`, none is run.
    """

    words: Sequence[str]
    stop: bool
    jobs: int | None
    coverage: bool
    listed: bool


def run_tests(executing: Executing, locations: Collection[str], query: TestQuery) -> TestReport:
    """Return the report of running the tests of the packages at some locations."""
    findings = executing.findings
    definition = executing.definition()
    names = executing.results.names
    own = [
        target.id
        for target in executing.results.read.targets
        if target.header.source.location in locations
    ]
    packages = [names.packages[item] for item in own if item in names.packages]
    session = executing.session(definition)
    tests = [test for package in packages for test in tests_of(package, session, findings)]
    results: Sequence[TestResult] = ()
    selection = selected(tests, query.words)
    if not query.listed and (not findings.errors or tests):
        apart = msgspec.structs.replace(executing, findings=Findings())
        opened = functools.partial(apart.session, definition)

        def run(test: Test) -> TestResult:
            return run_test(test, opened, coverage=query.coverage)

        results = once_for_classes(run_all(run, selection, query.jobs, stop=query.stop))
    coverage = None
    if query.coverage:
        fixtures = frozenset(test.type.name for test in tests)
        run_spans = frozenset(span for result in results for span in result.spans)
        coverage = tuple(covered_files(packages, fixtures, run_spans))
    return TestReport(
        tuple(results),
        len(tests),
        in_order(findings.diagnostics),
        coverage,
        unmatched(tests, query.words),
        tuple(test.name for test in selection),
    )
