"""What the packages at hand are: hashes of their contents, which tell whether they changed since they were recorded."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Sequence

from muranopl.incremental.cache import Cache
from muranopl.incremental.hashing import hashed
from muranopl.incremental.keys import content_key, package_key, seen_keys, settings_key
from muranopl.incremental.workers import Workers, shares
from muranopl.phases.job import Job
from muranopl.read.recorded import Recorded
from muranopl.read.recording import Recording
from muranopl.read.survey import Known, Survey


class Contents:
    """The contents of all packages of a survey; those that were never read as they are now are read for it.

    The hash of a package is None where its source has no name to be recorded under.
    """

    def __init__(self, survey: Survey, job: Job, cache: Cache) -> None:
        self._survey, self._job, self._cache = survey, job, cache
        self._contents: dict[int, bytes | None] = {}
        self._exports: dict[int, bytes | None] = {}
        new = [known for known in survey if not self._is_recorded(known)]
        if new:
            self._read(new)

    def of(self, known: Known) -> bytes | None:
        """The hash of all that is read of a package."""
        return self._contents[id(known)]

    def keys(self) -> dict[int, bytes | None]:
        """The keys of all packages, by id(); see `muranopl.incremental.keys`."""
        seen = seen_keys(self._survey, lambda known: self._exports[id(known)])
        settings = settings_key(self._job, self._cache.program)
        return {
            id(known): package_key(settings, self.of(known), seen[name], position)
            for name, group in self._survey.by_name.items()
            for position, known in enumerate(group)
        }

    def still_hold(self, packages: Iterable[Known]) -> bool:
        """Whether whatever was read of some packages since was the same."""
        return all(self._hashed(known) == self.of(known) for known in packages)

    def _hashed(self, known: Known) -> bytes | None:
        return content_key(known, self._cache.program)

    def _is_recorded(self, known: Known) -> bool:
        """Whether the content of a package is known, and what others see of it."""
        content = self._hashed(known) if known.embedded or known.facts.reads else None
        export = content
        if content is not None and not known.embedded:
            export = self._cache.store.get(_export_record(content))
        self._contents[id(known)], self._exports[id(known)] = content, export
        return export is not None

    def _read(self, new: Sequence[Known]) -> None:
        """Run phase 1 over packages, and find out what others see of them."""
        from muranopl.ard.units import Units  # noqa: PLC0415 - only if something changed
        from muranopl.read.export import export_key  # noqa: PLC0415
        from muranopl.read.packages import package_of  # noqa: PLC0415

        count = self._job.workers.count(sum(len(known.source.paths()) for known in new))
        if count > 1:
            _read_ahead(new, self._cache, self._job.workers, count)
        load = Units(self._cache.store, self._cache.program)
        recorded = Recorded(self._cache.store, self._cache.program)
        for done, known in enumerate(new, start=1):
            package = package_of(known, load)
            recorded.keep(known)
            content = self._contents[id(known)] = self._hashed(known)
            if content is not None and isinstance(known.source, Recording):
                export = self._exports[id(known)] = export_key(package, known.source)
                self._cache.store.put(_export_record(content), export)
            if self._job.progress is not None:
                self._job.progress(done, len(new))


def _read_ahead(packages: Sequence[Known], cache: Cache, workers: Workers, count: int) -> None:
    """Have workers parse the files of packages."""
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - only if there is much to do

    from muranopl.read.ahead import files_of, read_ahead, take_over  # noqa: PLC0415
    from muranopl.read.look import head_of  # noqa: PLC0415

    files = [files_of(head_of(known), known.source.source) for known in packages if isinstance(known.source, Recording)]
    parts = shares(files, lambda each: len(each.paths), count)
    with contextlib.suppress(BrokenExecutor):  # whoever reads them then has to parse them
        for read in workers.run(functools.partial(read_ahead, cache.program), parts):
            take_over(read, cache.store)


def _export_record(content: bytes) -> bytes:
    return hashed(b"exported", content)
