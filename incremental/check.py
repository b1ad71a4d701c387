"""The check by way of a cache: only packages of which no result is known are put through the phases.

A second run over what has not changed reads the files, and nothing but: no parser is imported for it.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.incremental.cache import Cache
from muranopl.incremental.contents import Contents
from muranopl.incremental.hashing import hashed
from muranopl.incremental.results import (
    CONTENT,
    Around,
    Question,
    Result,
    Results,
    Root,
    keep_interface,
    load_interface,
    root_of,
)
from muranopl.incremental.whose import Whose
from muranopl.phases.job import Job, look_around
from muranopl.phases.required import report_broken
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.recorded import Recorded

if TYPE_CHECKING:
    from muranopl.inherit.interface import Interface
    from muranopl.phases.driver import Outcome
    from muranopl.semantics.inference.surroundings import Surroundings

log = logging.getLogger("muranopl.phases")


class Checked(NamedTuple):
    """What a check found: the diagnostics of the targets in no order, and the outcome if all packages were run."""

    index: PackageIndex
    diagnostics: tuple[Diagnostic, ...]
    outcome: Outcome | None


class _ForgottenError(Exception):
    """An interface is no longer in the store."""


def check(job: Job, cache: Cache) -> Checked:
    """Run the phases over what is not known, and put it together with what is."""
    return _Check(job, cache).run()


class _Check:
    """One check; tables are by id() of the packages.

    `roots` is what stands under the keys of packages, `done` has their results as far as they are known, `interfaces`
    what others may ask of them, of those that were run.
    """

    def __init__(self, job: Job, cache: Cache) -> None:
        self._job, self._cache = job, cache
        recorded = Recorded(cache.store, cache.program)
        self._index = look_around(job, recorded.look, recorded.look_at_embedded)
        self._whose = Whose(self._index)
        self._results = Results(cache.store, self._whose)
        self._contents = Contents(self._index, job, cache)
        self._keys = self._contents.keys()
        self._roots: dict[int, Root] = {}
        self._done: dict[int, Result] = {}
        self._interfaces: dict[int, Interface] = {}
        self._loose: list[Diagnostic] = []
        self._whole: Outcome | None = None

    def run(self) -> Checked:
        """Look up all packages, run those that are not entry, then those whose surroundings say something else now."""
        packages = list(self._index)
        for entry in packages:
            self._look_up(entry)
        log.info("cache: %d of %d packages are known", len(self._roots), len(packages))
        try:
            self._run_some([entry for entry in packages if id(entry) not in self._roots])
            self._run_some([entry for entry in packages if not self._is_done(entry)])
        except _ForgottenError:
            self._run_some(packages)
        self._cache.store.close()
        return self._checked()

    def _look_up(self, entry: PackageEntry) -> None:
        key = self._keys[id(entry)]
        root = None if key is None else self._results.root(key)
        if root is not None:
            self._roots[id(entry)] = root
            if isinstance(root.found, Result):
                self._done[id(entry)] = root.found

    def _is_done(self, entry: PackageEntry) -> bool:
        """Whether the result is known, after answering its questions where that is all that was missing."""
        key, root = self._keys[id(entry)], self._roots.get(id(entry))
        if id(entry) not in self._done and key is not None and root is not None:
            found = self._results.follow(key, root.found, self._around(entry.summary.name))
            if found is not None:
                self._done[id(entry)] = found
        return id(entry) in self._done

    def _around(self, package: str) -> Around:
        """What is around a package."""

        def answer(question: Question) -> bool | str | None:
            about, name, position = question
            if about == CONTENT:
                group = self._index.by_name.get(name, ())
                entry = group[int(position)] if int(position) < len(group) else None
                content = None if entry is None else self._contents.of(entry)
                return None if content is None else content.hex()
            return self._surroundings.answer(package, *question)

        return Around(answer, lambda: self._world)

    @functools.cached_property
    def _world(self) -> bytes:
        """The hash of all that can be asked about: in the same world the same questions have the same answers."""
        interfaces = sorted(self._roots[id(entry)].interface for entry in self._index)
        listed = sorted(" ".join((entry.summary.name, *entry.summary.classes)) for entry in self._index)
        return hashed(b"world", *interfaces, *(each.encode("utf-8", "surrogatepass") for each in listed))

    @functools.cached_property
    def _surroundings(self) -> Surroundings:
        from muranopl.semantics.inference.surroundings import Surroundings  # noqa: PLC0415 - only if something changed

        everything = list(self._index)
        return Surroundings(self._index, lambda: self._interfaces_of(everything), lambda: self._names_of(everything))

    def _interfaces_of(self, packages: Iterable[PackageEntry]) -> Iterator[Interface]:
        """The interfaces of packages, run or recorded; raises _ForgottenError."""
        for entry in packages:
            interface = self._interfaces.get(id(entry))
            if interface is None:
                interface = load_interface(self._cache.store, self._roots[id(entry)].interface)
            if interface is None:
                raise _ForgottenError
            yield interface

    def _names_of(self, packages: Iterable[PackageEntry]) -> frozenset[str]:
        """The names in the interfaces of packages; raises _ForgottenError."""
        found: set[str] = set()
        for entry in packages:
            names = self._roots[id(entry)].declared()
            if names is None:
                raise _ForgottenError
            found |= names
        return frozenset(found)

    def _run_some(self, packages: list[PackageEntry]) -> None:
        """Run the phases over some packages, and record what they say."""
        if not packages:
            return
        from muranopl.ard.units import Units  # noqa: PLC0415 - only if something changed
        from muranopl.phases.driver import Part, run  # noqa: PLC0415

        wanted = frozenset(entry.summary.name for entry in packages)
        load = Units(self._cache.store, self._cache.program)
        part = None
        if wanted < self._index.by_name.keys():
            others = [entry for entry in self._index if entry.summary.name not in wanted]
            part = Part(wanted, lambda: self._interfaces_of(others), lambda: self._names_of(others))
        workers = self._job.workers
        count = workers.count(sum(len(entry.source.paths()) for entry in packages)) if workers.share_memory else 1
        last = Phase.RENDER if count == 1 else Phase.INHERIT
        # What is new has been read, which was what takes long.
        outcome = run(self._job._replace(progress=None), last, index=self._index, part=part, load=load)
        if count > 1:
            self._render(outcome, count)
        elif part is None:
            self._whole = outcome
        self._take(outcome, wanted)

    def _render(self, outcome: Outcome, count: int) -> None:
        """Have workers run phase 5."""
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - as above

        from muranopl.incremental.apart import render_apart  # noqa: PLC0415 - as above
        from muranopl.phases.driver import finish  # noqa: PLC0415

        try:
            found = render_apart(outcome, self._whose, self._job.workers, count)
            outcome.everything = (*outcome.everything, *found)
        except (BrokenExecutor, LookupError):
            finish(self._job, outcome)

    def _take(self, outcome: Outcome, wanted: Collection[str]) -> None:
        """Take what a run said of the wanted packages, and record it."""
        from muranopl.phases.driver import requires  # noqa: PLC0415 - as above

        diagnostics: dict[int, list[Diagnostic]] = {}
        for diagnostic in outcome.everything:
            owner = self._whose.owner(diagnostic.place.file)
            if owner is None:
                self._loose.append(diagnostic)
            else:
                diagnostics.setdefault(id(owner), []).append(diagnostic)
        read = [(self._whose.owner(package.head.file), package) for package in outcome.read.packages]
        for entry, package in read:
            if entry is not None and entry.summary.name in wanted:
                found = sorted(diagnostics.get(id(entry), ()), key=Diagnostic.sort_key)
                result = Result(tuple(found), requires(outcome.names, package.id))
                interface = outcome.interfaces[package.id]
                self._interfaces[id(entry)] = interface
                self._done[id(entry)] = result
                self._roots[id(entry)] = root_of(interface, keep_interface(self._cache.store, interface), result)
        if not self._loose and self._contents.still_hold(entry for entry, _ in read if entry is not None):
            self._keep(outcome, wanted)

    def _keep(self, outcome: Outcome, wanted: Collection[str]) -> None:
        """Record the results of the wanted packages."""
        for name in wanted:
            asked = outcome.around.asked.get(name, {})
            for entry in self._index.by_name[name]:
                key, root = self._keys[id(entry)], self._roots[id(entry)]
                if key is not None:
                    self._results.keep(key, root, self._done[id(entry)], asked, self._around(name))

    def _checked(self) -> Checked:
        roots = {entry.source.root for entry in self._index.targets}
        shown = [diagnostic for diagnostic in self._loose if diagnostic.place.file.root in roots]
        hidden: list[Diagnostic] = []
        targets = set(map(id, self._index.targets))
        for entry in self._index:
            (shown if id(entry) in targets else hidden).extend(self._done[id(entry)].diagnostics)
        requiring = ((entry.summary.name, self._done[id(entry)].requires) for entry in self._index.targets)
        shown.extend(report_broken(requiring, hidden))
        return Checked(self._index, tuple(shown), self._whole)
