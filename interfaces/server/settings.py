"""Settings of the service: its catalog, HTTP, and limits of its work; validation of settings."""

from __future__ import annotations

import itertools
import os
import re
import zipfile
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from muranopl.ard.remote.fetching import Remote
from muranopl.diagnostics import arguments
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.quirks import chosen
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import is_address, masked, visible

MEBIBYTE = 1024 * 1024
MOST_WORKERS = 64
"""Maximum number of workers, or the number of cores if greater: each holds the whole catalog."""
_ORIGIN = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^/?#@\s]+")


class CatalogSettings(NamedTuple):
    """The arguments of `muranopl.Catalog`; `cache` is the folder of the cache, None for none.

    The `settings` are those of reading packages and of forms.
    """

    paths: tuple[str, ...]
    settings: Settings = Settings()
    class_configs: str | None = None
    cache: str | None = None
    offline: bool = False

    @property
    def every_path(self) -> tuple[str, ...]:
        """All paths on which answers depend."""
        single = filter(None, (self.settings.core_library, self.class_configs))
        return (*self.paths, *self.settings.libraries, *single)

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


class WorkLimits(msgspec.Struct, frozen=True):
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


class ServiceSettings(msgspec.Struct, frozen=True):
    """HTTP settings; see also CatalogSettings for the content and WorkLimits for its load.

    `hosts` are the allowed host names beside addresses and localhost ("*": any), `origins` the
    allowed origins of pages (CORS). `token_file` has the tokens of clients; None if they need none.
    Sizes are in bytes, times in seconds: `body_time` is the maximum time for a body to arrive,
    `grace` how long work may continue after the service was asked to end.
    """

    token_file: str | None = None
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    writable: bool = False
    max_upload: int = 5 * MEBIBYTE
    max_body: int = 5 * MEBIBYTE
    body_time: float = 60.0
    grace: float = 10.0


def require_valid(catalog: CatalogSettings, settings: ServiceSettings, limits: WorkLimits) -> None:
    """Raise UsageError for settings with which no service can run."""
    # Refused here, before a worker fails to load the catalog because of an unknown quirk
    chosen(catalog.settings.quirks)
    arguments.require_readable(path for path in catalog.every_path if not is_address(path))
    Remote(offline=catalog.offline).require_known(catalog.every_path)
    for path in (*catalog.paths, *catalog.settings.libraries):
        if os.path.isfile(path) and not zipfile.is_zipfile(path):
            raise UsageError(
                f'the path "{visible(path)}" is not a package: pass the folder or zip of a package'
            )
    if catalog.class_configs is not None:
        arguments.require_configs(catalog.class_configs)
    if settings.writable and not os.path.isdir(catalog.paths[0]):
        first = visible(catalog.paths[0])
        raise UsageError(
            f'the path "{first}" is not a folder, so packages cannot be stored in it', "writable"
        )
    for origin in settings.origins:
        # No browser would send another one.
        if not _ORIGIN.fullmatch(origin) or origin != origin.lower():
            raise UsageError(
                f'"{visible(origin)}" is not an origin, such as https://example.org, or *',
                "origins",
            )
    most = max(MOST_WORKERS, os.cpu_count() or 1)
    if limits.workers > most:
        problem = (
            f"{limits.workers:,} worker processes are too many, as each holds the whole catalog"
        )
        raise UsageError(f"{problem}: use at most {most:,}", "workers")
