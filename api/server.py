"""The web service as an application for any ASGI server; it needs the extra `muranopl[server]`.

application = muranopl.server.app("catalog/", libraries=["murano/meta"])
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from muranopl import arguments
from muranopl.arguments import StrPath
from muranopl.interfaces.server.application import application
from muranopl.interfaces.server.settings import ServiceSettings, require_origins, require_servable
from muranopl.interfaces.server.work.settings import CatalogSettings, WorkLimits
from muranopl.interfaces.server.work.work import CatalogWork

if TYPE_CHECKING:
    from starlette.applications import Starlette


def app(
    paths: StrPath | Iterable[StrPath],
    *,
    libraries: StrPath | Iterable[StrPath] = (),
    core_library: StrPath | None = None,
    quirks: str | Iterable[str] = (),
    class_configs: StrPath | None = None,
    cache: StrPath | None = None,
    token_file: StrPath | None = None,
    hosts: str | Iterable[str] = (),
    origins: str | Iterable[str] = (),
    writable: bool = False,
    workers: int | None = None,
) -> Starlette:
    """Return the service of a catalog as an ASGI application.

    `paths`, `libraries`, `core_library` and `quirks` are as in `muranopl.Catalog`, `class_configs` as in its `render`;
    `cache` is the folder of a cache. Clients need a token of `token_file`, where there is one; `hosts` are the names
    by which the service may be called beside localhost and addresses, `origins` those whose pages may call it.
    `writable` takes uploaded packages into the first of `paths`. `workers` is the number of worker processes, None for
    as many as there are cores. Raises UsageError.
    """
    served = CatalogSettings(
        paths=tuple(arguments.paths(paths, "paths")),
        libraries=tuple(arguments.paths(libraries, "libraries")),
        core_library=None if core_library is None else arguments.path(core_library, "core_library"),
        quirks=tuple(arguments.names(quirks, "quirks")),
        class_configs=None if class_configs is None else arguments.path(class_configs, "class_configs"),
        cache=None if cache is None else arguments.path(cache, "cache"),
    )
    require_servable(served)
    allowed = tuple(arguments.names(origins, "origins"))
    require_origins(allowed)
    settings = ServiceSettings(
        token_file=None if token_file is None else arguments.path(token_file, "token_file"),
        hosts=tuple(arguments.names(hosts, "hosts")),
        origins=allowed,
        writable=bool(writable),
    )
    limits = WorkLimits()
    if workers is not None:
        limits = limits._replace(workers=arguments.positive(workers, "workers", ", or None"))
    return application(CatalogWork(served, limits), settings)
