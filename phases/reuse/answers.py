"""Answers to questions about packages, remembered as long as nothing that they depend on has changed.

A question is a tuple: its kind, the location of the package that it is about, and whatever else says
what is asked. An answer depends on its fingerprint, which is known before it is computed, and on what
was asked meanwhile. These are the kinds:

| question | answer | depends on |
|---|---|---|
| documents(file) | nodes of a YAML file | the file |
| header(manifest) | the manifest as an entity | the file |
| entry(package) | what the index needs to know of it | the package |
| unit(file) | the classes of a file, corrected or as written, with bodies or without | the file |
| visible(package) | what other packages may see of it | the package |
| types(packages) | phases 2 to 4 of packages that require one another | them, types of what they see |
| body(class) | phase 5 of a class | its file, exports that its package sees, facts about others |
| package(package) | its diagnostics, suppressions and requirements | it, exports that it sees, facts |
| scripts(package) | findings in its shell scripts | the package |
| analysis(package) | what an editor knows of it | it, and the packages that it sees |
| occurrences(file) | the names in a class file, with their symbols | the file, exports that its package sees |
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.diagnostics.places import File
from muranopl.read.index import MakeEntry, PackageEntry

IsCancelled = Callable[[], bool]
"""Returns whether the work that is under way is of no use any more."""


def never() -> bool:
    """Return false: the work is not cancelled."""
    return False


class CancelledError(BaseException):
    """Raised inside a cancelled check. As no `Exception`, it does not count as a failure of a package."""


class Cancelling:
    """The question whether the current work is cancelled, which that work asks between its steps."""

    def __init__(self) -> None:
        self._is_cancelled = never

    def stop(self) -> None:
        """Raise CancelledError if the work is cancelled."""
        if self._is_cancelled():
            raise CancelledError

    @contextlib.contextmanager
    def asking(self, is_cancelled: IsCancelled) -> Iterator[None]:
        """Return a context manager for work that may be cancelled."""
        before, self._is_cancelled = self._is_cancelled, is_cancelled
        try:
            yield
        finally:
            self._is_cancelled = before


T = TypeVar("T")

Question = tuple[Hashable, ...]
"""The kind of a question, the location of a package, and further parts."""


class Same:
    """The fingerprint of objects that never change: they are the same objects."""

    __slots__ = ("_objects",)

    def __init__(self, *objects: object) -> None:
        self._objects = objects

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and (
            len(self._objects) == len(other._objects)
            and all(map(_is, self._objects, other._objects))
        )

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._objects)))


def _is(one: object, other: object) -> bool:
    return one is other


class Asked(msgspec.Struct, frozen=True):
    """What an answer depends on besides its fingerprint, as it was when the answer was computed.

    These are files that it points into, facts about packages that its package does not see (see
    `Surroundings`), and the fingerprint of the exports of all packages, None if it does not depend
    on them.
    """

    files: frozenset[File] = frozenset()
    facts: Mapping[Any, object] = {}
    exports: bytes | None = None


NOTHING = Asked()


class World(msgspec.Struct, frozen=True):
    """What `Asked` is compared with: the facts and exports as they are now."""

    facts: Callable[[Mapping[Any, object]], bool] = lambda facts: not facts
    exports: bytes | None = None


ALONE = World()
"""The world of what asks for nothing but files."""


class Answer(msgspec.Struct, frozen=True):
    """An answer, and what it depends on."""

    value: Any
    fingerprint: Hashable
    asked: Asked = NOTHING


class Answers:
    """The answers of this process about the packages of some `sources`, the last one to each question.

    Work that a later edit makes useless is cancelled between two questions, see `Cancelling`.
    """

    def __init__(self, sources: Iterable[Source] = ()) -> None:
        self.sources = frozenset(sources)
        self.cancelling = Cancelling()
        self._shelf: dict[Question, Answer] = {}

    def are_about(self, source: Source) -> bool:
        """Return whether answers about a package are worth remembering: another check will ask again."""
        if not self.sources:
            return False
        from muranopl.phases.reuse.traced_source import bare  # few checks share libraries

        return bare(source) in self.sources

    def retain(self, sources: Iterable[Source]) -> None:
        """Forget the answers about packages at other locations than those of some sources."""
        before = {source.location for source in self.sources}
        self.sources = frozenset(sources)
        locations = {source.location for source in self.sources}
        if before != locations:
            shelf = self._shelf.items()
            self._shelf = {key: answer for key, answer in shelf if key[1] in locations}

    def forget(self) -> None:
        """Forget all answers, as a limit of the machine was met."""
        self._shelf.clear()

    def find(self, question: Question, fingerprint: Hashable, world: World = ALONE) -> Any:
        """Return an answer that still holds, None if there is none."""
        answer = self._shelf.get(question)
        if answer is None or answer.fingerprint != fingerprint:
            return None
        from muranopl.phases.reuse.snapshots import is_current  # most checks ask once

        dependencies = answer.asked
        holds = (
            dependencies.exports in {None, world.exports}
            and all(map(is_current, dependencies.files))
            and world.facts(dependencies.facts)
        )
        return answer.value if holds else None

    def last(self, question: Question) -> Any:
        """Return the last answer, whether it still holds or not; None if there is none."""
        answer = self._shelf.get(question)
        return None if answer is None else answer.value

    def remember(
        self, question: Question, fingerprint: Hashable, value: Any, asked: Asked = NOTHING
    ) -> None:
        """Remember an answer."""
        self._shelf[question] = Answer(value, fingerprint, asked)

    def ask(
        self,
        question: Question,
        fingerprint: Hashable,
        compute: Callable[[], T],
        *,
        asked: Callable[[T], Asked] = lambda _: NOTHING,
        world: World = ALONE,
    ) -> T:
        """Return the answer to a question: the one that is remembered, else the one of `compute`.

        An answer that a limit of the machine cut short is not remembered: another time may get
        further. Raise CancelledError.
        """
        result: T | None = self.find(question, fingerprint, world)
        if result is None:
            self.cancelling.stop()
            watch = LimitWatch()
            result = compute()
            if not watch.met:
                self.remember(question, fingerprint, result, asked(result))
        return result


def remembered_entries(answers: Answers, make: MakeEntry) -> MakeEntry:
    """Return a function like `make` that makes the entries of remembered packages only once."""

    def entry(source: Source, embedded: bool) -> PackageEntry:
        if not answers.are_about(source):
            return make(source, embedded)
        question = ("entry", source.location)
        return answers.ask(question, Same(source), lambda: make(source, embedded))

    return entry


def pointed_at(diagnostics: Iterable[Diagnostic]) -> frozenset[File]:
    """Return the files that diagnostics point into, besides those they are about."""
    return frozenset(
        place.file
        for diagnostic in diagnostics
        for place in (
            *(related.place for related in diagnostic.related),
            *(edit.place for fix in diagnostic.fixes for edit in fix.edits),
        )
    )
