"""Settings of the catalog, and limits of the work."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import NamedTuple

from muranopl.diagnostics.addresses import is_address, masked
from muranopl.diagnostics.configuration.settings import Settings


class CatalogSettings(NamedTuple):
    """The arguments of `muranopl.Catalog`, with the setting that concerns its forms.

    `cache` is the folder of the cache, None for none.
    """

    paths: tuple[str, ...]
    libraries: tuple[str, ...] = ()
    core_library: str | None = None
    quirks: tuple[str, ...] = ()
    class_configs: str | None = None
    cache: str | None = None
    extensions: tuple[str, ...] = ()
    offline: bool = False
    form_implementations: int = Settings().form_implementations

    @property
    def every_path(self) -> tuple[str, ...]:
        """All paths on which answers depend."""
        single = (self.core_library, self.class_configs)
        return (*self.paths, *self.libraries, *(other for other in single if other is not None))

    @property
    def names(self) -> dict[str, str]:
        """The names of all paths in answers: clients need not know where they are.

        A path is called by its last part, with as many before it as tell it from other paths; an
        address by itself, without secrets.
        """
        names: dict[str, str] = {}
        for path in self.every_path:
            names[path] = next(name for name in _ends(path) if name not in names.values())
        return names

    @property
    def reserved(self) -> tuple[str, ...]:
        """The names that no upload may have: those of paths, by which packages are read."""
        return (*self.every_path, *self.names.values())


def _ends(path: str) -> Iterator[str]:
    """Yield the last part of a path, the last two parts, and so on; in the end with numbers."""
    if is_address(path):
        parts = [masked(path)]
    else:
        parts = [part for part in os.path.abspath(path).split(os.sep) if part]
        parts = parts or ["root"]
    for start in reversed(range(len(parts))):
        yield "/".join(parts[start:])
    # Only the same path, written twice, comes as far
    for number in itertools.count(2):
        yield f"{parts[-1]} {number}"


class WorkLimits(NamedTuple):
    """Limits: number of `workers`, length of the `queue`, concurrent requests of one `client`.

    `seconds` limits the duration of a task, and half of its wait; `memory` is the number of bytes that a
    worker may use in addition to its catalog, `kept` the size of the cache of answers in bytes.
    """

    workers: int = os.cpu_count() or 1
    queue: int = 64
    client: int = 16
    seconds: float = 60.0
    memory: int = 2 * 2**30
    kept: int = 64 * 2**20
