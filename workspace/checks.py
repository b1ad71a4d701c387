"""Checks of packages one after another; each reuses the results of earlier ones.

After an edit there are three lanes: the edited file, its package, and all packages that depend on
the change. The last one ends with what `muranopl.incremental.check` returns for the same files.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.diagnostics.places import File
from muranopl.incremental.cache import Cache
from muranopl.incremental.check import CheckResult, check, of_targets, with_clashes
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.results import PackageResult, by_package
from muranopl.incremental.workers import Workers
from muranopl.phases.driver import run
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.read.index import PackageEntry
from muranopl.semantics.inference.surroundings import Surroundings
from muranopl.workspace.cancelling import CancelledError, Cancelling, IsCancelled
from muranopl.workspace.kept_classes import KeptClasses
from muranopl.workspace.kept_files import KeptSource
from muranopl.workspace.kept_reading import KeptReading, pointed_at
from muranopl.workspace.knowledge import Knowledge, Result

_TOGETHER = 10
"""The number of further packages that are checked together."""


class Lane(msgspec.Struct, frozen=True):
    """The result of a check so far, which is final for the packages at `decided` locations.

    With a `file` only the diagnostics of that file are final; `decided` is None when all are.
    """

    result: CheckResult
    decided: frozenset[str] | None = None
    file: File | None = None


class Checks:
    """Checks of jobs whose sources are `KeptSource`s; each reuses the results of earlier ones.

    `cache` has results of other processes, and gets those of the first check.
    """

    def __init__(self, cache: Cache | None, max_per_code: int | None) -> None:
        self._cancelling = Cancelling()
        self._recorded = cache
        own = Cache.in_memory() if cache is None else cache
        self.knowledge = Knowledge(
            own, KeptReading(load, self._cancelling), max_per_code
        )

    def lanes(
        self, job: Job, edited: File | None, is_cancelled: IsCancelled
    ) -> Iterator[Lane]:
        """Check the packages of a job, that of an `edited` file first; end early if cancelled."""
        if self._recorded is not None:
            self._recall(job, self._recorded)
            self._recorded = None
        watch = LimitWatch()
        lanes = _Check(self.knowledge, self._cancelling, job).lanes(edited)
        try:
            # The work between two lanes is another one
            while (lane := self._next(lanes, is_cancelled)) is not None:
                yield lane
        finally:
            if watch.met:
                self.knowledge.forget()

    def all_types(self, job: Job) -> PhaseResults:
        """Return the results of phases 1 to 4 over all packages of a job."""
        index = self.knowledge.index(job)
        return run(job, index, self.knowledge.reader, Phase.INHERIT)

    def _next(self, lanes: Iterator[Lane], is_cancelled: IsCancelled) -> Lane | None:
        """Return the next lane, None after the last one, or if the check is cancelled."""
        with self._cancelling.asking(is_cancelled):
            try:
                return next(lanes, None)
            except CancelledError:
                return None

    def _recall(self, job: Job, cache: Cache) -> None:
        """Take the results that a cache has; add those of packages that it does not have."""
        if not self.knowledge.recall(job, cache):
            # Not as they are edited: nothing of that is to be recorded
            check(_on_disk(job), Workers(None), cache)
            self.knowledge.recall(job, cache)
        cache.store.close()


class _Check:
    """One check of the packages of a job."""

    def __init__(self, knowledge: Knowledge, cancelling: Cancelling, job: Job) -> None:
        self._knowledge, self._cancelling, self._job = knowledge, cancelling, job

    def _begin(self) -> None:
        """Read what has changed, and take the results that still hold."""
        knowledge, job = self._knowledge, self._job
        self._index = knowledge.located(knowledge.index(job))
        self._seen = knowledge.seen(self._index)
        self._keys = self._seen.keys(job)
        self._facts = functools.cache(lambda: knowledge.facts(self._index, self._seen))
        self._around = Surroundings(self._index, self._facts)
        self._results = {
            entry: result
            for entry in self._index
            if (result := self._known(entry)) is not None
        }

    def _known(self, entry: PackageEntry) -> PackageResult | None:
        return self._knowledge.holding(
            entry, self._keys.get(entry), self._seen.everything, self._around
        )

    def lanes(self, edited: File | None) -> Iterator[Lane]:
        """Yield the results lane by lane."""
        self._begin()
        first = None if edited is None else self._name_of(edited)
        pending = [name for name in self._index.by_name if self._is_pending(name)]
        if first in pending:
            if self._diagnose([first], edited):
                pending.remove(first)
            yield Lane(self._result(), frozenset(), edited)
        if first in pending:
            self._diagnose([first])
            pending.remove(first)
            yield Lane(self._result(), self._decided())
        while pending and not self._knowledge.reader.given_up:
            # Together, as most of them see the same packages
            self._diagnose(pending[:_TOGETHER])
            del pending[:_TOGETHER]
            if pending:
                yield Lane(self._result(), self._decided())
        self._cancelling.stop()
        if self._knowledge.reader.given_up:
            # Others may depend on what is not known now
            yield Lane(check(self._job, Workers(), None))
        else:
            yield Lane(self._result())

    def _name_of(self, file: File) -> str | None:
        try:
            return FileIndex(self._index).owner(file).name
        except LookupError:  # it is in no package that is checked
            return None

    def _is_pending(self, name: str) -> bool:
        return any(entry not in self._results for entry in self._index.by_name[name])

    def _decided(self) -> frozenset[str]:
        return frozenset(entry.source.location for entry in self._results)

    def _result(self) -> CheckResult:
        """Return the result so far, with earlier ones of packages that are not checked yet."""
        earlier, nothing = self._knowledge.earlier, PackageResult((), ())
        packages = {
            entry: self._results.get(entry)
            or earlier.get(entry.source.location, nothing)
            for entry in self._index
        }
        result = of_targets(self._index, packages, None, self._job.max_per_code)
        return with_clashes(result, self._job.max_per_code)

    def _diagnose(self, names: Sequence[str], file: File | None = None) -> bool:
        """Check the packages of some names, or just what is said about a file of them.

        Return whether their results are complete.
        """
        self._cancelling.stop()
        watch = LimitWatch()
        entries = [entry for name in names for entry in self._index.by_name[name]]
        seen = {entry.source: self._keys.get(entry) for entry in entries}
        keeping = KeptClasses(seen, self._cancelling, file)
        results = self._run(names, keeping)
        is_complete = keeping.is_complete
        if keeping.may_differ:
            results, is_complete = self._run(names, None), True
        packages = by_package(results, self._index, set(names), self._job.max_per_code)
        for entry, result in packages.items():
            self._knowledge.earlier[entry.source.location] = result
            if is_complete:
                self._results[entry] = result
                if not watch.met:
                    self._keep(entry, result, results)
            if file is not None:
                self._knowledge.keep_phases(self._job, entry, results)
        return is_complete

    def _run(self, names: Sequence[str], keeping: KeptClasses | None) -> PhaseResults:
        return run(
            self._job,
            self._index,
            self._knowledge.reader,
            wanted=names,
            facts=self._facts,
            keeping=keeping,
        )

    def _keep(
        self, entry: PackageEntry, result: PackageResult, results: PhaseResults
    ) -> None:
        key, everything = self._keys.get(entry), self._seen.everything
        depend_on_all_names = entry.name in results.depend_on_all_names
        answers = {
            question: answer
            for question, answer in results.answers.items()
            if question[1] == entry.name
        }
        if key is not None and (everything is not None or not depend_on_all_names):
            self._knowledge.results[entry] = Result(
                result,
                key,
                everything if depend_on_all_names else None,
                answers,
                pointed_at(result.diagnostics),
            )


def _on_disk(job: Job) -> Job:
    """Return a job without what an editor has not saved."""

    def disk(sources: Iterable[Source]) -> list[Source]:
        return [
            source.disk if isinstance(source, KeptSource) else source
            for source in sources
        ]

    return msgspec.structs.replace(
        job, targets=disk(job.targets), libraries=disk(job.libraries)
    )
