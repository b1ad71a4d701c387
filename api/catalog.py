"""Defines `muranopl.Catalog` and `validate`: packages to check, resolve, render and run.

The work is done by functions over `CatalogPackages`, which become methods here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

import msgspec

from muranopl.api import catalog_checks, catalog_packages, catalog_queries, catalog_runs
from muranopl.api.catalog_arguments import (
    cache_of,
    contents_of,
    executor_of,
    lock_of,
    merged,
    most_of,
    named,
    own_rules_of,
)
from muranopl.api.catalog_packages import CatalogPackages
from muranopl.ard.remote.fetching import Remote
from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import Models, PackageData, Packages, Progress, StrPath
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Phase
from muranopl.phases.reuse.opening import PackagePaths
from muranopl.phases.workers.workers import Workers

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.api.contents import CatalogContents
    from muranopl.api.report import Report
    from muranopl.diagnostics.own_rules import OwnRule
    from muranopl.phases.reuse.cache import Cache
    from muranopl.workspace.check_session import CheckSession

P = ParamSpec("P")
R = TypeVar("R")


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


def _method(
    function: Callable[Concatenate[CatalogPackages, P], R],
) -> Callable[Concatenate[Catalog, P], R]:
    """Return a function over the packages of a catalog as a method of the catalog."""

    @functools.wraps(function)
    def method(catalog: Catalog, /, *args: P.args, **options: P.kwargs) -> R:
        return function(catalog._packages, *args, **options)

    return method


class Catalog:
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

    def __init__(
        self,
        paths: Packages,
        *,
        libraries: Packages = (),
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
        offline: bool = False,
        locked: bool | StrPath = False,
    ) -> None:
        # Settings may name the codes of these rules
        own_rules = own_rules_of(rules, settings)
        contents = contents_of(streams)
        paths = arguments.paths(named(paths, contents), "paths")
        options = {
            "libraries": libraries,
            "core_library": core_library,
            "extensions": extensions,
            "quirks": quirks,
            "jobs": jobs,
        }
        settings = merged(settings, options, contents)
        kept = None if cache is None else cache_of(cache)
        workers = Workers(settings.jobs, None if executor is None else executor_of(executor))
        remote = Remote(
            None if kept is None else kept.folder,
            offline=bool(offline),
            executor=workers.executor,
        )
        located = PackagePaths.of(
            paths,
            settings,
            remote,
            streams=arguments.streams(contents),
            max_per_code=most_of(max_per_code),
            lock=lock_of(locked or settings.locked, paths),
        )
        located.require_readable()
        self._packages = CatalogPackages(
            located, settings, RulesByFile(settings), own_rules, kept, workers
        )

    fetch = _method(catalog_packages.fetch)
    lock = _method(catalog_packages.lock)
    check = _method(catalog_checks.check)
    fix = _method(catalog_checks.fix)
    upgrade = _method(catalog_checks.upgrade)
    build = _method(catalog_checks.build)
    classes = _method(catalog_queries.classes)
    resolve = _method(catalog_queries.resolve)
    static_methods = _method(catalog_queries.static_methods)
    resolve_package = _method(catalog_queries.resolve_package)
    look_up = _method(catalog_queries.look_up)
    schema = _method(catalog_queries.schema)
    render = _method(catalog_runs.render)
    render_form = _method(catalog_runs.render_form)
    form_pages = _method(catalog_runs.form_pages)
    session = _method(catalog_runs.session)
    call = _method(catalog_runs.call)
    test = _method(catalog_runs.run_tests)
    deploy = _method(catalog_runs.deploy)
    export = _method(catalog_runs.export)

    @property
    def contents(self) -> CatalogContents:
        """The packages and classes of the catalog, including libraries."""
        return self._packages.contents

    @property
    def form_implementations(self) -> int:
        """The number of classes that a form offers at most for an object of a class."""
        return self._packages.settings.form_implementations

    @property
    def package_paths(self) -> PackagePaths:
        """The locations of the packages, and the options of reading them."""
        return self._packages.paths

    def known_as(self, names: Mapping[str, str]) -> Self:
        """Return the same catalog, in which diagnostics call paths by other names."""
        paths = msgspec.structs.replace(self.package_paths, known_as=names)
        return self._of(msgspec.structs.replace(self._packages, paths=paths))

    def with_uploads(
        self, packages: Mapping[str, bytes], others: Mapping[str, bytes], *, fetches: bool = False
    ) -> Self:
        """Return a catalog of packages in memory, by name, with all packages here as libraries.

        They replace packages of the same name and version. `others` are further texts that can be
        read by name. The libraries are searched and read once, for the first such catalog: later
        ones do not see changes of their files. With `fetches` the package repositories here are
        asked for what the packages require.
        """
        return self._of(self._packages.with_uploads(packages, others, fetches=fetches))

    def __repr__(self) -> str:
        paths = self._packages.paths
        libraries = f", libraries={[*paths.libraries]}" if paths.libraries else ""
        return f"<muranopl.Catalog {[*paths.paths]}{libraries}>"

    def _of(self, packages: CatalogPackages) -> Self:
        """Return a catalog of packages whose options another one has checked."""
        result = self.__new__(type(self))
        result._packages = packages
        return result


def repeating(catalog: Catalog, checks: CheckSession) -> Catalog:
    """Return the same catalog, whose checks reuse results of earlier ones.

    Not part of the public library: `checks` has to be notified of all changes of files.
    """
    packages = catalog._packages
    watched = msgspec.structs.replace(
        packages,
        paths=checks.with_fetched(packages.paths),
        cache=checks.cache,
        # Files are watched in a thread, which Python does not know of
        workers=msgspec.structs.replace(packages.workers, fork=False),
        session=checks,
    )
    return catalog._of(watched)


def settings_of(catalog: Catalog) -> Settings:
    """Return the settings of a catalog, with its arguments. Not part of the public library."""
    return catalog._packages.settings
