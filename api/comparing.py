"""Compares two versions of a package: `muranopl.compare`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from muranopl.api.catalog import Catalog
from muranopl.diagnostics.arguments import StrPath
from muranopl.diagnostics.usage import UsageError

if TYPE_CHECKING:
    from muranopl.phases.job import Job
    from muranopl.phases.reuse.cache import Cache
    from muranopl.phases.reuse.opening import PackagePaths
    from muranopl.views.changes.comparison import PackageComparison


def compare(
    old: StrPath,
    new: StrPath,
    libraries: StrPath | Iterable[StrPath] = (),
    *,
    core_library: StrPath | None = None,
    extensions: StrPath | Iterable[StrPath] = (),
    quirks: str | Iterable[str] = (),
    streams: Mapping[str, bytes] | None = None,
    cache: Cache | StrPath | None = None,
    offline: bool = False,
) -> PackageComparison:
    """Return what changed from one version of a package to another, for users of the package.

    `old` and `new` are a folder or a zip each, or names of zips in `streams`; requirements of both
    are looked for in `libraries` and `extensions`. `quirks` are engine behaviours to follow. What is
    fetched of addresses is kept in `cache`; `offline` takes nothing else. Raise
    UsageError for a path with no package or with several, for a package that the engine does not
    take, and for two different packages.
    """
    from muranopl.views.changes.compare import compare_packages

    jobs = []
    for path in (old, new):
        # The other stream is not a package of this catalog
        stream = None if streams is None else streams.get(str(path))
        catalog = Catalog(
            [path],
            libraries=libraries,
            core_library=core_library,
            extensions=extensions,
            quirks=quirks,
            streams=None if stream is None else {str(path): stream},
            cache=cache,
            offline=offline,
        )
        jobs.append(_only_package(catalog.package_paths))
    return compare_packages(*jobs)


def _only_package(paths: PackagePaths) -> Job:
    """Return the job of the only package. Raise UsageError if there is another number."""
    job, unopened = paths.open()
    if len(job.targets) != 1:
        number = f"it contains {len(job.targets)}"
        reason = unopened[0].message if unopened else number
        raise UsageError(f'"{paths.paths[0]}" must be one package: {reason}')
    return job
