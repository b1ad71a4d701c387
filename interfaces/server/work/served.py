"""The catalog as a task in a worker sees it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping

import muranopl
from muranopl.ard.sources.discovery import discover
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.findings import Findings
from muranopl.incremental.cache import Cache
from muranopl.interfaces.server.work.settings import CatalogSettings
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.report import Report

Tell = Callable[[int, int], None]


class ServedCatalog:
    """What is served, in one state: the first argument of every task.

    `catalog` answers from what was read when the state was loaded. `report` and `with_uploads` read
    files again, after which `reads_files` is set: the answer then only counts if no file has
    changed.
    """

    def __init__(self, settings: CatalogSettings) -> None:
        self.settings = settings
        self.reads_files = False
        self.progress: Tell | None = None
        """Told how far a check is, where the client wants to know."""
        self._report: Report | None = None
        self._cache = None if settings.cache is None else Cache(settings.cache)
        self.catalog = self._catalog(_without_waiting(settings.paths), settings.libraries, {})

    def _catalog(
        self, paths: tuple[str, ...], libraries: tuple[str, ...], streams: Mapping[str, bytes]
    ) -> muranopl.Catalog:
        settings = self.settings
        return muranopl.Catalog(
            paths,
            libraries=libraries,
            core_library=settings.core_library,
            quirks=settings.quirks,
            streams=streams,
            cache=self._cache,
            max_per_code=PER_CODE.most,
        )

    def load(self) -> None:
        """Read all packages. Raises UsageError for paths that cannot be served."""
        with contextlib.suppress(muranopl.ResolutionError):
            self.catalog.schema(f"{CORE_LIBRARY}.Object", [""])

    def report(self) -> Report:
        """Return what checking all that is served gives; it is checked once."""
        self.reads_files = True
        if self._report is None:
            self._report = self.catalog.check(progress=self.progress)
        return self._report

    def with_uploads(
        self, packages: Mapping[str, bytes], models: Mapping[str, bytes]
    ) -> muranopl.Catalog:
        """Return a catalog of uploaded packages by name, for which all that is served counts as libraries.

        `models` are texts that it can read by name as well.
        """
        self.reads_files = True
        return self.catalog.with_uploads(packages, models)

    def alone(self, packages: Mapping[str, bytes]) -> muranopl.Catalog:
        """Return a catalog of uploaded packages by name, and of nothing that is served."""
        return self._catalog(tuple(packages), (), packages)

    def class_configs(self) -> str | None:
        """Return the folder with class configs, which is read anew by each call."""
        self.reads_files = True
        return self.settings.class_configs

    @contextlib.contextmanager
    def task(self, progress: Tell | None) -> Iterator[None]:
        """Prepare for a task: nothing of an earlier one is left."""
        self.reads_files, self.progress = False, progress
        try:
            yield
        finally:
            self.progress = None


def _without_waiting(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return paths without the folders that wait for their first package; one that does not exist is an error."""
    return tuple(path for path in paths if not os.path.isdir(path) or discover(path, Findings()))
