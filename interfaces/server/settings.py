"""Settings of the HTTP service, and validation of settings."""

from __future__ import annotations

import os
import re
import zipfile
from typing import NamedTuple

from muranopl.ard.remote.fetching import Remote
from muranopl.diagnostics import arguments
from muranopl.diagnostics.addresses import is_address
from muranopl.diagnostics.quirks import chosen
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.work.settings import CatalogSettings, WorkLimits

MEBIBYTE = 1024 * 1024


class ServiceSettings(NamedTuple):
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


MOST_WORKERS = 64
"""Maximum number of workers, or the number of cores if greater: each holds the whole catalog."""

_ORIGIN = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^/?#@\s]+")


def require_valid(catalog: CatalogSettings, settings: ServiceSettings, limits: WorkLimits) -> None:
    """Raise UsageError for settings with which no service can run."""
    # Refused here, before a worker fails to load the catalog because of an unknown quirk
    chosen(catalog.quirks)
    arguments.require_readable(path for path in catalog.every_path if not is_address(path))
    Remote(offline=catalog.offline).require_known(catalog.every_path)
    for path in (*catalog.paths, *catalog.libraries):
        if os.path.isfile(path) and not zipfile.is_zipfile(path):
            raise UsageError(
                f'the path "{visible(path)}" is not a package: give the folder or the zip of one'
            )
    if catalog.class_configs is not None:
        arguments.require_configs(catalog.class_configs)
    if settings.writable and not os.path.isdir(catalog.paths[0]):
        first = visible(catalog.paths[0])
        raise UsageError(f'"{first}" is not a folder to take packages into', "writable")
    for origin in settings.origins:
        # No browser would send another one.
        if not _ORIGIN.fullmatch(origin) or origin != origin.lower():
            raise UsageError(
                f'"{visible(origin)}" is not an origin, such as https://example.org, or *',
                "origins",
            )
    most = max(MOST_WORKERS, os.cpu_count() or 1)
    if limits.workers > most:
        remedy = f"each holds the whole catalog, so give at most {most:,}"
        raise UsageError(f"{limits.workers:,} worker processes are too many: {remedy}", "workers")
