"""Settings of the catalog, and limits of the work."""

from __future__ import annotations

import os
from typing import NamedTuple


class CatalogSettings(NamedTuple):
    """The arguments of `muranopl.Catalog`; `cache` is the folder of the cache, None for none."""

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
        return (
            *self.paths,
            *self.libraries,
            *(other for other in others if other is not None),
        )


class WorkLimits(NamedTuple):
    """Limits: number of `workers`, length of the `queue`, concurrent requests of one `client`.

    `seconds` limits the duration of a task and of its wait; `memory` is the number of bytes that a
    worker may use in addition to its catalog, `kept` the size of the cache of answers in bytes.
    """

    workers: int = os.cpu_count() or 1
    queue: int = 64
    client: int = 16
    seconds: float = 60.0
    memory: int = 2 * 2**30
    kept: int = 64 * 2**20
