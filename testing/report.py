"""The report of a run of tests."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.testing.coverage import CoveredFile
from muranopl.testing.run import TestResult
from muranopl.testing.selection import UnmatchedName


class TestReport(msgspec.Struct, frozen=True):
    """The results of tests, in order; `found` is the number of existing tests.

    `unmatched` are the given names that match no test, each with the nearest name. `diagnostics`
    are those of test classes that cannot be loaded; those of tests are in their results. `coverage`
    has the class files of the tested packages, None if it was not requested.
    """

    __test__ = False

    results: tuple[TestResult, ...]
    found: int
    diagnostics: tuple[Diagnostic, ...]
    coverage: tuple[CoveredFile, ...] | None = None
    unmatched: tuple[UnmatchedName, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all tests passed, and all test classes can be loaded."""
        is_loaded = not any(each.severity is Severity.ERROR for each in self.diagnostics)
        return is_loaded and not self.failures

    @property
    def failures(self) -> tuple[TestResult, ...]:
        """The tests that did not pass."""
        return tuple(each for each in self.results if each.outcome != "passed")

    def __repr__(self) -> str:
        passed = len(self.results) - len(self.failures)
        return f"<muranopl.TestReport: {passed:,} passed, {len(self.failures):,} failed>"

    def to_data(self, encode: Any) -> dict[str, Any]:
        """Return the report as plain data for JSON; `encode` converts a diagnostic."""
        made: dict[str, Any] = {
            "results": [
                {
                    "package": each.package,
                    "class": each.class_,
                    "method": each.method,
                    "outcome": each.outcome,
                    "seconds": round(each.seconds, 4),
                    "diagnostics": [encode(one) for one in each.diagnostics],
                    "log": list(each.log),
                    "simulated": list(each.simulated),
                }
                for each in self.results
            ],
            "passed": len(self.results) - len(self.failures),
            "failed": len(self.failures),
            "found": self.found,
            "unmatched": [each._asdict() for each in self.unmatched],
            "diagnostics": [encode(each) for each in self.diagnostics],
        }
        if self.coverage is not None:
            made["coverage"] = [
                {"file": each.file.address, "instructions": each.instructions, "run": each.run, "missing": each.missing}
                for each in self.coverage
            ]
        return made
