"""The tests that did not pass when they ran last, kept in the folder of the cache."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from typing import TYPE_CHECKING

from muranopl.interfaces.cli.package_options import Common
from muranopl.phases.reuse.folder import default_folder

if TYPE_CHECKING:
    from muranopl.execution.testing.report import TestReport
    from muranopl.execution.testing.run import TestResult


class FailedTests:
    """The names of failed tests, "full.Name.testIt", by the packages that were given."""

    def __init__(self, common: Common) -> None:
        paths = "\0".join(sorted(map(os.path.abspath, common.paths)))
        name = hashlib.sha256(paths.encode(errors="surrogateescape")).hexdigest()[:32]
        self._file = None
        if not common.no_cache:
            folder = common.cache_dir or default_folder()
            self._file = os.path.join(folder, "failed-tests", f"{name}.json")

    @property
    def names(self) -> list[str]:
        """The names, sorted; none if nothing readable was kept."""
        try:
            with open(self._file or os.devnull, encoding="utf-8") as file:
                names = json.load(file)
        except (OSError, ValueError):
            return []
        is_valid = isinstance(names, list) and all(isinstance(n, str) for n in names)
        return names if is_valid else []

    def keep(self, report: TestReport) -> None:
        """Record the results of tests; what did not run stays as it was."""
        if self._file is None:
            return
        names = set(self.names) - {item.name for item in report.unmatched}
        for item in report.results:
            names -= {item.name, item.class_}
        names |= {_name(item) for item in report.failures}
        # The next run has only less to go by if nothing can be written
        with contextlib.suppress(OSError):
            os.makedirs(os.path.dirname(self._file), exist_ok=True)
            with open(self._file, "w", encoding="utf-8") as file:
                json.dump(sorted(names), file)


def _name(result: TestResult) -> str:
    """Return the name of a test; of a class, if its object or setUp failed before any test."""
    is_test = result.method.startswith("test")
    return result.name if is_test else result.class_
