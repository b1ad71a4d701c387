"""Lists the versions of Heat templates and the functions of each.

`FUNCTION_WORDS` describes the functions, for editors. Sources: the Heat template guide, HOT specification.
"""

from __future__ import annotations

import functools

import msgspec


class HotVersion(msgspec.Struct, frozen=True, order=True):
    """A version: its date, and the name of the release of Heat that has it, from Newton on."""

    # Dates of ISO 8601 are in order as texts
    date: str
    name: str = ""

    def __str__(self) -> str:
        return self.date


class _Change(msgspec.Struct, frozen=True):
    """The functions that a version adds and removes, and those for conditions that it adds."""

    added: str = ""
    removed: str = ""
    conditions: str = ""


_CHANGES = {
    HotVersion("2013-05-23"): _Change(
        "get_attr get_file get_param get_resource list_join resource_facade str_replace "
        "Fn::Base64 Fn::GetAZs Fn::Join Fn::MemberListToMap Fn::Replace Fn::ResourceFacade "
        "Fn::Select Fn::Split Ref"
    ),
    HotVersion("2014-10-16"): _Change(
        removed="Fn::Base64 Fn::GetAZs Fn::Join Fn::MemberListToMap Fn::Replace "
        "Fn::ResourceFacade Fn::Split Ref"
    ),
    HotVersion("2015-04-30"): _Change("repeat digest"),
    HotVersion("2015-10-15"): _Change("str_split", "Fn::Select"),
    HotVersion("2016-04-08"): _Change("map_merge"),
    HotVersion("2016-10-14", "newton"): _Change(
        "yaql map_replace if", conditions="equals get_param not and or"
    ),
    HotVersion("2017-02-24", "ocata"): _Change("filter str_replace_strict"),
    HotVersion("2017-09-01", "pike"): _Change(
        "make_url list_concat list_concat_unique contains str_replace_vstrict",
        conditions="yaql contains",
    ),
    HotVersion("2018-03-02", "queens"): _Change(),
    HotVersion("2018-08-31", "rocky"): _Change(),
    HotVersion("2021-04-16", "wallaby"): _Change(),
}
VERSIONS = tuple(_CHANGES)
LATEST = VERSIONS[-1]
BY_WORD = {word: version for version in VERSIONS for word in (version.date, version.name) if word}
LIBERTY, NEWTON, OCATA = BY_WORD["2015-10-15"], BY_WORD["newton"], BY_WORD["ocata"]
QUEENS, WALLABY = BY_WORD["queens"], BY_WORD["wallaby"]
ALL_FUNCTIONS = frozenset(name for change in _CHANGES.values() for name in change.added.split())
ALL_CONDITIONS = frozenset(
    name for change in _CHANGES.values() for name in change.conditions.split()
)

FUNCTION_WORDS = {
    "get_attr": "An attribute of a resource: `[resource, attribute]`, optionally with a path in its value.",
    "get_file": "The content of a file; a package has its files in `Resources/HotFiles`.",
    "get_param": "The value of a parameter; in a list, a path in the value can follow the name.",
    "get_resource": "The id of a resource, once it exists.",
    "list_join": "The items of lists, joined by a delimiter.",
    "resource_facade": "A part of the resource in the parent template that uses this template.",
    "str_replace": "The string `template`, with the keys of `params` replaced by their values.",
    "repeat": "A list with one `template` for each item of the lists in `for_each`.",
    "digest": "The digest of a string, by an algorithm such as `md5` or `sha512`.",
    "str_split": "The parts of a string between delimiters, or one of them by its index.",
    "map_merge": "Several mappings merged into one; the last value of a key is used.",
    "yaql": "The value of a YAQL `expression`, in which `data` is `$.data`.",
    "map_replace": "A mapping with some keys or values replaced: `[mapping, {keys, values}]`.",
    "if": "One of two values, depending on a condition, or on the name of one.",
    "filter": "A list without some values: `[values, list]`.",
    "str_replace_strict": "Like `str_replace`, but it fails if a key of `params` is not in the template.",
    "make_url": "A URL, built from `scheme`, `host`, `port`, `path` and others.",
    "list_concat": "Several lists joined into one.",
    "list_concat_unique": "Several lists joined into one, without repeated items.",
    "contains": "Whether a list contains a value: `[value, list]`.",
    "str_replace_vstrict": "Like `str_replace_strict`, but it also fails for empty values.",
    "equals": "Whether two values are equal.",
    "not": "Whether a condition is false.",
    "and": "Whether all of several conditions are true.",
    "or": "Whether at least one of several conditions is true.",
    "Fn::Base64": "The string itself: Heat encodes user data without it.",
    "Fn::GetAZs": "The availability zones of a region.",
    "Fn::Join": "The items of a list, joined by a delimiter.",
    "Fn::MemberListToMap": "A mapping, from a list of names and values in the notation of AWS.",
    "Fn::Replace": "A string in which names are replaced by their values.",
    "Fn::ResourceFacade": "A part of the resource in the parent template that uses this template.",
    "Fn::Select": "One item of a list by its index, or of a mapping by its key.",
    "Fn::Split": "The parts of a string between delimiters.",
    "Ref": "The value of a parameter, or the id of a resource.",
}
"""What each function returns, for editors."""


def version_words(version: HotVersion) -> str:
    """Return what is said about a version: its release, and what it added."""
    change = _CHANGES[version]
    release = f"The version of release {version.name.capitalize()}. " if version.name else ""
    added = ", ".join(f"`{name}`" for name in change.added.split())
    return release + (f"It added {added}." if added else "It added no functions.")


@functools.cache
def functions(version: HotVersion) -> frozenset[str]:
    """Return the functions of a version."""
    result: set[str] = set()
    for item, change in _CHANGES.items():
        if item <= version:
            result.update(change.added.split())
            result.difference_update(change.removed.split())
    return frozenset(result)


@functools.cache
def condition_functions(version: HotVersion) -> frozenset[str]:
    """Return the functions of a version that conditions may use."""
    return frozenset(
        name
        for item, change in _CHANGES.items()
        if item <= version
        for name in change.conditions.split()
    )


def added_in(function: str) -> HotVersion:
    """Return the first version that has a function."""
    return next(version for version, change in _CHANGES.items() if function in change.added.split())


def removed_in(function: str) -> HotVersion | None:
    """Return the version that removed a function, if any did."""
    return next(
        (version for version, change in _CHANGES.items() if function in change.removed.split()),
        None,
    )
