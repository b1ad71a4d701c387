"""Packages sent to machines that do not have them on disk: file names, and the files of a check.

A plan is sent once, with sources that have no content. Their content arrives in parts, as records,
and is kept by the process until the check ends. A task that needs content that was not sent fails,
and is run by the process that has the package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.ard.sources.source import Damage, Kind, Source, SourceError, entry_in, file_in
from muranopl.diagnostics.places import File
from muranopl.incremental.recording import RecordingSource
from muranopl.incremental.shard import Plan
from muranopl.incremental.tasks import TaskFunction
from muranopl.read.classes import class_files
from muranopl.read.hot_template import TEMPLATE
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.packages import ui_file
from muranopl.read.plan_files import plan_files

_RESOURCES = "Resources/"
"""The folder of files that a check knows by name only, except execution plans."""


class Failure(msgspec.Struct, frozen=True, array_like=True):
    """A `SourceError` that reading a file raised."""

    kind: Kind
    message: str
    reported: bool


class Content(msgspec.Struct, frozen=True, array_like=True):
    """The content of a package: its number in the plan, its files by path, and its damage."""

    number: int
    files: dict[str, bytes]
    failures: dict[str, Failure]
    damage: tuple[Damage, ...]


class NotSentError(Exception):
    """A task needs more of a package than was sent."""


class SentSource:
    """A package whose content comes later, unless it is given; see `Source`.

    `run` and `number` are those of the plan.
    """

    __slots__ = ("_archived", "_given", "_names", "_number", "_run", "base", "location", "root")

    def __init__(self, source: Source, run: str, number: int, given: Content | None = None) -> None:
        self.root, self.base, self.location = source.root, source.base, source.location
        self._run, self._number, self._given = run, number, given
        self._names = source.paths()
        self._archived = source.file("").archive is not None

    def paths(self) -> tuple[str, ...]:
        """Return the sorted names of the regular files."""
        return self._names

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        content = self._content()
        if content is not None and path in content.files:
            return content.files[path]
        failure = None if content is None else content.failures.get(path)
        if failure is None:
            self._lack()
            raise SourceError("unreadable", "it was not sent")
        raise SourceError(failure.kind, failure.message, failure.reported)

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return (entry_in if self._archived else file_in)(self.root, self.base, path)

    def damage(self) -> tuple[Damage, ...]:
        """Return the files that cannot be unpacked."""
        content = self._content()
        if content is None:
            self._lack()
            return ()
        return content.damage

    def packed(self) -> Iterator[bytes]:
        """Yield nothing: the damage was determined before."""
        return iter(())

    def _content(self) -> Content | None:
        return self._given or _contents.get(self._run, {}).get(self._number)

    def _lack(self) -> None:
        _lacking.add(self._run)


_contents: dict[str, dict[int, Content]] = {}
"""The contents received by this process, by plan and number of the package."""

_lacking: set[str] = set()
"""The plans with a read of content that had not been received."""


def without_content(plan: Plan) -> Plan:
    """Return a plan to be sent, without the content of packages.

    Only embedded packages have it: processes keep those for later plans.
    """
    numbers = {entry: number for number, entry in enumerate(plan.entries)}

    def sent(entries: Iterable[PackageEntry]) -> tuple[PackageEntry, ...]:
        return tuple(_sent(entry, plan, numbers[entry]) for entry in entries)

    index = plan.index
    shadowed = None if index.shadowed is None else sent([index.shadowed])[0]
    bare = PackageIndex(
        sent(index.targets), sent(index.libraries), shadowed, sent(index.further), index.located
    )
    return Plan(plan.job, bare, plan.cache, run=plan.run)


def _sent(entry: PackageEntry, plan: Plan, number: int) -> PackageEntry:
    source = entry.source
    if entry.embedded:
        return PackageEntry(
            SentSource(source, plan.run, number, _read(plan, number)), entry.summary, embedded=True
        )
    if not isinstance(source, RecordingSource) or plan.cache is None:
        return PackageEntry(SentSource(source, plan.run, number), entry.summary)
    return PackageEntry(
        RecordingSource(SentSource(source.source, plan.run, number), plan.cache), entry.summary
    )


def content_of(plan: Plan, numbers: Iterable[int]) -> bytes:
    """Read what a check needs of some packages of a plan; return the encoded contents."""
    return msgspec.msgpack.encode([_read(plan, number) for number in numbers])


def _read(plan: Plan, number: int) -> Content:
    entry = plan.entries[number]
    source = entry.source.source if isinstance(entry.source, RecordingSource) else entry.source
    content = Content(number, {}, {}, source.damage())
    for path in _paths(plan, entry, source):
        try:
            content.files[path] = source.read(path)
        except SourceError as error:
            content.failures[path] = Failure(error.kind, error.message, error.reported)
    return content


def _paths(plan: Plan, entry: PackageEntry, source: Source) -> set[str]:
    """Return the paths that are read of a package, whether they exist or not."""
    header = plan.manifests.header(entry)
    ui = ui_file(header)
    expected = {
        MANIFEST,
        TEMPLATE,
        "logo.png",
        "supplier_logo.png",
        *class_files(header),
        *([] if ui is None else [ui]),
    }
    paths = source.paths()
    return expected.union(
        plan_files(paths), (path for path in paths if not path.startswith(_RESOURCES))
    )


def run_sent(
    function: TaskFunction, plan: Plan, shard: int, order: bytes, common: bytes, *contents: bytes
) -> bytes:
    """Return the result of a task on a shard of a plan `without_content`; add `contents` to it.

    Raise NotSentError if the task needs more content.
    """
    there = _contents.setdefault(plan.run, {})
    for record in contents:
        for content in _DECODER.decode(record):
            there.setdefault(content.number, content)
    _lacking.discard(plan.run)
    result = function(plan, shard, order, common)
    if plan.run in _lacking:
        raise NotSentError
    return result


def drop(run: str) -> None:
    """Discard the contents of a plan in this process."""
    _contents.pop(run, None)
    _lacking.discard(run)


_DECODER = msgspec.msgpack.Decoder(list[Content])
