"""What is known of a package while it is edited."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.incremental.check import run_all
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package


class Analysis(msgspec.Struct, frozen=True, eq=False, dict=True, weakref=True):
    """The results of phases 1 to 4 over a package and all that it requires.

    `texts` has the current text of the package's files by their path in it. The results may be
    those of an earlier text: a file that cannot be read keeps the unit that was read last.
    """

    package: Package
    results: PhaseResults
    texts: Mapping[str, str]


def analyse(job: Job) -> list[Analysis]:
    """Return the analysis of every package of a job."""
    results = run_all(job, None, Phase.INHERIT)
    return [
        Analysis(package, results, _texts(package)) for package in results.read.targets
    ]


def _texts(package: Package) -> Mapping[str, str]:
    files = [package.header.file, *(unit.file for unit in package.units)]
    if package.ui is not None:
        files.append(package.ui.node.file)
    return {file.path: file.text for file in files if file.text is not None}
