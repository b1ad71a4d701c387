"""One package that is edited: its files in memory, and the results about them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import File
from muranopl.phases.job import Job
from muranopl.phases.report import DraftReport
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.scripts import remembered_scripts
from muranopl.phases.reuse.snapshots import Snapshot
from muranopl.read.package import Package
from muranopl.workspace.analysis import Analyses, Analysis
from muranopl.workspace.broken_texts import (
    BrokenFiles,
    BrokenTexts,
    in_current_texts,
    syntax_errors,
)
from muranopl.workspace.checks import Checks


class EditedPackage:
    """The only target of a job, whose files are edited; its libraries never change.

    Results are kept for later texts, as in a `Workspace`. An object is for one thread at a
    time.
    """

    def __init__(self, job: Job) -> None:
        [target] = job.targets
        self._target = self.source = Snapshot(target, {})
        """What is checked, and the package with its current texts, some of which may be broken."""
        libraries = [Snapshot(source, {}) for source in job.libraries]
        self._job = msgspec.structs.replace(job, targets=[self._target], libraries=libraries)
        self._checks = Checks(None, job.max_per_code)
        self._broken = BrokenTexts(self._file)
        self._analyses = Analyses(self._checks.current, self._broken.current)
        self._cache = Cache.in_memory()
        self._diagnostics: tuple[Diagnostic, ...] | None = None
        self._texts: Mapping[str, bytes | None] = {}

    def _file(self, path: str) -> File:
        return self._target.file(path)

    def edit(self, texts: Mapping[str, bytes | None]) -> None:
        """Take the texts of all files that are not as in the package, by path.

        Some may be new, and None is the text of a file that is deleted.
        """
        # An editor asks several questions about one state of the texts
        if texts == self._texts:
            return
        source, before = self._target.source, self._texts
        self._texts = dict(texts)
        # A text that is not edited any more is none that can be broken
        readable = {
            path: self._broken.readable(path, texts.get(path), source.read)
            for path in {**before, **texts}
        }
        kept = {path: text for path, text in readable.items() if path in texts}
        self._target = self._target.changed(source, kept, ())
        self.source = Snapshot(source, self._texts)
        self._job = msgspec.structs.replace(self._job, targets=[self._target])
        self._diagnostics = None

    def read_text(self, path: str) -> str | None:
        """Return what is read of an edited file, see `BrokenTexts`."""
        return self._broken.read_text(path)

    @property
    def broken(self) -> BrokenFiles:
        """The files with broken texts."""
        return self._broken.files()

    @property
    def package(self) -> Package | None:
        """The package by itself, None if there is none."""
        current = self._checks.current
        entry = current.packages(self._job).at(self._target.location)
        return None if entry is None else current.reader.package(entry)

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the package, None if there is none."""
        return self._analyses.of(self._job, self._target.location)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return what a check of the package reports."""
        if self._diagnostics is None:
            result = self._checks.check(self._job)
            rules = RulesByFile(Settings())
            scripts = remembered_scripts(
                result.index.targets,
                self._checks.current.answers,
                self._cache,
                rules,
                self._job.max_per_code,
            )
            broken = self._broken.files()
            further = (*scripts, *syntax_errors(broken, result.index, self._checks.current.reader))
            report = DraftReport(self._job, result, rules, further=further).filled()
            self._diagnostics = tuple(in_current_texts(report.diagnostics, broken))
        return self._diagnostics
