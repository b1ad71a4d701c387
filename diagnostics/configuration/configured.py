"""Finds and reads the configuration file of a run: its settings, and where they are from.

It combines `discovery` and `reading`; the command line and editors call it.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Mapping

import msgspec

from muranopl.diagnostics import arguments
from muranopl.diagnostics.addresses import is_address
from muranopl.diagnostics.arguments import StrPath
from muranopl.diagnostics.configuration.discovery import search
from muranopl.diagnostics.configuration.mistakes import ConfigurationError, Mistake, TomlPlace
from muranopl.diagnostics.configuration.settings import Settings, paths_in
from muranopl.diagnostics.places import File
from muranopl.diagnostics.visible import visible


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
            raise ConfigurationError(self.file or "", [mistake])

    def missing_paths(self, keys: Container[str], remedy: str | None = None) -> Iterator[Mistake]:
        """Yield the paths in the values of some keys that do not exist."""
        for key, path in paths_in(self.settings):
            if key in keys and not is_address(path) and not os.path.lexists(path):
                problem = f'{key} names "{visible(path)}", which does not exist'
                message = ": ".join(filter(None, (problem, remedy)))
                yield Mistake(*self.places[key], message)


def configuration_of(file: str, *, is_trusted: bool | None = True) -> Configuration:
    """Return the configuration of a file. Raise UsageError for one with mistakes.

    `is_trusted` says whether rules and addresses in it are used, see `read_settings`.
    """
    from muranopl.diagnostics.configuration.reading import (
        read_settings,  # most have no file
    )

    read = read_settings(file, is_trusted=is_trusted)
    return Configuration(read.settings, file, read.places, (file,), read.left_out)


def nearest_configuration(paths: Iterable[str], *, is_trusted: bool | None = None) -> Configuration:
    """Return the configuration of the nearest file, as `discovery` describes. Raise UsageError.

    `is_trusted` says whether rules and addresses in it are used, see `read_settings`.
    """
    file, looked_for = search(paths)
    if file is None:
        return Configuration(looked_for=looked_for)
    shown = File(file, "").location
    configuration = configuration_of(shown, is_trusted=is_trusted)
    return msgspec.structs.replace(configuration, looked_for=looked_for)


def settings_from(file: StrPath) -> Settings:
    """Return the settings of a configuration file: muranopl.toml, or a pyproject.toml.

    Its paths are relative to its folder. Raise UsageError with all mistakes of the file, a line
    each.
    """
    return configuration_of(arguments.path(file, "file")).settings


def settings_for(paths: StrPath | Iterable[StrPath] = ()) -> Settings:
    """Return the settings that `muranopl check` has for some packages.

    They are those of the nearest configuration file (docs/configuration.md), or the defaults.
    Without paths it is looked for from the current folder on. Raise UsageError as `settings_from`.
    """
    return nearest_configuration(arguments.paths(paths, "paths")).settings
