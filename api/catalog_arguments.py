"""The arguments of `muranopl.Catalog`, converted; one without a plain meaning is a UsageError."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import muranopl
from muranopl.diagnostics import arguments
from muranopl.diagnostics.configuration.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.diagnostics.own_rules import OwnRule
    from muranopl.phases.reuse.cache import Cache


def contents_of(streams: object) -> dict[str, Any]:
    """Return the content of streams; of packages as data that is a zip. Raise UsageError."""
    if not isinstance(streams, Mapping):
        return {**arguments.streams(streams)}
    return {
        name: _packed(content) if arguments.is_package_data(content) else content
        for name, content in streams.items()
    }


def named(paths: Any, contents: dict[str, Any]) -> Any:
    """Return paths, where packages as data have names, which are added to `contents`."""
    if arguments.is_package_data(paths):
        paths = [paths]
    no_collection = (str, os.PathLike, Mapping)
    # What is no collection of paths is one path, or is refused
    if (
        not isinstance(paths, Iterable)
        or isinstance(paths, no_collection)
        or arguments.is_content(paths)
    ):
        return paths
    return [_name(item, contents) if arguments.is_package_data(item) else item for item in paths]


def _name(package: Mapping[Any, Any], contents: dict[str, Any]) -> str:
    """Add a package as data to `contents`, under a name of its own, which is returned."""
    from muranopl.api.package_data import name_of  # few packages are data

    name = name_of(package)
    unique, number = name, 1
    while unique in contents:
        number += 1
        unique = f"{name} {number}"
    contents[unique] = _packed(package)
    return unique


def _packed(package: Mapping[Any, Any]) -> bytes:
    from muranopl.api.package_data import packed  # few packages are data

    return packed(package)


def cache_of(value: object) -> Cache:
    """Return a cache, or the one in a folder. Raise UsageError."""
    if isinstance(value, (str, os.PathLike)):
        return muranopl.Cache(value)
    return arguments.instance(
        value, muranopl.Cache, "cache", "a muranopl.Cache, or the path of its folder"
    )


def executor_of(value: object) -> Executor:
    """Return an executor. Raise UsageError."""
    from concurrent.futures import Executor  # most callers have none

    return arguments.instance(value, Executor, "executor", "a concurrent.futures.Executor")


def most_of(max_per_code: object) -> int | None:
    """Return a number of diagnostics, None for all. Raise UsageError."""
    if max_per_code is None:
        return None
    return arguments.positive(max_per_code, "max_per_code", ", or None for all")


def lock_of(locked: object, paths: Iterable[str]) -> str | None:
    """Return the path of the lock file; None without one. Raise UsageError if there is none."""
    if locked is False:
        return None
    if locked is not True:
        return arguments.path(locked, "locked")
    from muranopl.namespace.required.lock_file import (
        required_lock,  # few catalogs have one
    )

    return required_lock(paths)


def own_rules_of(rules: object, settings: Settings | None) -> tuple[OwnRule, ...]:
    """Return the rules of one's own of arguments and settings, by code. Raise UsageError."""
    own_rules = () if rules == () else _several(rules)
    words = settings.rules if isinstance(settings, Settings) else ()
    if not own_rules and not words:
        return ()
    from muranopl.diagnostics.own_rules import gathered  # few have rules of their own

    return gathered((*own_rules, *words))


def _several(rules: object) -> tuple[object, ...]:
    if isinstance(rules, Iterable) and not isinstance(rules, (str, bytes)):
        return tuple(rules)
    return (rules,)
