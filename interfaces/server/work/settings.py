"""What a service serves, and how much of everything it takes."""

from __future__ import annotations

import os
from typing import NamedTuple


class CatalogSettings(NamedTuple):
    """What is served, as `muranopl.Catalog` takes it; `cache` is the folder of the cache, None for none."""

    paths: tuple[str, ...]
    libraries: tuple[str, ...] = ()
    core_library: str | None = None
    quirks: tuple[str, ...] = ()
    class_configs: str | None = None
    cache: str | None = None

    @property
    def every_path(self) -> tuple[str, ...]:
        """All paths on which answers depend."""
        others = (self.core_library, self.class_configs)
        return (*self.paths, *self.libraries, *(other for other in others if other is not None))


class WorkLimits(NamedTuple):
    """Bounds of the work: `workers` at once, so many that wait in a `queue`, so many at once of one `client`.

    `seconds` is the longest that a task may take, and that it may wait; `memory` how many bytes a
    worker may take beside its catalog, `kept` how many bytes of answers are remembered.
    """

    workers: int = os.cpu_count() or 1
    queue: int = 64
    client: int = 16
    seconds: float = 60.0
    memory: int = 2 * 2**30
    kept: int = 64 * 2**20
