"""Describes the mistakes of a configuration file, at their places; `reading` raises them together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible


class TomlPlace(NamedTuple):
    """A line and a column, from 1."""

    line: int
    column: int


class Mistake(NamedTuple):
    """A line and a column of a file, from 1, and what is wrong there."""

    line: int
    column: int
    message: str


class ConfigurationError(UsageError):
    """Raised for a configuration file with mistakes, which are in the order of their places."""

    def __init__(self, file: str, mistakes: Iterable[Mistake]) -> None:
        self.file = file
        self.mistakes = tuple(sorted(mistakes))
        super().__init__(
            "\n".join(
                f"{visible(file)}:{line}:{column}: {message}"
                for line, column, message in self.mistakes
            )
        )
