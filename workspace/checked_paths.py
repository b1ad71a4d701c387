"""Finds the packages below some paths, and returns the diagnostics to show after each change."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence

from muranopl.ard.remote.fetching import Remote
from muranopl.ard.sources.named_files import read_named
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.own_rules import gathered
from muranopl.diagnostics.places import File
from muranopl.diagnostics.usage import UsageError
from muranopl.namespace.required.lock_file import required_lock
from muranopl.phases.job import Job
from muranopl.phases.report import DraftReport
from muranopl.phases.reuse.answers import IsCancelled
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.opened_paths import OpenedPaths
from muranopl.phases.reuse.opening import PackagePaths
from muranopl.phases.reuse.package_results import FileIndex
from muranopl.phases.reuse.scripts import remembered_scripts
from muranopl.views.graph.rule_run import apply_rules
from muranopl.workspace.analysis import Analyses, Analysis
from muranopl.workspace.background_check import BackgroundCheck
from muranopl.workspace.broken_texts import BrokenTexts, in_current_texts, syntax_errors
from muranopl.workspace.checks import Checks, Lane

Diagnostics = tuple[Diagnostic, ...]


class CheckedPaths:
    """The packages below some paths, checked with settings; see `Workspace`."""

    def __init__(self, paths: Sequence[str], settings: Settings, cache: Cache | None) -> None:
        lock, self._problem = _lock(settings, paths)
        remote = Remote(None if cache is None else cache.folder, calls_by_path=True)
        self._given = PackagePaths.of(tuple(paths), settings, remote, lock=lock)
        self._settings = settings
        self._checks = Checks(cache, self._given.max_per_code)
        self.files = OpenedPaths(self._given)
        self._broken = BrokenTexts(self._file)
        self._analyses = Analyses(self._checks.current, self._broken.current)
        self._checked: Job | None = None
        self._edited: str | None = None
        self._said: dict[File, Diagnostics] = {}
        # Settings may name the codes of these rules
        self._own_rules = gathered(settings.rules)
        self._found_by_rules: Sequence[Diagnostic] = ()
        self._cache = cache or Cache.in_memory()
        self._about_scripts: Sequence[Diagnostic] = ()

    def edit(self, path: str, text: bytes | None) -> None:
        """Set the text of a file in an editor; None restores that on the disk."""
        self.files.put(path, self._broken.readable(path, text, read_named))
        self._edited = path

    def read_text(self, path: str) -> str | None:
        """Return what is read of a file that an editor has, see `BrokenTexts`."""
        return self._broken.read_text(path)

    def known_diagnostics(self, path: str) -> Diagnostics:
        """Return the diagnostics of a file that earlier checks reported."""
        file = self._file(path)
        return () if file is None else self._said.get(file, ())

    def diagnostics(
        self, is_cancelled: IsCancelled, *, waits: bool
    ) -> Iterator[tuple[File, Diagnostics]]:
        """Yield the files whose diagnostics have changed; end early if cancelled.

        Unless it `waits`, also end where the `background` check has to come first.
        """
        job = self.files.job
        if job is self._checked:
            return
        rules = RulesByFile(self._settings)
        edited = self._edited_file()
        lanes = self._checks.lanes(job, edited, is_cancelled, waits=waits)
        while (lane := _next(lanes)) is not None:
            if lane.decided is None:
                self._require_core(lane)
                self._apply_rules(job)
                self._about_scripts = remembered_scripts(
                    lane.result.index.targets,
                    self._checks.current.answers,
                    self._cache,
                    rules,
                    self._given.max_per_code,
                )
            by_file: dict[File, list[Diagnostic]] = {}
            broken = self._broken.files()
            report = DraftReport(
                job,
                lane.result,
                rules,
                unopened=self.files.unopened,
                further=(
                    *self._found_by_rules,
                    *self._about_scripts,
                    *syntax_errors(broken, lane.result.index, self._checks.current.reader),
                ),
                baseline=rules.known_diagnostics(),
                paths=self._given.paths,
                plugins=self._given.extensions,
            )
            for item in in_current_texts(report.filled().diagnostics, broken):
                by_file.setdefault(item.place.file, []).append(item)
            yield from self._changed(lane, by_file)
            if lane.decided is None:
                self._checked = job
        if self._checked is self.files.job:
            self._edited = None

    @property
    def background(self) -> BackgroundCheck | None:
        """The background check, as long as its results are awaited."""
        return self._checks.background

    def stop(self) -> None:
        """End the background check, as there will be no further ones."""
        self._checks.stop()

    @property
    def problem(self) -> str | None:
        """The problem of the settings, or None."""
        problem = self.files.problem
        return self._problem or (None if problem is None else str(problem))

    def _require_core(self, lane: Lane) -> None:
        try:
            self._given.require_core(lane.result.index)
        except UsageError as error:
            self._problem = str(error)

    def _apply_rules(self, job: Job) -> None:
        """Apply the rules of one's own to all packages."""
        if self._own_rules:
            self._found_by_rules = apply_rules(
                self._own_rules,
                self._checks.run_all(job, Phase.INHERIT),
                {source.location for source in job.targets},
                self._given.quirks,
                self._given.max_per_code,
            )

    def _edited_file(self) -> File | None:
        return None if self._edited is None else self._file(self._edited)

    def _file(self, path: str) -> File | None:
        """Return the file of a package at a path, None for other files."""
        located = self.files.find(path)
        if located is None:
            return None
        source, name = located
        return source.file(name)

    def _changed(
        self, lane: Lane, by_file: dict[File, list[Diagnostic]]
    ) -> Iterator[tuple[File, Diagnostics]]:
        """Yield the files that a lane decides, as far as their diagnostics have changed.

        The edited file is always one of its lane, so that callers know when it was checked. A file
        counts as reported only once the caller asks for the next one: it drops the last one if the
        texts have changed meanwhile.
        """
        files = FileIndex(lane.result.index)
        edited = () if lane.file is None else (lane.file,)
        for file in dict.fromkeys((*edited, *by_file, *self._said)):
            diagnostics = tuple(by_file.get(file, ()))
            is_edited = file == lane.file
            if not is_edited and _are_same(self._said.get(file, ()), diagnostics):
                continue
            if not _decides(lane, file, files):
                continue
            yield file, diagnostics
            if diagnostics:
                self._said[file] = diagnostics
            else:
                self._said.pop(file, None)

    def analysis(self, path: str) -> Analysis | None:
        """Return the analysis of the package of a file, None for files of no package."""
        job = self.files.job  # which finds the packages
        located = self.files.find(path)
        return None if located is None else self._analyses.of(job, located[0].location)

    def analyses(self) -> Iterator[Analysis]:
        """Yield the analysis of each package."""
        yield from self._analyses.all(self.files.job)


def _lock(settings: Settings, paths: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the path of the lock file, or the problem that there is none; two None without one."""
    if not settings.locked:
        return None, None
    try:
        return required_lock(paths), None
    except UsageError as error:
        return None, str(error)


def _next(lanes: Iterator[Lane]) -> Lane | None:
    """Return the next lane, None after the last one; garbage is collected between them.

    A collection of everything takes longer than most lanes.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return next(lanes, None)
    finally:
        if collects:
            gc.enable()


def _are_same(before: Diagnostics, now: Diagnostics) -> bool:
    """Return whether diagnostics are the same, and the texts that their places are in."""
    return before == now and all(
        old is new
        for one, other in zip(before, now, strict=True)
        for old, new in zip(_files_of(one), _files_of(other), strict=True)
    )


def _files_of(diagnostic: Diagnostic) -> list[File]:
    related = (item.place.file for item in diagnostic.related)
    return [diagnostic.place.file, *related]


def _decides(lane: Lane, file: File, files: FileIndex) -> bool:
    """Return whether what a lane says about a file is final."""
    if lane.decided is None:
        return True
    if lane.file is not None:
        return file == lane.file
    try:
        return files.owner(file).source.location in lane.decided
    except LookupError:
        return False
