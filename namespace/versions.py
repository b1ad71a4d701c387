"""Chooses the version of a package for a specification, or says that there is none, for messages.

How versions and specifications are written and compared is in `language.grammar.versions`.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Sequence

from muranopl.diagnostics.quirks import CORE_VERSION, MODEL_VERSION, PLUGIN_VERSION, Quirk
from muranopl.diagnostics.visible import listed, visible
from muranopl.language.grammar.known_names import CORE_LIBRARY, DOCUMENTED_VERSIONS
from muranopl.language.grammar.versions import (
    DEFAULT_SPEC,
    DEFAULT_VERSION,
    LATEST,
    accepts,
    choose,
    newest_first,
)

_SHOWN = 20


class NamedBy(enum.Enum):
    """What names a package or a class, and may do so without a version."""

    MODEL = enum.auto()
    """The header of an object, or a caller who asks for a class."""
    REQUIREMENT = enum.auto()
    """`Require` of a manifest, or a caller who asks for a package as the engine does."""
    API = enum.auto()
    """A request that Murano's API takes."""


def unversioned(named_by: NamedBy, quirks: Collection[Quirk] = ()) -> str:
    """Return the specification that is meant where no version is given, which may be `LATEST`.

    References: versioning.txt, items 3 and 10; forms.txt, REST API impact.
    """
    if named_by is NamedBy.MODEL and MODEL_VERSION not in quirks:
        return LATEST
    return f"={DEFAULT_SPEC}" if named_by is NamedBy.API else DEFAULT_SPEC


def in_words(spec: str) -> str:
    """Return a specification for messages."""
    # `0` is what an entry without a version means, and excludes all versions from 1.0.0 on
    return f'"{spec}" (any 0.x.y)' if spec == DEFAULT_SPEC else f'"{visible(spec)}"'


def named(versions: Iterable[str]) -> str:
    """Return available versions for messages; only the highest ones if there are many."""
    return listed(list(map(visible, newest_first(list(versions)))), _SHOWN)


def choose_version(
    name: str,
    versions: Sequence[str],
    spec: str,
    quirks: Collection[Quirk],
    plugins: Collection[str] = (),
) -> str | None:
    """Return the highest version of a package that satisfies a specification, or None.

    `LATEST` is satisfied by all. A core library without a version has those of the documents as
    well. `plugins` are the versions of extension plugins, which count as 0.0.0, too; in the engine
    they are nothing else.
    """
    if spec == LATEST:
        return next(iter(newest_first(versions)), None)
    if plugins and PLUGIN_VERSION in quirks:
        version = choose([item for item in versions if item not in plugins], spec)
    else:
        version = choose(versions, spec)
    if version is None and plugins and accepts(spec, DEFAULT_VERSION):
        version = newest_first(list(plugins))[0]
    if version is not None or name != CORE_LIBRARY or CORE_VERSION in quirks:
        return version
    is_documented = choose(DOCUMENTED_VERSIONS, spec) is not None
    return DEFAULT_VERSION if is_documented and DEFAULT_VERSION in versions else None
