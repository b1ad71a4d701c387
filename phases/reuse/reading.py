"""Readers of the packages of a check, with a cache or without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.phases.job import Job
from muranopl.read.index import LibrariesOnce
from muranopl.read.reader import PackageReader

if TYPE_CHECKING:
    from muranopl.phases.reuse.cache import (
        Cache,  # a check without one needs none of it
    )


def reader(job: Job, cache: Cache | None, once: LibrariesOnce | None = None) -> PackageReader:
    """Return a reader of packages, which uses the cache if there is one."""
    return PackageReader(_loader(cache), job.max_per_code, as_written=job.as_written, once=once)


def _loader(cache: Cache | None) -> YamlLoader:
    if cache is None:
        return load
    from muranopl.phases.reuse.parsed_files import (  # only with a cache
        CachingLoader,
    )

    return CachingLoader(cache.store, cache.program)
