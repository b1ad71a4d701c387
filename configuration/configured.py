"""The configuration of a run: the settings of its file, and where they are from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import msgspec

from muranopl import arguments
from muranopl.arguments import StrPath
from muranopl.configuration.discovery import search
from muranopl.configuration.settings import Settings
from muranopl.diagnostics.places import File
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible


class Configuration(msgspec.Struct, frozen=True):
    """The settings of a file, None without one, with the lines of its keys.

    `looked_for` are the files on which the choice of this one depends, present or not.
    """

    settings: Settings = Settings()
    file: str | None = None
    lines: Mapping[str, int] = {}
    looked_for: tuple[str, ...] = ()

    def require_paths(self, key: str, paths: Iterable[str]) -> None:
        """Raise UsageError, with the line of a key, for a path of its value that does not exist."""
        missing = [path for path in paths if not os.path.lexists(path)]
        if missing:
            place = f"{visible(self.file or '')}:{self.lines[key]}"
            raise UsageError(
                f'{place}: {key} names "{visible(missing[0])}", which does not exist'
            )


def configuration_of(file: str, *, is_named: bool = True) -> Configuration:
    """Return the configuration of a file. Raise UsageError for one with mistakes.

    `is_named` is false for a file that was looked for, see `read_settings`.
    """
    from muranopl.configuration.reading import read_settings  # most have no file

    settings, places = read_settings(file, is_named=is_named)
    lines = {key: place.line for key, place in places.items()}
    return Configuration(settings, file, lines, (file,))


def nearest_configuration(paths: Iterable[str]) -> Configuration:
    """Return the configuration of the nearest file, as `discovery` describes. Raise UsageError."""
    file, looked_for = search(paths)
    if file is None:
        return Configuration(looked_for=looked_for)
    shown = File(file, "").location
    found = configuration_of(shown, is_named=False)
    return msgspec.structs.replace(found, looked_for=looked_for)


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
