"""The arguments of `muranopl.Catalog`, converted; one without a plain meaning is a UsageError."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

import muranopl
from muranopl.diagnostics import arguments
from muranopl.diagnostics.configuration.settings import Settings, valid

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.diagnostics.own_rules import OwnRule
    from muranopl.phases.reuse.cache import Cache


def merged(settings: object, given: Mapping[str, Any], contents: dict[str, Any]) -> Settings:
    """Return the settings with the arguments that are `given` in place of theirs. Raise UsageError.

    An argument that is the default of its setting is not given; other empty values are mistakes.
    Packages as data get names, which are added to `contents`.
    """
    defaults = Settings()
    values = {
        name: _CONVERTED[name](named(value, contents) if name in _OF_PACKAGES else value, name)
        for name, value in given.items()
        if value != getattr(defaults, name)
    }
    return msgspec.structs.replace(defaults if settings is None else valid(settings), **values)


def _jobs(value: object, what: str) -> int:
    return arguments.positive(value, what, ", or None for the default number")


_OF_PACKAGES = {"libraries", "core_library"}
_CONVERTED: dict[str, Callable[[Any, str], Any]] = {
    "libraries": arguments.paths,
    "core_library": arguments.path,
    "extensions": arguments.paths,
    "quirks": arguments.names,
    "jobs": _jobs,
}


def contents_of(streams: object) -> dict[str, Any]:
    """Return the content of streams; of packages as data that is a zip. Raise UsageError."""
    if not isinstance(streams, Mapping):
        return {**arguments.streams(streams)}
    return {
        name: _packed(content) if arguments.is_package_data(content) else content
        for name, content in streams.items()
    }


def named(paths: Any, contents: dict[str, Any]) -> Any:
    """Return a path or several; packages as data get names, which are added to `contents`."""
    if arguments.is_package_data(paths):
        return _name(paths, contents)
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


def own_rules_of(rules: Any, settings: Settings | None) -> tuple[OwnRule, ...]:
    """Return the rules of one's own of arguments and settings, by code. Raise UsageError."""
    is_several = isinstance(rules, Iterable) and not isinstance(rules, (str, bytes))
    own_rules = [*rules] if is_several else [rules]
    if isinstance(settings, Settings):
        own_rules += settings.rules
    if not own_rules:
        return ()
    from muranopl.diagnostics.own_rules import gathered  # few have rules of their own

    return gathered(own_rules)
