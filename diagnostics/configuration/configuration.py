"""A configuration: the settings of a file, and where they are from."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.addresses import is_address
from muranopl.diagnostics.configuration.settings import Settings, paths_in
from muranopl.diagnostics.visible import visible

if TYPE_CHECKING:
    from muranopl.diagnostics.configuration.mistakes import Mistake, TomlPlace


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
