"""One run of the phases over all packages, with parsed files from the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muranopl.diagnostics.diagnostic import Phase
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import Answers

if TYPE_CHECKING:
    from muranopl.phases.results import PhaseResults
    from muranopl.phases.reuse.cache import Cache, Store
    from muranopl.read.reader import PackageReader


def run_all(job: Job, cache: Cache | None, stop_after: Phase) -> PhaseResults:
    """Return the results of the phases over all packages, up to and including `stop_after`."""
    from muranopl.phases.driver import run  # not if all results are cached

    store = guarded(cache)
    reader = reader_of(job, store)
    results = run(job, job.packages(reader.entry), reader, stop_after)
    if store is not None:
        store.close()
    return results


def guarded(cache: Cache | None) -> Store | None:
    """Return the store of a cache for one check, which stores nothing after a machine limit was met."""
    if cache is None:
        return None
    from muranopl.phases.reuse.cache import GuardedStore  # not in checks without a cache

    return GuardedStore(cache)


def reader_of(
    job: Job, store: Store | None, answers: Answers | None = None, *, gives_up: bool = True
) -> PackageReader:
    """Return what reads the packages of a job; parsed files are taken from a store."""
    # Not if all results are cached
    from muranopl.ard.yaml.loader import YamlLoader, load
    from muranopl.read.reader import PackageReader

    loader: YamlLoader = load
    if store is not None:
        from muranopl.phases.reuse.parsed_files import CachingLoader

        loader = CachingLoader(store)
    parts = None
    if answers is not None and answers.sources:
        from muranopl.phases.reuse.parts import RememberedParts  # few checks share libraries

        parts = RememberedParts(answers).readers
    return PackageReader(
        loader, job.max_per_code, as_written=job.as_written, parts=parts, gives_up=gives_up
    )
