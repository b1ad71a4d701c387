"""Combines the settings of a file with others that override them, such as those of an editor."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from muranopl.diagnostics.configuration.reading import (
    ConfigurationProblem,
    read_table,
    relative_to,
    unknown_values,
)
from muranopl.diagnostics.configuration.settings import Settings

_CAPITAL = re.compile(r"(?<=[a-z])[A-Z]")
_CODE = "rules"
"""The setting that makes code run: only a file may have it."""


def overridden(
    settings: Settings, values: Mapping[str, object], folder: str
) -> tuple[Settings, list[str]]:
    """Return settings with values by key on top, and what is wrong with these.

    Keys are those of configuration files, or the same in camel case; others, and values that a file
    could not have, are left out. Paths are relative to `folder`.
    """
    names = {field.encode_name: field.name for field in msgspec.structs.fields(Settings)}
    by_key = {_kebab(key): value for key, value in values.items()}
    accepted = {
        key: value
        for key, value in by_key.items()
        if key in names and key != _CODE and value is not None
    }
    problems: list[ConfigurationProblem] = []
    read = read_table(Settings, accepted, (), problems)
    problems += unknown_values(read)
    wrong = {problem.keys[0] for problem in problems if problem.keys}
    right = {names[key] for key in accepted if key not in wrong}
    chosen = relative_to(folder, read)
    result = msgspec.structs.replace(settings, **{name: getattr(chosen, name) for name in right})
    return result, [f"settings: {problem.message}" for problem in problems]


def _kebab(key: str) -> str:
    return _CAPITAL.sub(lambda match: f"-{match[0].lower()}", key)
