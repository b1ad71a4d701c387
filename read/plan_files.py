"""The files of a package that may be execution plans, judging by their names alone."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.language.grammar.plan_references import SCRIPTS

RESOURCES = "Resources"
_ENDINGS = (".template", ".json")


def plan_files(paths: Iterable[str]) -> list[str]:
    """Return those of a package's files that may be execution plans, judging by their names."""
    return [path for path in resource_files(paths) if path.endswith(_ENDINGS)]


def resource_files(paths: Iterable[str]) -> list[str]:
    """Return the files of Resources but the scripts, which are not plans, whatever their names."""
    scripts = f"{RESOURCES}/{SCRIPTS}/"
    return [
        path for path in paths if path.startswith(f"{RESOURCES}/") and not path.startswith(scripts)
    ]
