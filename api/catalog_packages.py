"""The packages of a catalog, and the options of reading them."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

import msgspec

import muranopl
from muranopl.ard.remote.fetching import Remote
from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import PackageData, Packages, Progress, StrPath
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings, valid
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import Quirk, chosen
from muranopl.phases.report import in_order
from muranopl.phases.reuse.opening import Installed, PackagePaths
from muranopl.phases.workers.workers import Workers
from muranopl.read.index import LibrariesOnce

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.diagnostics.own_rules import OwnRule
    from muranopl.namespace.class_query import ClassQuery
    from muranopl.namespace.required.required import LockResult
    from muranopl.phases.reuse.cache import Cache
    from muranopl.render.class_configs import ConfigFolder


class CatalogPackages:
    """The packages of a catalog, read when they are needed; see `Catalog` for the arguments."""

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
        self._own_rules = _own_rules(rules, settings)
        settings = Settings() if settings is None else valid(settings)
        self._rules = RulesByFile(settings)
        self._form_implementations = settings.form_implementations
        # Arguments beat settings; () and None are their defaults, other empty values are mistakes
        if libraries == ():
            libraries = settings.libraries
        if extensions == ():
            extensions = settings.extensions
        if quirks == ():
            quirks = settings.quirks
        if core_library is None:
            core_library = settings.core_library
        if jobs is None:
            jobs = settings.jobs
        self._cache = None if cache is None else _cache(cache)
        if jobs is not None:
            otherwise = ", or None for as many as it is worth"
            jobs = arguments.positive(jobs, "jobs", otherwise)
        self._workers = Workers(jobs, None if executor is None else _executor(executor))
        contents = _contents(streams)
        paths = arguments.paths(_named(paths, contents), "paths")
        libraries = arguments.paths(_named(libraries, contents), "libraries")
        if arguments.is_package_data(core_library):
            (core_library,) = _named(core_library, contents)
        self._given = PackagePaths(
            paths=paths,
            libraries=libraries,
            core=arguments.optional_path(core_library, "core_library"),
            streams=arguments.streams(contents),
            quirks=chosen(arguments.names(quirks, "quirks")),
            max_per_code=_most(max_per_code),
            extensions=arguments.paths(extensions, "extensions"),
            remote=Remote(
                None if self._cache is None else self._cache.folder,
                offline=bool(offline),
                executor=self._workers.executor,
            ),
            lock=_lock(locked or settings.locked, paths),
        )
        self._given.require_readable()
        self._once = LibrariesOnce()

    def fetch(self, progress: Progress | None = None) -> None:
        """Fetch the addresses among the paths, which the first use of the catalog does otherwise.

        `progress` is called with the number of files that were fetched, and of those known so far.
        Failures are reported by checks.
        """
        self._given.remote.tell = progress
        self._given.fetch()

    def lock(self, folder: StrPath = ".") -> LockResult:
        """Return which packages the requirements of the packages come to; see docs/locking.md.

        Paths in it are relative to `folder`, that of the lock file.
        """
        # Few catalogs have a lock
        from muranopl.namespace.required.required import LockResult

        _, unopened = self._given.open()
        findings = self._given.findings()
        required = self._given.required(Findings())
        required.report_missing(findings)
        return LockResult(
            required.lock(arguments.path(folder, "folder")),
            in_order((*unopened, *findings.diagnostics)),
        )

    def known_as(self, names: Mapping[str, str]) -> Self:
        """Return the same catalog, in which diagnostics call paths by other names."""
        result = self.__new__(type(self))
        # What was read for this catalog serves the other one, too
        vars(result).update(vars(self))
        result._given = msgspec.structs.replace(self._given, known_as=names)
        return result

    def with_uploads(
        self, packages: Mapping[str, bytes], others: Mapping[str, bytes], *, fetches: bool = False
    ) -> Self:
        """Return a catalog of packages in memory, by name, with all packages here as libraries.

        They replace packages of the same name and version.
        `others` are further texts that can be read by name. The libraries are searched and read
        once, for the first such catalog: later ones do not see changes of their files. With `fetches`
        the package repositories here are asked for what the packages require.
        """
        paths, once = self._as_libraries
        repositories = self._given.repositories if fetches else ()
        # The options were checked by the first catalog, and uploads are not paths to look for
        result = self.__new__(type(self))
        result._cache, result._workers, result._once = self._cache, self._workers, once
        result._rules, result._own_rules = self._rules, self._own_rules
        result._form_implementations = self._form_implementations
        result._given = msgspec.structs.replace(
            paths,
            paths=tuple(packages),
            libraries=(*paths.libraries, *repositories),
            streams={**packages, **others},
        )
        return result

    @functools.cached_property
    def _as_libraries(self) -> tuple[PackagePaths, LibrariesOnce]:
        libraries = self._given.as_libraries()
        sources = itertools.chain.from_iterable(libraries.searched.values())
        return libraries, LibrariesOnce(sources, keeps_results=True)

    @property
    def form_implementations(self) -> int:
        """The number of classes that a form offers at most for an object of a class."""
        return self._form_implementations

    @property
    def package_paths(self) -> PackagePaths:
        """The locations of the packages, and the options of reading them."""
        return self._given

    def __repr__(self) -> str:
        libraries = [f"libraries={self._given.libraries}"] if self._given.libraries else []
        return f"<muranopl.Catalog {', '.join([str(self._given.paths), *libraries])}>"

    @functools.cached_property
    def _installed(self) -> Installed:
        return self._given.install(self._cache, self._once)

    def _data(self, value: Any) -> Any:
        """Return data as it is, or the path of a readable file or stream. Raise UsageError."""
        return arguments.given(value, self._given.streams)

    def _settings(
        self, class_configs: StrPath | None
    ) -> tuple[Installed, Findings, frozenset[Quirk], ConfigFolder | None, Mapping[str, bytes]]:
        """Return the arguments of `Inputs`, with the problems of paths reported."""
        folder, findings = arguments.configs(class_configs), self._given.findings()
        findings.take(self._installed.empty)
        configs = None
        if folder is not None:
            from muranopl.render.class_configs import ConfigFolder  # not for checks

            known_as = self._given.known_as.get(folder, folder)
            configs = ConfigFolder(folder, known_as)
        return (self._installed, findings, self._given.quirks, configs, self._given.streams)


def class_query(name: object, version: object, package: object) -> ClassQuery:
    """Return the query for a class: its name, and what chooses among several of the name."""
    # Checking packages needs none of it
    from muranopl.namespace.class_query import class_query as query

    return query(name, version, package)


def _contents(streams: object) -> dict[str, Any]:
    """Return the content of streams; of packages as data that is a zip. Raise UsageError."""
    if not isinstance(streams, Mapping):
        return {**arguments.streams(streams)}
    return {
        name: _packed(content) if arguments.is_package_data(content) else content
        for name, content in streams.items()
    }


def _named(paths: Any, contents: dict[str, Any]) -> Any:
    """Return paths, where packages as data have names, which are added to `contents`."""
    if arguments.is_package_data(paths):
        paths = [paths]
    no_collection = (str, os.PathLike, Mapping)
    # What is no collection of paths is one path, or is refused
    if (
        not isinstance(paths, Iterable)
        or isinstance(paths, no_collection)
        or arguments.is_content(paths)
    ):
        return paths
    return [_name(item, contents) if arguments.is_package_data(item) else item for item in paths]


def _name(package: Mapping[Any, Any], contents: dict[str, Any]) -> str:
    """Add a package as data to `contents`, under a name of its own, which is returned."""
    from muranopl.api.package_data import name_of  # few packages are data

    name = name_of(package)
    unique, number = name, 1
    while unique in contents:
        number += 1
        unique = f"{name} {number}"
    contents[unique] = _packed(package)
    return unique


def _packed(package: Mapping[Any, Any]) -> bytes:
    from muranopl.api.package_data import packed  # few packages are data

    return packed(package)


def _cache(value: object) -> Cache:
    if isinstance(value, (str, os.PathLike)):
        return muranopl.Cache(value)
    return arguments.instance(
        value, muranopl.Cache, "cache", "a muranopl.Cache, or the path of its folder"
    )


def _executor(value: object) -> Executor:
    from concurrent.futures import Executor  # most callers have none

    return arguments.instance(value, Executor, "executor", "a concurrent.futures.Executor")


def _most(max_per_code: object) -> int | None:
    if max_per_code is None:
        return None
    return arguments.positive(max_per_code, "max_per_code", ", or None for all")


def _lock(locked: object, paths: Iterable[str]) -> str | None:
    """Return the path of the lock file; None without one. Raise UsageError if there is none."""
    if locked is False:
        return None
    if locked is not True:
        return arguments.path(locked, "locked")
    from muranopl.namespace.required.lock_file import (
        required_lock,  # few catalogs have one
    )

    return required_lock(paths)


def _own_rules(rules: object, settings: Settings | None) -> tuple[OwnRule, ...]:
    """Return the rules of one's own of arguments and settings, by code. Raise UsageError."""
    own_rules = () if rules == () else _several(rules)
    words = settings.rules if isinstance(settings, Settings) else ()
    if not own_rules and not words:
        return ()
    from muranopl.diagnostics.own_rules import gathered  # few have rules of their own

    return gathered((*own_rules, *words))


def _several(rules: object) -> tuple[object, ...]:
    if isinstance(rules, Iterable) and not isinstance(rules, (str, bytes)):
        return tuple(rules)
    return (rules,)
