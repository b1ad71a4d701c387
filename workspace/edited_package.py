"""A package in memory while it is edited: its diagnostics, and its analysis."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from muranopl.diagnostics.configuration.reported import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.phases.job import Job
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.cancelling import never
from muranopl.phases.reuse.kept_files import KeptSource
from muranopl.phases.reuse.kept_scripts import KeptScripts
from muranopl.workspace.analyses import Analyses
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.checks import Checks
from muranopl.workspace.shown import shown


class EditedPackage:
    """The only target of a job, whose files are edited; its libraries never change.

    Results are kept for later texts, as in a `Workspace`. An object is for one thread at a
    time.
    """

    def __init__(self, job: Job) -> None:
        [target] = job.targets
        self._target = KeptSource(target, {})
        libraries = [KeptSource(source, {}) for source in job.libraries]
        self._job = msgspec.structs.replace(job, targets=[self._target], libraries=libraries)
        self._checks = Checks(None, job.max_per_code)
        self._analyses = Analyses(self._checks.knowledge)
        self._scripts = KeptScripts(Cache.in_memory(), job.max_per_code)
        self._diagnostics: tuple[Diagnostic, ...] | None = None

    @property
    def source(self) -> KeptSource:
        """The package with its current texts."""
        return self._target

    def edit(self, texts: Mapping[str, bytes | None]) -> None:
        """Take the texts of all files that are not as in the package, by path.

        Some may be new, and None is the text of a file that is deleted.
        """
        # An editor asks several questions about one state of the texts
        if texts == self._target.texts:
            return
        self._target = self._target.changed(self._target.disk, dict(texts), ())
        self._job = msgspec.structs.replace(self._job, targets=[self._target])
        self._diagnostics = None

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the package, None if there is none."""
        return self._analyses.of(self._job, self._target.location)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return what a check of the package reports."""
        if self._diagnostics is None:
            # The last lane has the result of the whole check, earlier ones that of a part
            for lane in self._checks.lanes(self._job, None, never):
                result = lane.result
            rules = RulesByFile(Settings())
            scripts = self._scripts.about(result.index.targets, rules)
            self._diagnostics = shown(result, scripts, rules, ())
        return self._diagnostics
