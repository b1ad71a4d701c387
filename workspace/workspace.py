"""Packages while they are edited, and their diagnostics: those of some folders, or one in memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from muranopl.ard.sources.file_names import PACKAGE_FOLDERS
from muranopl.ard.sources.file_types import package_around
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.phases.reuse.answers import IsCancelled, never
from muranopl.phases.reuse.cache import Cache
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.background_check import BackgroundCheck
from muranopl.workspace.checked_paths import CheckedPaths
from muranopl.workspace.loose_files import LooseFiles


class FileDiagnostics(NamedTuple):
    """The diagnostics of a file, which may be none any more.

    An entry of a zip has a path below that of the zip.
    """

    path: str
    diagnostics: tuple[Diagnostic, ...]


class Workspace:
    """Folders with packages, and the texts that an editor has of their files.

    All packages below `folders` are checked, as `muranopl check` would with the same `settings`. A
    folder inside a package, such as its `Classes`, stands for the package. An open file of another
    package is checked with that package, one of no package by itself.
    `cache` has results of earlier checks, so that the first one is quick. Paths of files are
    absolute. A workspace is for one thread at a time.
    """

    def __init__(
        self,
        folders: Sequence[str],
        settings: Settings | None = None,
        *,
        cache: Cache | None = None,
    ) -> None:
        self._settings = Settings() if settings is None else settings
        self.folders = tuple(dict.fromkeys(_whole_package(os.path.abspath(at)) for at in folders))
        self._cache = cache
        self._checked: dict[str, CheckedPaths] = {}
        """The packages of the folders under "", and those around other files by their folders."""
        self._loose = LooseFiles(self._settings)
        if folders:
            self._checked[""] = CheckedPaths(self.folders, self._settings, cache)

    @property
    def package_folders(self) -> list[str]:
        """The folders in which there are packages."""
        checked = self._checked.get("")
        roots = set() if checked is None else {item.root for item in checked.files.job.targets}
        return [folder for folder in self.folders if folder in roots]

    def open(self, path: str, text: str) -> None:
        """Set the text of a file that is opened in an editor."""
        self._edit(path, text)

    def change(self, path: str, text: str) -> None:
        """Set the new text of an open file."""
        self._edit(path, text)

    def save(self, path: str, text: str | None = None) -> None:
        """Record that an open file was saved, with its text if that is known."""
        self.files_changed([path])
        if text is not None:
            self._edit(path, text)

    def close(self, path: str) -> None:
        """Record that a file was closed, so that its text is that on the disk."""
        self._edit(path, None)

    def files_changed(self, paths: Iterable[str]) -> None:
        """Record that files or folders on the disk have changed, been added or removed."""
        changed = list(paths)
        for checked in self._checked.values():
            checked.files.written(changed)
        for path in self._loose:
            if package_around(path) is not None:
                self._loose.edit(path, None)

    def diagnostics(
        self, is_cancelled: IsCancelled = never, *, waits: bool = True
    ) -> Iterator[FileDiagnostics]:
        """Yield the edited file, and all files whose diagnostics have changed since the last call.

        The edited file comes first, then its package, then all that depends on it. A file may come
        several times. `is_cancelled` is called now and then: if it returns true the rest is left to
        the next call. With an empty cache all packages but that of the edited file are read in the
        `background` first; unless this `waits` for that, the rest is left to the next call, too.
        """
        for file, diagnostics in self._loose.diagnostics():
            yield FileDiagnostics(file.display, diagnostics)
        for checked in list(self._checked.values()):
            for file, diagnostics in checked.diagnostics(is_cancelled, waits=waits):
                yield FileDiagnostics(file.display, diagnostics)
            if is_cancelled():
                return

    @property
    def background(self) -> BackgroundCheck | None:
        """A check in the background, as long as its results are awaited."""
        checks = (checked.background for checked in self._checked.values())
        return next((check for check in checks if check is not None), None)

    def stop(self) -> None:
        """End what runs in the background, as the workspace is of no use any more."""
        for checked in self._checked.values():
            checked.stop()

    def known_diagnostics(self, path: str) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of a file as the last call of `diagnostics` left them."""
        return self._owner(path).known_diagnostics(path)

    def read_text(self, path: str) -> str | None:
        """Return what is read of a file that an editor has: while its YAML is broken, a recovered text."""
        return self._owner(path).read_text(path)

    @property
    def problems(self) -> list[str]:
        """The problems of the settings in the last check, such as a missing library."""
        problems = (checked.problem for checked in self._checked.values())
        return list(dict.fromkeys(item for item in problems if item is not None))

    def analysis(self, path: str) -> Analysis | None:
        """Return the analysis of the package of a file.

        A file in no package is the only one of its package; None if it is of an unknown kind.
        """
        return self._owner(path).analysis(path)

    def path_in_package(self, path: str) -> str:
        """Return a path with the folders that say what the file is, also for a file in no package."""
        return self._loose.path_in_package(path) or path.replace(os.sep, "/")

    def analyses(self) -> Iterator[Analysis]:
        """Yield the analysis of each package of the folders and around open files."""
        for checked in list(self._checked.values()):
            yield from checked.analyses()

    def _edit(self, path: str, text: str | None) -> None:
        data = None if text is None else text.encode("utf-8", "surrogatepass")
        checked = self._around(path)
        # A file in an opened folder may be in a package later
        is_loose = package_around(path) is None
        self._loose.edit(path, text if is_loose else None)
        if checked is not None:
            checked.edit(path, data)

    def _owner(self, path: str) -> CheckedPaths | LooseFiles:
        checked = None if path in self._loose else self._around(path)
        return self._loose if checked is None else checked

    def _around(self, path: str) -> CheckedPaths | None:
        """Return the packages among which a file is checked, None if it is in no package."""
        if any(path.startswith(os.path.join(folder, "")) for folder in self.folders):
            return self._checked[""]
        folder = package_around(path)
        if folder is None:
            return None
        if folder not in self._checked:
            self._checked[folder] = CheckedPaths([folder], self._settings, self._cache)
        return self._checked[folder]


def _whole_package(folder: str) -> str:
    """Return the folder of the package that a folder is a part of, else the folder itself."""
    package = package_around(os.path.join(folder, ""))
    if package is None:
        return folder
    # Any other manifest.yaml above, such as one of Kubernetes, would mean a search of all around it
    top = os.path.relpath(folder, package).split(os.sep)[0]
    return package if top in PACKAGE_FOLDERS else folder
