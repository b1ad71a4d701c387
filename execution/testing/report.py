"""The report of a run of tests."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.execution.testing.coverage import CoveredFile
from muranopl.execution.testing.run import TestResult
from muranopl.execution.testing.selection import UnmatchedName


class TestReport(msgspec.Struct, frozen=True):
    """The results of tests, in order; `found` is the number of existing tests.

    `selected` are the names of the tests that were to run. `unmatched` are the given names that
    match no test, each with the nearest name. `diagnostics`
    are those of test classes that cannot be loaded; those of tests are in their results. `coverage`
    has the class files of the tested packages, None if it was not requested.
    """

    # pytest would collect a class of this name as tests
    __test__ = False

    results: tuple[TestResult, ...]
    found: int
    diagnostics: tuple[Diagnostic, ...]
    coverage: tuple[CoveredFile, ...] | None = None
    unmatched: tuple[UnmatchedName, ...] = ()
    selected: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all tests passed, and all test classes can be loaded."""
        return not (errors_of(self.diagnostics) or self.failures)

    @property
    def failures(self) -> tuple[TestResult, ...]:
        """The tests that did not pass."""
        return tuple(result for result in self.results if result.outcome != "passed")

    def __repr__(self) -> str:
        passed = len(self.results) - len(self.failures)
        return f"<muranopl.TestReport: {passed:,} passed, {len(self.failures):,} failed>"

    def to_data(self, encode: Any) -> dict[str, Any]:
        """Return the report as plain data for JSON; `encode` converts a diagnostic."""
        result: dict[str, Any] = {
            "results": [
                {
                    "package": result.package,
                    "class": result.class_,
                    "method": result.method,
                    "case": result.case,
                    "outcome": result.outcome,
                    "seconds": round(result.seconds, 4),
                    "diagnostics": [encode(one) for one in result.diagnostics],
                    "log": list(result.log),
                    "simulated": list(result.simulated),
                }
                for result in self.results
            ],
            "passed": len(self.results) - len(self.failures),
            "failed": len(self.failures),
            "found": self.found,
            "selected": list(self.selected),
            "unmatched": [item._asdict() for item in self.unmatched],
            "diagnostics": [encode(diagnostic) for diagnostic in self.diagnostics],
        }
        if self.coverage is not None:
            result["coverage"] = [
                {
                    "file": item.file.address,
                    "instructions": item.instructions,
                    "run": item.run,
                    "missing": item.missing,
                }
                for item in self.coverage
            ]
        return result
