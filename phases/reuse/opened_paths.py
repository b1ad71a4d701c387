"""Reads the packages below some paths, from the disk and from an editor, and their lock file."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.ard.sources.symlinks import path_below, real_location
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.usage import UsageError
from muranopl.namespace.required.lock_file import read_lock
from muranopl.phases.job import Job
from muranopl.phases.reuse.opening import Opened, PackagePaths
from muranopl.phases.reuse.snapshots import Snapshot


class OpenedPaths:
    """The sources of the packages below paths; files are read when they are needed, and kept.

    Paths of files are absolute. `problem` is the error of the last search; libraries and core
    library are left out then.
    """

    def __init__(self, paths: PackagePaths) -> None:
        self._paths = paths
        self._texts: dict[str, bytes] = {}
        self._sources: dict[str, Snapshot] = {}
        self._touched: set[str] = set()
        """Locations of packages whose files or texts may have changed."""
        self._written: set[str] = set()
        """Files and folders that have changed on the disk."""
        self._unopened: tuple[Diagnostic, ...] = ()
        self._locked = _LockedPackages(paths)
        self._unlocked: tuple[Diagnostic, ...] = ()
        self.problem: UsageError | None = None
        self._on_disk: Job | None = None
        self._job: Job | None = None

    def put(self, path: str, text: bytes | None) -> None:
        """Set the text of a file in an editor; None restores that on the disk."""
        location = _location(path)
        if text is None:
            self._texts.pop(location, None)
        else:
            self._texts[location] = text
        self._touch(location)

    def written(self, paths: Iterable[str]) -> None:
        """Record that files or folders on the disk have changed, been added or removed."""
        for path in paths:
            location = _location(path)
            source = self._touch(location)
            self._written.add(location)
            if source is None or not _is_unchanged(source, location):
                self._on_disk = None

    def _touch(self, location: str) -> Snapshot | None:
        """Mark the package around a file as changed, and return it."""
        self._job = None
        source = next(self._around(location), None)
        if source is not None:
            self._touched.add(source.location)
        return source

    def _around(self, location: str) -> Iterator[Snapshot]:
        """Yield the packages that a file is in, the innermost one first."""
        while True:
            source = self._sources.get(location)
            if source is not None:
                yield source
            above = os.path.dirname(location)
            if above == location:
                return
            location = above

    def find(self, path: str) -> tuple[Snapshot, str] | None:
        """Return the package of a file, and the path in it; None for files of no package."""
        location = _location(path)
        source = next(self._around(location), None)
        if source is None:
            return None
        # A zip is not below itself
        return source, path_below(location, source.location) or ""

    @property
    def job(self) -> Job:
        """The job of the packages as they are now: the same object until something changes."""
        if self._job is None:
            self._job = self._opened()
        return self._job

    def _opened(self) -> Job:
        searched = self._on_disk is None
        if self._on_disk is None:
            self._on_disk, self._unopened = self._searched()
        job = self._on_disk
        before, self._sources = self._sources, {}
        self._sources = {
            source.location: self._snapshot(source, before.pop(source.location, None), searched)
            for source in (*job.targets, *job.libraries)
        }
        for gone in before.values():
            gone.forget()
        self._touched.clear()
        self._written.clear()
        result = msgspec.structs.replace(
            job,
            targets=[self._sources[source.location] for source in job.targets],
            libraries=[self._sources[source.location] for source in job.libraries],
        )
        self._compare_with_lock(result)
        return result

    @property
    def unopened(self) -> tuple[Diagnostic, ...]:
        """Diagnostics about paths without a package, and about packages that are not locked."""
        return (*self._unopened, *self._unlocked)

    def _compare_with_lock(self, job: Job) -> None:
        self._unlocked = ()
        try:
            self._unlocked = self._locked.diagnostics(job)
        except UsageError as error:
            self.problem = self.problem or error

    def _searched(self) -> Opened:
        self.problem = None
        try:
            return self._paths.open(compares_lock=False)
        except UsageError as error:
            self.problem = error
            alone = msgspec.structs.replace(
                self._paths, libraries=(), core=None, extensions=(), lock=None
            )
            return alone.open()

    def _snapshot(self, disk: Source, earlier: Snapshot | None, searched: bool) -> Snapshot:
        location = disk.location
        # A zip, or a folder that was moved with all that is in it
        if earlier is not None and _is_at_or_below(location, self._written):
            earlier.forget()
            earlier = None
        if earlier is None:
            return Snapshot(disk, self._texts_in(location))
        if searched and disk.paths() == earlier.source.paths():
            disk = earlier.source
        if location not in self._touched and disk is earlier.source:
            return earlier
        paths = (path_below(path, location) for path in self._written)
        written = {path for path in paths if path is not None}
        return earlier.changed(disk, self._texts_in(location), written)

    def _texts_in(self, location: str) -> Mapping[str, bytes]:
        pairs = ((path_below(path, location), text) for path, text in self._texts.items())
        return {path: text for path, text in pairs if path is not None}


def _is_at_or_below(location: str, paths: Collection[str]) -> bool:
    """Return whether a path is one of some paths, or in a folder that is."""
    while location not in paths:
        above = os.path.dirname(location)
        if above == location:
            return False
        location = above
    return True


def _location(path: str) -> str:
    """Return the path of a file, which may not exist, with the folder around it without links."""
    return real_location(os.path.abspath(path))


def _is_unchanged(source: Snapshot, location: str) -> bool:
    """Return whether a file is there, as it was when its package was searched for."""
    inside = path_below(location, source.location)
    return (
        inside in source.source.paths()
        and inside != MANIFEST
        and os.path.isfile(location)
        and not os.path.islink(location)
    )


class _LockedPackages:
    """The diagnostics about packages that are not those of a lock, see `PackagePaths.lock`.

    They depend on the manifests of the checked packages, on the others, and on the lock.
    """

    def __init__(self, paths: PackagePaths) -> None:
        self._paths = paths
        self._inputs: object = None
        self._diagnostics: tuple[Diagnostic, ...] = ()

    def diagnostics(self, job: Job) -> tuple[Diagnostic, ...]:
        """Return the diagnostics for the packages of a job. Raise UsageError for a bad lock."""
        if self._paths.lock is None:
            return ()
        lock = read_lock(self._paths.lock)
        manifests = [(source.location, _manifest(source)) for source in job.targets]
        # An unchanged package is the same object
        inputs = (msgspec.json.encode(lock), manifests, list(job.libraries))
        if inputs != self._inputs:
            findings = self._paths.findings()
            self._paths.report_unlocked(job, lock, findings)
            self._inputs, self._diagnostics = inputs, tuple(findings.diagnostics)
        return self._diagnostics


def _manifest(source: Source) -> bytes:
    try:
        return source.read(MANIFEST)
    except SourceError:
        return b""
