"""Finds and reads the configuration file of a run: its settings, and where they are from.

It combines `configuration`, which searches, and `reading`; the command line and editors call it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import StrPath
from muranopl.diagnostics.configuration.configuration import Configuration, search
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.places import File


def configuration_of(file: str, *, is_trusted: bool | None = True) -> Configuration:
    """Return the configuration of a file. Raise UsageError for one with mistakes.

    `is_trusted` says whether rules and addresses in it are used, see `read_settings`.
    """
    from muranopl.diagnostics.configuration.reading import (
        read_settings,  # most have no file
    )

    return read_settings(file, is_trusted=is_trusted)


def nearest_configuration(paths: Iterable[str], *, is_trusted: bool | None = None) -> Configuration:
    """Return the configuration of the nearest file, as `configuration` describes. Raise UsageError.

    `is_trusted` says whether rules and addresses in it are used, see `read_settings`.
    """
    result = search(paths)
    if result.file is None:
        return Configuration(looked_for=result.looked_for)
    shown = File(result.file, "").location
    configuration = configuration_of(shown, is_trusted=is_trusted)
    return msgspec.structs.replace(configuration, looked_for=result.looked_for)


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
