"""The web service as an application for any ASGI server; it needs the extra `muranopl[server]`.

application = muranopl.server.app("catalog/", libraries=["murano/meta"])
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from muranopl.api.catalog import Catalog, settings_of
from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import StrPath
from muranopl.diagnostics.configuration.settings import of_reading
from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.usage import UsageError

with needing("server"):
    from muranopl.interfaces.server.application import application
    from muranopl.interfaces.server.settings import CatalogSettings, ServiceSettings, WorkLimits

if TYPE_CHECKING:
    from starlette.applications import Starlette


def app(
    catalog: Catalog | StrPath | Iterable[StrPath],
    *,
    libraries: StrPath | Iterable[StrPath] = (),
    core_library: StrPath | None = None,
    extensions: StrPath | Iterable[StrPath] = (),
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

    `catalog` are the paths of a `muranopl.Catalog`, with `libraries`, `core_library`, `extensions`
    and `quirks` as there, or a catalog that has these itself: the worker processes read the packages again.
    `class_configs` are as in its `render`, `cache` is the folder of a cache. Clients need a token
    of `token_file`, if that is given; `hosts` are the names by which the service may be called
    beside localhost and addresses, `origins` those whose pages may call it. With `writable`,
    packages can be uploaded into the first path. `workers` is the number of worker processes, None
    for the number of cores. Raise UsageError.
    """
    if not isinstance(catalog, Catalog):
        catalog = Catalog(
            catalog,
            libraries=libraries,
            core_library=core_library,
            extensions=extensions,
            quirks=quirks,
        )
    elif libraries or core_library is not None or extensions or quirks:
        raise UsageError(
            "libraries, core_library, extensions and quirks are those of the catalog", "catalog"
        )
    paths = catalog.package_paths
    if paths.streams:
        raise UsageError(
            "a catalog of streams cannot be served, as several processes read it", "catalog"
        )
    served = CatalogSettings(
        paths=tuple(paths.paths),
        settings=of_reading(settings_of(catalog)),
        class_configs=arguments.optional_path(class_configs, "class_configs"),
        cache=arguments.optional_path(cache, "cache"),
        offline=paths.remote.offline,
    )
    settings = ServiceSettings(
        token_file=arguments.optional_path(token_file, "token_file"),
        hosts=arguments.names(hosts, "hosts"),
        origins=arguments.names(origins, "origins"),
        writable=bool(writable),
    )
    limits = WorkLimits()
    if workers is not None:
        limits = WorkLimits(workers=arguments.positive(workers, "workers", ", or None"))
    return application(served, settings, limits)
