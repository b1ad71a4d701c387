"""How the service meets its clients, and whether what it is to serve can be read."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterable
from typing import NamedTuple

from muranopl import arguments
from muranopl.diagnostics.formats.visible import visible
from muranopl.diagnostics.quirks import chosen
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.server.work.settings import CatalogSettings

MEBIBYTE = 1024 * 1024


class ServiceSettings(NamedTuple):
    """How the service meets its clients; CatalogSettings says what it serves, WorkLimits how much it does at once.

    `hosts` are the names, beside addresses and localhost, by which it may be called ("*": any),
    `origins` those whose pages may call it. `token_file` has the tokens that clients need; None
    where they need none. Sizes are in bytes, times in seconds: `body_time` is how long a body may
    take to arrive, `grace` how long work goes on after the end.
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
"""How many worker processes there may be, or as many as there are cores: each holds the whole catalog."""

_ORIGIN = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^/?#@\s]+")


def require_origins(origins: Iterable[str]) -> None:
    """Raise UsageError where something is no origin as browsers tell it: no page would ever be one of it."""
    for origin in origins:
        if not _ORIGIN.fullmatch(origin) or origin != origin.lower():
            raise UsageError(
                f'"{visible(origin)}" is no origin, such as https://example.org, or *', "origins"
            )


def require_workers(number: int) -> None:
    """Raise UsageError where that are too many worker processes."""
    most = max(MOST_WORKERS, os.cpu_count() or 1)
    if number > most:
        problem = f"{number:,} worker processes are too many: each holds the whole catalog, so give at most {most:,}"
        raise UsageError(problem, "workers")


def require_servable(served: CatalogSettings) -> None:
    """Raise UsageError where what is to be served cannot be read or is neither folder nor zip, or a quirk is none."""
    chosen(served.quirks)
    arguments.require_readable(served.every_path)
    for path in (*served.paths, *served.libraries):
        if os.path.isfile(path) and not zipfile.is_zipfile(path):
            raise UsageError(
                f'the path "{visible(path)}" is no package: give the folder or the zip of one'
            )
    if served.class_configs is not None:
        arguments.require_configs(served.class_configs)
