"""Defines the catalog as a task sees it, perhaps with an uploaded or edited package."""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

import muranopl
from muranopl.api.report import Report
from muranopl.ard.sources.discovery import discover
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.settings import CatalogSettings
from muranopl.interfaces.server.uploaded_packages import UploadedPackage
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.phases.job import Job
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.memory import RecentlyUsed

if TYPE_CHECKING:
    from muranopl.workspace.edited_package import EditedPackage

Tell = Callable[[int, int], None]
_UPLOADED = 2
"""Maximum number of uploaded packages that are kept loaded, with the catalog around them."""
_EDITED = 2
"""Maximum number of packages of which a worker keeps what it computed for an editor."""


class ServedCatalog:
    """The catalog in one state: the first argument of every task.

    `catalog` and `with_uploads` use the files as read when the state was loaded. `report` reads
    files again and sets `reads_files`: the answer is then valid only if no file has changed.
    """

    def __init__(self, settings: CatalogSettings) -> None:
        self.settings = settings
        self.reads_files = False
        self.progress: Tell | None = None
        """Callback for the progress of a check, if the client requested it."""
        self._report: Report | None = None
        self._uploaded = RecentlyUsed[str, ServedCatalog](_UPLOADED)
        self.upload: UploadedPackage | None = None
        """The uploaded package that a task is about, if it is about one."""
        self._edited: RecentlyUsed[object, EditedPackage] = RecentlyUsed(_EDITED)
        self._cache = None if settings.cache is None else Cache(settings.cache)
        # `contents` would refuse a folder that waits for its first package
        self.catalog = self._catalog(_without_waiting(settings.paths), settings.settings, {})

    def _catalog(
        self, paths: tuple[str, ...], options: Settings, streams: Mapping[str, bytes]
    ) -> muranopl.Catalog:
        return muranopl.Catalog(
            paths,
            streams=streams,
            cache=self._cache,
            jobs=1,  # the workers share the cores
            offline=self.settings.offline,
            settings=options,
        ).known_as(self.settings.names)

    def load(self) -> None:
        """Read all packages. Raise UsageError for invalid paths."""
        # A schema needs the results of the phases, which the catalog keeps for all tasks
        with contextlib.suppress(muranopl.ResolutionError):
            self.catalog.schema(f"{CORE_LIBRARY}.Object", [""])
        self.catalog.with_uploads({}, {})  # this holds the files in memory

    def report(self) -> Report:
        """Return the report on the catalog, which is cached."""
        self.reads_files = True
        if self._report is None:
            self._report = self.catalog.check(progress=self.progress)
        return self._report

    def with_uploads(
        self, packages: Mapping[str, bytes], models: Mapping[str, bytes], *, fetches: bool = False
    ) -> muranopl.Catalog:
        """Return a catalog of uploaded packages by name, with the served packages as libraries.

        `models` are texts of models, which it can read by name as well. With `fetches` what the
        packages require comes from the package repositories that the service was started with, too.
        """
        result = self.catalog.with_uploads(packages, models, fetches=fetches)
        # More files than memory should hold are read when they are needed
        self.reads_files |= not result.package_paths.held
        return result

    def with_package(self, upload: UploadedPackage) -> ServedCatalog:
        """Return the catalog from the point of view of a task about an uploaded package.

        The packages that are served are its libraries. The last ones are kept, loaded.
        """
        result = self._uploaded.get(upload.id)
        if result is None:
            result = copy.copy(self)
            result.catalog = self.catalog.with_uploads({upload.name: upload.package}, {})
            result._report, result.upload = None, upload
            self._uploaded.add(upload.id, result)
        # Its operations are of this task, and its libraries and class configs are files
        self.reads_files, result.progress = True, self.progress
        return result

    def job_of(self, name: str, version: str = "") -> Job:
        """Return the job of a package, with all others as libraries.

        Raise ResolutionError for an unknown one, and UsageError for the embedded core library.
        """
        from muranopl.api.contents import installed_source  # few tasks

        source = installed_source(self.catalog.contents.package(name, version))
        self.reads_files = True
        job = self.catalog.with_uploads({}, {}).package_paths.open().job
        libraries = [item for item in job.libraries if item.location != source.location]
        if len(libraries) == len(job.libraries):
            raise muranopl.UsageError(f'the package "{name}" is part of muranopl', "package")
        return msgspec.structs.replace(job, targets=[source], libraries=libraries)

    def job_of_upload(self, name: str, package: bytes) -> Job:
        """Return the job of an uploaded package, with all served ones as libraries.

        Raise UsageError if it is none.
        """
        job, unopened = self.with_uploads({name: package}, {}).package_paths.open()
        if len(job.targets) != 1:
            reason = f": {unopened[0].message}" if unopened else ""
            raise muranopl.UsageError(f'"{visible(name)}" is not a package{reason}')
        return job

    def edited(self, key: object, job: Callable[[], Job]) -> EditedPackage:
        """Return the package of a job as it is edited; the last ones are kept by their keys."""
        from muranopl.workspace.edited_package import EditedPackage  # few tasks

        result = self._edited.get(key)
        if result is None:
            result = EditedPackage(job())
            self._edited.add(key, result)
        self.reads_files = True
        return result

    def alone(self, packages: Mapping[str, bytes]) -> muranopl.Catalog:
        """Return a catalog of uploaded packages by name only."""
        options = msgspec.structs.replace(self.settings.settings, libraries=())
        return self._catalog(tuple(packages), options, packages)

    def class_configs(self) -> str | None:
        """Return the folder of class configs, which the task is going to read, if there is one."""
        self.reads_files |= self.settings.class_configs is not None
        return self.settings.class_configs

    @contextlib.contextmanager
    def task(self, progress: Tell | None) -> Iterator[None]:
        """Reset the state of the previous task; `progress` is the callback of this one."""
        self.reads_files, self.progress = False, progress
        try:
            yield
        finally:
            self.progress = None


def _without_waiting(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return paths without folders that have no package yet; missing paths are kept."""
    return tuple(path for path in paths if not os.path.isdir(path) or discover(path, Findings()))
