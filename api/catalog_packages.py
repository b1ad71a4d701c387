"""Holds the packages and settings of a catalog: the value that all functions over a catalog take.

Packages are read when they are needed.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import Progress, StrPath
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.findings import Findings
from muranopl.phases.report import in_order
from muranopl.phases.reuse.answers import Answers
from muranopl.phases.reuse.opening import Installed, PackagePaths
from muranopl.phases.workers.workers import Workers

if TYPE_CHECKING:
    from muranopl.api.contents import CatalogContents
    from muranopl.diagnostics.own_rules import OwnRule
    from muranopl.execution.running.executing import Inputs
    from muranopl.namespace.class_query import ClassQuery
    from muranopl.namespace.required.required import LockResult
    from muranopl.phases.reuse.cache import Cache
    from muranopl.views.graph.resolver import Resolver
    from muranopl.workspace.check_session import CheckSession


class CatalogPackages(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The packages of a catalog, read when they are needed, and what is decided for all uses of them.

    `answers` are those about libraries that do not change, `session` has earlier checks of the
    same packages. Pickled, it leaves behind what it has read.
    """

    paths: PackagePaths
    settings: Settings
    rules: RulesByFile
    own_rules: tuple[OwnRule, ...]
    cache: Cache | None
    workers: Workers
    answers: Answers = msgspec.field(default_factory=Answers)
    session: CheckSession | None = None

    def with_uploads(
        self, packages: Mapping[str, bytes], others: Mapping[str, bytes], *, fetches: bool = False
    ) -> CatalogPackages:
        """Return packages in memory, by name, with all packages here as libraries; see `Catalog`."""
        paths, answers = self._as_libraries
        repositories = self.paths.repositories if fetches else ()
        uploaded = msgspec.structs.replace(
            paths,
            paths=tuple(packages),
            libraries=(*paths.libraries, *repositories),
            streams={**packages, **others},
        )
        return msgspec.structs.replace(self, paths=uploaded, answers=answers, session=None)

    @functools.cached_property
    def _as_libraries(self) -> tuple[PackagePaths, Answers]:
        libraries = self.paths.as_libraries()
        sources = itertools.chain.from_iterable(libraries.searched.values())
        return libraries, Answers(sources)

    @functools.cached_property
    def installed(self) -> Installed:
        """All packages, as an engine has them installed."""
        return self.paths.install(self.cache, self.answers)

    @functools.cached_property
    def contents(self) -> CatalogContents:
        """The packages and classes, including libraries. Raise UsageError without a package."""
        # Checking packages needs none of it
        from muranopl.api.contents import CatalogContents

        arguments.require_packages(self.installed.empty)
        return CatalogContents(
            self.installed.results,
            self.paths.quirks,
            self.paths.own(),
            self.settings.form_implementations,
        )

    @functools.cached_property
    def resolver(self) -> Resolver:
        """What chooses classes and packages, and remembers its choices as an engine does."""
        return self.new_resolver()

    def new_resolver(self) -> Resolver:
        """Return a resolver without earlier choices."""
        # Checking packages needs none of it
        from muranopl.views.graph.resolver import Resolver

        return Resolver(self.installed.results, self.paths.quirks)

    def data(self, value: Any) -> Any:
        """Return data as it is, or the path of a readable file or stream. Raise UsageError."""
        return arguments.given(value, self.paths.streams)

    def inputs(self, class_configs: StrPath | None) -> Inputs:
        """Return what models and methods are run with; the problems of paths are reported."""
        from muranopl.execution.running.executing import Inputs  # not for checks

        folder, findings = arguments.configs(class_configs), self.paths.findings()
        findings.take(self.installed.empty)
        configs = None
        if folder is not None:
            from muranopl.render.class_configs import ConfigFolder  # not for checks

            configs = ConfigFolder(folder, self.paths.known_as.get(folder, folder))
        return Inputs(self.installed, findings, self.paths.quirks, configs, self.paths.streams)


def fetch(packages: CatalogPackages, progress: Progress | None = None) -> None:
    """Fetch the addresses among the paths, which the first use of the catalog does otherwise.

    `progress` is called with the number of files that were fetched, and of those known so far.
    Failures are reported by checks.
    """
    packages.paths.remote.tell = progress
    packages.paths.fetch()


def lock(packages: CatalogPackages, folder: StrPath = ".") -> LockResult:
    """Return which packages the requirements of the packages come to; see docs/locking.md.

    Paths in it are relative to `folder`, that of the lock file.
    """
    # Few catalogs have a lock
    from muranopl.namespace.required.locking import lock_of
    from muranopl.namespace.required.required import LockResult

    paths = packages.paths
    _, unopened = paths.open()
    findings = paths.findings()
    required = paths.required(Findings())
    required.report_missing(findings)
    return LockResult(
        lock_of(required.used, arguments.path(folder, "folder")),
        in_order((*unopened, *findings.diagnostics)),
    )


def class_query(name: object, version: object, package: object) -> ClassQuery:
    """Return the query for a class: its name, and what chooses among several of the name."""
    # Checking packages needs none of it
    from muranopl.namespace.class_query import class_query as query

    return query(name, version, package)
