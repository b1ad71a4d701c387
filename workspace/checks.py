"""Checks packages one job after another; each check reuses the results of earlier ones.

`checked_paths` and `check_session` find the packages.

After an edit there are three lanes: the edited file, its package, and all packages that depend on
the change. The last one ends with what `muranopl.phases.check` returns for the same files.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.internal_errors import UncontainedError
from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.diagnostics.places import File
from muranopl.phases.check import CheckResult, check
from muranopl.phases.driver import Facts, run
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.answers import (
    Asked,
    CancelledError,
    IsCancelled,
    Question,
    Same,
    World,
    never,
    pointed_at,
)
from muranopl.phases.reuse.bodies import RememberedBodies
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.one_run import run_all
from muranopl.phases.reuse.package_results import FileIndex, PackageResult, by_package
from muranopl.phases.reuse.types import RememberedTypes
from muranopl.phases.workers.workers import Workers
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.semantics.bodies.surroundings import AllFacts, Surroundings
from muranopl.workspace.background_check import BackgroundCheck
from muranopl.workspace.current_packages import CurrentPackages

_TOGETHER = 10
"""The number of further packages that are checked together."""
_SECONDS_BETWEEN_LOOKS = 0.02


class Lane(msgspec.Struct, frozen=True):
    """The result of a check so far, which is final for the packages at `decided` locations.

    With a `file` only the diagnostics of that file are final; `decided` is None when all are.
    """

    result: CheckResult
    decided: frozenset[str] | None = None
    file: File | None = None


class Checks:
    """Checks of jobs whose sources are `Snapshot`s; each reuses the results of earlier ones.

    `cache` has results of other processes, and gets those of the first check, which is made in the
    background.
    """

    def __init__(self, cache: Cache | None, max_per_code: int | None) -> None:
        self._recorded = cache
        self._background: BackgroundCheck | None = None
        self.current = CurrentPackages(max_per_code)
        self._cancelling = self.current.answers.cancelling

    def lanes(
        self, job: Job, edited: File | None, is_cancelled: IsCancelled, *, waits: bool = True
    ) -> Iterator[Lane]:
        """Check the packages of a job, that of an `edited` file first; end early if cancelled.

        Unless it `waits`, also end where the background check has to come first.
        """
        watch = LimitWatch()
        lanes = self._lanes(job, edited, waits=waits)
        try:
            # The work between two lanes is another one
            while (lane := self._next(lanes, is_cancelled)) is not None:
                yield lane
        finally:
            if watch.met:
                self.current.forget()

    def check(self, job: Job) -> CheckResult:
        """Return the result of a whole check, which the last lane has."""
        *_, last = self.lanes(job, None, never)
        return last.result

    @property
    def background(self) -> BackgroundCheck | None:
        """The background check, as long as its results are awaited."""
        return self._background

    def stop(self) -> None:
        """End the background check, as there will be no further checks."""
        if self._background is not None:
            self._background.stop()

    def run_all(self, job: Job, stop_after: Phase) -> PhaseResults:
        """Return the results of the phases over all packages of a job, up to `stop_after`."""
        index, types = self.current.packages(job).index, RememberedTypes(self.current.answers)
        try:
            return run(job, index, self.current.reader, stop_after, types=types)
        except UncontainedError:
            return run_all(job, None, stop_after)

    def _next(self, lanes: Iterator[Lane], is_cancelled: IsCancelled) -> Lane | None:
        """Return the next lane, None after the last one, or if the check is cancelled."""
        with self._cancelling.asking(is_cancelled):
            try:
                return next(lanes, None)
            except CancelledError:
                return None

    def _lanes(self, job: Job, edited: File | None, *, waits: bool) -> Iterator[Lane]:
        if self._recorded is not None and not self._is_known(job, self._recorded):
            # Each edit until most packages are known
            if self._background is None or not self._background.ended.done():
                yield from self._early_lanes(job, edited)
            if self._background is None:
                self._background = BackgroundCheck(job, self._recorded)
            if not waits and not self._background.ended.done():
                return
            self._wait(self._background)
            self.recall(job, self._recorded)
        if self._recorded is not None:
            self._recorded.store.close()
            self._recorded = self._background = None
        try:
            packages = self.current.packages(job)
            whole = _Check(
                self.current,
                job,
                packages.located,
                packages.keys,
                facts=functools.cache(lambda: self.current.facts(job)),
                everything=packages.all_exports,
            )
            yield from whole.lanes(edited)
        except UncontainedError as error:
            log_info("muranopl.workspace", "the check begins anew: %r", error.__cause__)
            yield Lane(check(job, Workers(), None))

    def _early_lanes(self, job: Job, edited: File | None) -> Iterator[Lane]:
        """Check the edited package before most packages are read.

        End where the code asks about packages that it does not see.
        """
        packages = self.current.packages(job)
        name = _name_of(edited, packages.index)
        if edited is None or name is None:
            return
        # What is cancelled for another reason ends at the next step
        with contextlib.suppress(CancelledError, UncontainedError):
            index, around = packages.around(name), packages.keys_around(name)
            keys = {entry: around[entry] for entry in index.by_name[name]}
            early = _Check(self.current, job, index, keys, facts=_no_facts)
            yield from early.first_lanes(name, edited)

    def _is_known(self, job: Job, cache: Cache) -> bool:
        """Return whether the cache had all results before anything ran in the background."""
        return self._background is None and self.recall(job, cache, reads=False)

    def recall(self, job: Job, cache: Cache, *, reads: bool = True) -> bool:
        """Take what a cache has about the packages of a job, see `CurrentPackages.recall`."""
        try:
            return self.current.recall(job, cache.store, reads=reads)
        except Exception as error:  # what is not known is computed
            log_info("muranopl.workspace", "results cannot be recalled: %r", error)
            return False
        finally:
            # A process that is forked while it is open has no cache
            cache.store.close()

    def _wait(self, background: BackgroundCheck) -> None:
        """Wait for the end of the background check, or until the work is cancelled."""
        while True:
            self._cancelling.stop()
            with contextlib.suppress(TimeoutError):
                return background.ended.result(_SECONDS_BETWEEN_LOOKS)


class _Check:
    """One check of the packages of a job, as far as `index` has them, `keys` and `facts` about them.

    `everything` is the hash of the exports of all packages, None if these are not read.
    """

    def __init__(
        self,
        current: CurrentPackages,
        job: Job,
        index: PackageIndex,
        keys: Mapping[PackageEntry, bytes],
        *,
        facts: Facts,
        everything: bytes | None = None,
    ) -> None:
        self._current, self._answers, self._job = current, current.answers, job
        self._index, self._keys, self._facts = index, keys, facts
        self._everything = everything
        world = World(Surroundings(index, facts).still_answers, everything)
        results = ((entry, current.result(entry, key, world)) for entry, key in keys.items())
        self._results = {entry: result for entry, result in results if result is not None}

    def lanes(self, edited: File | None) -> Iterator[Lane]:
        """Yield the results lane by lane."""
        first = _name_of(edited, self._index)
        if edited is not None and first is not None:
            yield from self.first_lanes(first, edited)
        pending = [name for name in self._index.by_name if self._is_pending(name)]
        while pending:
            # Together, as most of them see the same packages
            self._diagnose(pending[:_TOGETHER])
            del pending[:_TOGETHER]
            if pending:
                yield Lane(self._result(), self._decided())
        self._answers.cancelling.stop()
        yield Lane(self._result())

    def first_lanes(self, name: str, edited: File) -> Iterator[Lane]:
        """Yield the lanes of an edited file, and of the packages of its name."""
        if not self._is_pending(name):
            return
        is_complete = self._diagnose([name], edited)
        yield Lane(self._result(), frozenset(), edited)
        if not is_complete:
            self._diagnose([name])
            yield Lane(self._result(), self._decided())

    def _is_pending(self, name: str) -> bool:
        return any(entry not in self._results for entry in self._index.by_name[name])

    def _decided(self) -> frozenset[str]:
        return frozenset(entry.source.location for entry in self._results)

    def _result(self) -> CheckResult:
        """Return the result so far, with earlier ones of packages that are not checked yet."""
        last, nothing = self._answers.last, PackageResult((), ())
        packages = {
            entry: self._results.get(entry) or last(_shown(entry)) or nothing
            for entry in self._index
        }
        return CheckResult(self._index, packages, None)

    def _diagnose(self, names: Sequence[str], file: File | None = None) -> bool:
        """Check the packages of some names, or just what is said about a file of them.

        Return whether their results are complete.
        """
        self._answers.cancelling.stop()
        watch = LimitWatch()
        entries = [entry for name in names for entry in self._index.by_name[name]]
        keys = {entry.source: self._keys[entry] for entry in entries}
        bodies = RememberedBodies(keys, self._answers, file)
        results = self._run(names, bodies)
        is_complete = bodies.is_complete
        if bodies.may_differ:
            results, is_complete = self._run(names, None), True
        packages = by_package(results, self._index, set(names), self._job.max_per_code)
        for entry, result in packages.items():
            self._answers.remember(_shown(entry), None, result)
            if is_complete:
                self._results[entry] = result
                if not watch.met:
                    self._remember(entry, result, results)
            if file is not None:
                # Those of phase 5 are remembered by class
                before = msgspec.structs.replace(results, maybe_rendering=None)
                question = ("phases", entry.source.location)
                self._answers.remember(question, Same(self._job), before)
        return is_complete

    def _run(self, names: Sequence[str], bodies: RememberedBodies | None) -> PhaseResults:
        return run(
            self._job,
            self._index,
            self._current.reader,
            wanted=names,
            facts=self._facts,
            types=RememberedTypes(self._answers),
            bodies=bodies,
        )

    def _remember(self, entry: PackageEntry, result: PackageResult, results: PhaseResults) -> None:
        everything = self._everything
        depends_on_all = entry.name in results.depend_on_all_names
        facts = {
            question: answer
            for question, answer in results.answers.items()
            if question[1] == entry.name
        }
        if everything is not None or not depends_on_all:
            exports = everything if depends_on_all else None
            asked = Asked(pointed_at(result.diagnostics), facts, exports)
            self._current.remember(entry, self._keys[entry], result, asked)


def _shown(entry: PackageEntry) -> Question:
    """Return the question for what was last found about a package, even if not all of it is."""
    return "so far", entry.source.location


def _name_of(file: File | None, index: PackageIndex) -> str | None:
    """Return the name of the package of a file, None if it is in no package that is checked."""
    if file is not None:
        with contextlib.suppress(LookupError):
            return FileIndex(index).owner(file).name
    return None


def _no_facts() -> AllFacts:
    raise CancelledError
