"""A configuration: the settings of a file, and the search for that file.

One file is used in a run, the nearest one, so that all packages of the run have the same libraries
and core library. In a folder, `muranopl.toml` comes before a `pyproject.toml` with a table
`[tool.muranopl]`; one without is passed over.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.configuration.settings import Settings, paths_in
from muranopl.diagnostics.visible import is_address, visible

if TYPE_CHECKING:
    from muranopl.diagnostics.configuration.mistakes import Mistake, TomlPlace
import re
from collections.abc import Iterable

from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.patterns import lazy_pattern


class Configuration(msgspec.Struct, frozen=True):
    """The settings of a file, None without one, with the places of its keys.

    `looked_for` are the files on which the choice of this one depends, present or not.
    `left_out` are the keys that are not among the settings, or only in part, as the file is not
    trusted: rules are not run, and addresses are not fetched.
    """

    settings: Settings = Settings()
    file: str | None = None
    places: Mapping[str, TomlPlace] = {}
    looked_for: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def require_paths(self, keys: Container[str], remedy: str | None = None) -> None:
        """Raise ConfigurationError if a path in the values of some keys does not exist."""
        for mistake in self.missing_paths(keys, remedy):
            from muranopl.diagnostics.configuration.mistakes import ConfigurationError

            raise ConfigurationError(self.file or "", [mistake])

    def missing_paths(self, keys: Container[str], remedy: str | None = None) -> Iterator[Mistake]:
        """Yield the paths in the values of some keys that do not exist."""
        for key, path in paths_in(self.settings):
            if key in keys and not is_address(path) and not os.path.lexists(path):
                from muranopl.diagnostics.configuration.mistakes import Mistake

                problem = f'{key} names "{visible(path)}", which does not exist'
                message = ": ".join(filter(None, (problem, remedy)))
                yield Mistake(*self.places[key], message)


OWN_FILE = "muranopl.toml"
PYPROJECT = "pyproject.toml"
_REPOSITORY = ".git"

# Most projects of Python people have no such table: that is decided without reading TOML
_MENTIONS_TABLE = lazy_pattern(rb"tool\W{1,5}muranopl|^\s*\[\s*tool\s*\]", re.MULTILINE)


class Search(msgspec.Struct, frozen=True):
    """The file of a search, None without one, and the files that decided it, present or not."""

    file: str | None
    looked_for: tuple[str, ...]


def search(paths: Iterable[str]) -> Search:
    """Return the nearest configuration file of some paths, which is that of their common folder.

    Without paths, the search begins in the current folder.
    """
    looked_for: list[str] = []
    try:
        start = _start(list(paths))
    except (OSError, ValueError):  # the current folder is gone, or drives differ
        return Search(None, ())
    for folder in _upwards(start):
        for name in (OWN_FILE, PYPROJECT):
            file = os.path.join(folder, name)
            looked_for.append(file)
            if os.path.isfile(file) and (name == OWN_FILE or _mentions_table(file)):
                return Search(file, tuple(looked_for))
        repository = os.path.join(folder, _REPOSITORY)
        if os.path.exists(repository):
            break
        # A repository that is made here later ends the search here
        looked_for.append(os.path.join(repository, "HEAD"))
    return Search(None, tuple(looked_for))


def _start(paths: list[str]) -> str:
    folders = [_folder_of(path) for path in paths] or [os.getcwd()]
    return os.path.commonpath(folders)


def _folder_of(path: str) -> str:
    """Return the absolute path of a folder, or of the folder of a file."""
    absolute = os.path.abspath(path)
    return absolute if os.path.isdir(absolute) else os.path.dirname(absolute)


def _upwards(folder: str) -> Iterator[str]:
    """Yield a folder and all folders around it, the nearest first."""
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _mentions_table(file: str) -> bool:
    """Return whether a pyproject.toml may have the table of muranopl; an unreadable one has none."""
    try:
        with open(file, "rb") as stream:
            return _MENTIONS_TABLE.search(stream.read(FILE_SIZE.most)) is not None
    except OSError:
        return False
