"""Declares the settings that configuration files, the command line and callers of the library choose.

This is their only declaration: a field is a key of configuration files, with dashes in place of underscores, an
option of the command line, and an argument of `muranopl.Catalog`. Its description is the help of the option, and is
in `settings_schema`, the JSON schema of configuration files, which editors use.

Patterns of paths have `*` and `?` within a name and `**` over folders; `[*]` is the character itself.
"""

from __future__ import annotations

import functools
import os
import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta

from muranopl.diagnostics.arguments import refuse
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.formats import FORMATS
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.quirks import EVERYTHING, QUIRKS
from muranopl.diagnostics.selection import UnknownRuleError, prefix_of
from muranopl.diagnostics.usage import UsageError

Names = tuple[str, ...]
Codes = Annotated[Names, Meta(description="Codes, code prefixes or rule names.")]
Severities = Annotated[
    dict[str, Severity],
    Meta(description="The severity to report by code, code prefix or rule name."),
]
_LIST = "a list of strings"
_LEVEL = 'one of "error", "warning" and "info"'
_WANTED = {
    "core_library": "a string",
    "severity_of": "a mapping of codes to severities",
    "per_path": "a list of PathSettings",
    "severity": _LEVEL,
    "fail_level": _LEVEL,
    "format": "a string",
    "suppressions": "True or False",
    "baseline": "a string",
    "jobs": "a positive integer",
    "locked": "True or False",
    "form_implementations": "a positive integer",
}
"""The expected values of fields that are not lists of strings."""

_PART = lazy_pattern(r"\*\*/|\*\*|\*|\?|\[.\]|.", re.DOTALL)
_MEANINGS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_fields = functools.cache(msgspec.structs.fields)


class _Table(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A table of a configuration file."""

    def __post_init__(self) -> None:
        """Raise UsageError for a value that is not of the type of its field."""
        for field in _fields(type(self)):
            value = getattr(self, field.name)
            try:
                msgspec.convert(msgspec.to_builtins(value), field.type)
            except (TypeError, msgspec.ValidationError):
                refuse(field.name, _WANTED.get(field.name, _LIST), value)


class PathSettings(_Table, frozen=True, kw_only=True):
    """The settings for some files: further codes to select, to ignore, or to change.

    `paths` are patterns of files and folders. A word here and one of the other settings that match
    the same code are compared as usual: the longer one counts.
    """

    paths: Annotated[
        Names,
        Meta(
            description="Files and folders, with `*`, `**` and `?`; relative to the configuration file.",
            min_length=1,
        ),
    ]
    select: Codes = ()
    ignore: Codes = ()
    severity_of: Severities = {}


class Settings(_Table, frozen=True, kw_only=True):
    """The settings of a run.

    `libraries`, `core_library`, `extensions`, `quirks`, `jobs`, `rules` and `locked` are as in
    `muranopl.Catalog`. `select` and `ignore` choose what is reported, `severity_of` changes
    severities, and `per_path` has more of these for some files. `severity` is the mildest severity
    that the command line shows, `fail_level` the one that makes it fail, `format` how it writes.
    Without `suppressions`, comments that suppress diagnostics have no effect. `baseline` is a file
    with known diagnostics. `form_implementations` is the number of classes that a form offers at
    most for an object of a class.
    """

    libraries: Annotated[
        Names,
        Meta(
            description="Packages, or folders of packages, to resolve requirements from; not checked themselves."
        ),
    ] = ()
    core_library: (
        Annotated[str, Meta(description="The core library to use in place of the embedded one.")]
        | None
    ) = None
    extensions: Annotated[
        Names,
        Meta(
            description="Extension plugins of the engine: paths, names of installed distributions, or `installed` "
            "(docs/extensions.md). Their code is not run."
        ),
    ] = ()
    quirks: Annotated[
        Names,
        Meta(
            description="Behaviours of the engine to follow where it differs from the documentation; `engine` for all."
        ),
    ] = ()
    select: Annotated[
        Names,
        Meta(description="Report only these codes, code prefixes or rule names."),
    ] = ()
    ignore: Annotated[
        Names,
        Meta(
            description="Do not report these; if a code is both selected and ignored, the longer match wins."
        ),
    ] = ()
    severity_of: Severities = {}
    per_path: Annotated[
        Sequence[PathSettings],
        Meta(description="Further codes to select, to ignore, or to change, for some files."),
    ] = ()
    severity: Annotated[
        Severity, Meta(description="Show only diagnostics of this severity or above.")
    ] = Severity.INFO
    fail_level: Annotated[
        Severity,
        Meta(description="Exit with status 1 for diagnostics of this severity or above."),
    ] = Severity.ERROR
    format: (
        Annotated[str, Meta(description="The format in which `muranopl check` writes diagnostics.")]
        | None
    ) = None
    suppressions: Annotated[
        bool, Meta(description="Whether comments in packages suppress diagnostics.")
    ] = True
    baseline: (
        Annotated[str, Meta(description="A file of known diagnostics, which are not reported.")]
        | None
    ) = None
    jobs: (
        Annotated[int, Meta(description="The number of processes that share the work.", ge=1)]
        | None
    ) = None
    rules: Annotated[
        Names,
        Meta(
            description="Custom rules: folders of Python files, or names of installed rules (docs/rules.md). "
            "Their code is run."
        ),
    ] = ()
    locked: Annotated[
        bool,
        Meta(
            description="Report requirements that do not resolve to the packages in `muranopl.lock`."
        ),
    ] = False
    form_implementations: Annotated[
        int,
        Meta(
            description="The maximum number of implementations of a class that a form offers.", ge=1
        ),
    ] = 50


def valid(settings: object) -> Settings:
    """Return settings whose values are those that a file may have. Raise UsageError."""
    if not isinstance(settings, Settings):
        refuse("settings", "a muranopl.Settings", settings)
    try:
        result = msgspec.convert(msgspec.to_builtins(settings), Settings)
        for _, word in code_words(result):
            prefix_of(word)
    except (TypeError, msgspec.ValidationError, UnknownRuleError) as error:
        raise UsageError(str(error), "settings") from None
    return result


def code_words(settings: Settings) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the words for codes in settings, each with the keys of the value that it is in."""
    tables: dict[tuple[str | int, ...], Settings | PathSettings] = {(): settings}
    tables |= {("per-path", at): item for at, item in enumerate(settings.per_path)}
    for keys, table in tables.items():
        for key in ("select", "ignore", "severity-of"):
            for word in getattr(table, key.replace("-", "_")):
                yield (*keys, key), word


def of_reading(settings: Settings) -> Settings:
    """Return the settings of reading packages and of forms, without those of reports."""
    names = ("libraries", "core_library", "extensions", "quirks", "form_implementations")
    return Settings(**{name: getattr(settings, name) for name in names})


def paths_in(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield the paths in settings with their keys; those of extension plugins may be names."""
    for name in ("libraries", "core_library", "extensions", "baseline"):
        value = getattr(settings, name)
        for path in (value,) if isinstance(value, str) else value or ():
            yield name.replace("_", "-"), path


@functools.cache
def descriptions() -> dict[str, str]:
    """Return what each setting means, by the name of its field; some have no description."""
    return {
        field.name: meta.description
        for field in _fields(Settings)
        for part in (field.type, *get_args(field.type))
        for meta in getattr(part, "__metadata__", ())
        if isinstance(meta, Meta) and meta.description
    }


def settings_schema() -> dict[str, Any]:
    """Return the schema of `muranopl.toml`, and of the table `tool.muranopl`."""
    schema = msgspec.json.schema(Settings)
    for table in schema["$defs"].values():
        table["description"] = " ".join(table["description"].split())
        for name, key in table.get("properties", {}).items():
            # TOML has no null: a key without a value is left out
            if "anyOf" in key:
                table["properties"][name] = key["anyOf"][0]
    properties = schema["$defs"]["Settings"]["properties"]
    # The types leave these open, as they are listed elsewhere
    properties["format"]["enum"] = list(FORMATS)
    properties["quirks"]["items"]["enum"] = [EVERYTHING, *QUIRKS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Configuration of muranopl",
        **schema,
    }


def matches(pattern: str, path: str) -> bool:
    """Return whether a pattern names a file, or a folder around it."""
    return _compiled(pattern).match(path) is not None


def below(folder: str, pattern: str) -> str:
    """Return a pattern that is relative to a folder as one of absolute paths."""
    absolute = os.path.abspath(folder).replace(os.sep, "/")
    escaped = re.sub(r"[*?[]", r"[\g<0>]", absolute)
    return posixpath.normpath(posixpath.join(escaped, pattern))


@functools.lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = (_meaning(part) for part in _PART.findall(pattern))
    return re.compile(f"(?s:{''.join(parts)})(?:/|\\Z)")


def _meaning(part: str) -> str:
    # `[*]` is the only form of sets, so that no pattern can be wrong
    if len(part) == 3 and part.startswith("["):
        return re.escape(part[1])
    return _MEANINGS.get(part) or re.escape(part)
