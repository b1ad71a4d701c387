"""What is to be done: which packages, and in which world."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.quirks import Quirk
from muranopl.incremental.workers import Workers
from muranopl.read.index import Look, PackageIndex, index_packages


class Job(NamedTuple):
    """What to run the phases on: see `index_packages` for the three kinds of sources and `replaced`.

    `engine_classes` are the full names of classes the engine writes in Python. In a `closed` world these packages are
    all that will be installed. `quirks` are followed. `workers` share the work. `progress` is called with (packages
    read, packages in all).
    """

    targets: Sequence[Source]
    libraries: Sequence[Source] = ()
    embedded: Sequence[Source] = ()
    replaced: bool = False
    engine_classes: frozenset[str] = frozenset()
    closed: bool = False
    quirks: frozenset[Quirk] = frozenset()
    workers: Workers = Workers()
    progress: Callable[[int, int], None] | None = None


def look_around(job: Job, look: Look, look_at_embedded: Look) -> PackageIndex:
    """See which packages there are, and which of them are needed."""
    return index_packages(job.targets, job.libraries, job.embedded, look, look_at_embedded, replaced=job.replaced)
