"""The library API: a catalog of packages to check, resolve, render and run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from muranopl.api.catalog_checks import CatalogChecks
from muranopl.api.catalog_queries import CatalogQueries
from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import Models, PackageData, Packages, Progress, StrPath
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.usage import UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.api.report import Report
    from muranopl.diagnostics.configuration.settings import Settings
    from muranopl.diagnostics.own_rules import OwnRule
    from muranopl.phases.job import Job
    from muranopl.phases.reuse.cache import Cache
    from muranopl.phases.reuse.opening import PackagePaths
    from muranopl.views.changes.comparison import PackageComparison


def validate(
    path: StrPath | PackageData,
    libraries: Packages = (),
    *,
    models: Models = (),
    class_configs: StrPath | None = None,
    core_library: StrPath | PackageData | None = None,
    extensions: StrPath | Iterable[StrPath] = (),
    quirks: str | Iterable[str] = (),
    streams: Mapping[str, bytes | PackageData] | None = None,
    cache: Cache | StrPath | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    max_per_code: int | None = PER_CODE.most,
    settings: Settings | None = None,
    rules: str | Iterable[str | OwnRule] = (),
    stop_after: str | int | Phase | None = None,
    progress: Progress | None = None,
    against: StrPath | None = None,
    offline: bool = False,
    locked: bool | StrPath = False,
) -> Report:
    """Check the package, zip or catalog at `path`; required packages are looked for in `libraries`.

    The other arguments are those of `Catalog` and of `Catalog.check`. Never raises for bad input:
    the report has its problems. Raise UsageError for a path that does not exist, as for any
    argument without a plain meaning.
    """
    catalog = Catalog(
        path if arguments.is_package_data(path) else arguments.path(path, "path"),
        libraries=libraries,
        core_library=core_library,
        extensions=extensions,
        quirks=quirks,
        streams=streams,
        cache=cache,
        jobs=jobs,
        executor=executor,
        max_per_code=max_per_code,
        settings=settings,
        rules=rules,
        offline=offline,
        locked=locked,
    )
    return catalog.check(
        stop_after=stop_after,
        progress=progress,
        models=models,
        class_configs=class_configs,
        against=against,
    )


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
        number = f"it has {len(job.targets)}"
        reason = unopened[0].message if unopened else number
        raise UsageError(f'"{paths.paths[0]}" is not one package: {reason}')
    return job


class Catalog(CatalogChecks, CatalogQueries):
    """Packages seen together.

    `paths` are package folders, package zips, directories of them, or packages as data; all are
    checked. `libraries` are more of the same, read only as far as other packages require them. `core_library` is a path
    to use in place of the embedded core library. `extensions` are extension plugins: "installed" for
    those of this environment, names of installed distributions, or paths (docs/extensions.md); they
    are read, and never run. `quirks` are names of engine behaviours to follow
    instead of the documents. `streams` maps paths that are not files ("-" for standard input), or
    files of packages that have another content than on the disk, to their bytes. A package as data
    maps the paths of its files to documents, lists of documents, strings, or bytes
    (docs/library.md). `cache`, or the
    path of its folder, keeps results of earlier checks. `jobs` is the number of processes that
    share a check (None: as many as it is worth); `executor` runs their tasks instead of copies of
    this process, which a process with several threads should not make.
    `max_per_code` is the number of diagnostics of one code in a file that are reported, after which
    one counts the rest (None: all). `rules` are rules of one's own, or the folders and names of
    installed packages that have some. `settings` choose what is reported, and are the defaults of
    `libraries`, `core_library`, `extensions`, `quirks`, `jobs` and `locked`. Addresses may stand in
    place of paths (docs/remote.md); with `offline` only what the cache has of them is used.
    `locked` is a lock file, or True for the nearest one (docs/locking.md): packages that differ
    from it are reported.

    A single path or name counts as a list of one. Every method raises UsageError for an argument
    without a plain meaning, for a path that does not exist or cannot be read, for a library without
    a package, and for a core library without `io.murano`. One of `paths` without a package is
    reported; `classes` and `contents` raise UsageError for it.

    A pickled catalog is one that was asked nothing yet: it leaves behind what it has read.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }
