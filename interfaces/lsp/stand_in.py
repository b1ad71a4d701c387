"""A workspace that checks everything after each edit, until there is one that does less."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from muranopl.ard.sources.file_types import package_around
from muranopl.catalog import Catalog
from muranopl.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.usage import UsageError
from muranopl.workspace.analysis import Analysis, analyse


class Workspace:
    """The packages of some folders, with the unsaved texts of files."""

    def __init__(self, folders: Sequence[str], settings: Settings) -> None:
        self._folders, self._settings = folders, settings
        self._texts: dict[str, str] = {}
        self._analyses: list[Analysis] | None = None
        self._reported: set[str] = set()

    def open(self, path: str, text: str) -> None:
        """See `Session`."""
        self.change(path, text)

    def change(self, path: str, text: str) -> None:
        """See `Session`."""
        self._texts[path] = text
        self._analyses = None

    def save(self, path: str, text: str) -> None:
        """See `Session`."""
        self.change(path, text)

    def close(self, path: str) -> None:
        """See `Session`."""
        self._texts.pop(path, None)
        self._analyses = None

    def files_changed(self, _: Iterable[str]) -> None:
        """See `Session`."""
        self._analyses = None

    def diagnostics(
        self, cancel: Callable[[], bool]
    ) -> Iterator[tuple[str, Sequence[Diagnostic]]]:
        """See `Session`."""
        catalog = self._catalog()
        if catalog is None or cancel():
            return
        by_path: dict[str, list[Diagnostic]] = {
            path: [] for path in sorted(self._reported.union(self._texts))
        }
        for diagnostic in catalog.check().diagnostics:
            by_path.setdefault(os.path.abspath(diagnostic.path), []).append(diagnostic)
        self._reported.update(by_path)
        yield from by_path.items()

    def analysis(self, path: str) -> Analysis | None:
        """See `Session`."""
        if self._analyses is None:
            catalog = self._catalog()
            job = None if catalog is None else catalog.package_paths.open().job
            self._analyses = [] if job is None else analyse(job)
        for analysis in self._analyses:
            if path.startswith(analysis.package.header.source.location + os.sep):
                return analysis
        return None

    def _catalog(self) -> Catalog | None:
        around = {package_around(path) for path in self._texts}
        outside = {
            path
            for path in around
            if path and not any(path.startswith(folder) for folder in self._folders)
        }
        streams = {path: text.encode() for path, text in self._texts.items()}
        try:
            paths = [*self._folders, *sorted(outside)]
            return (
                Catalog(paths, streams=streams, jobs=1, settings=self._settings)
                if paths
                else None
            )
        except UsageError:
            return None
