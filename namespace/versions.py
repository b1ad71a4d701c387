"""The version of a package that a specification chooses."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from muranopl.diagnostics.quirks import CORE_VERSION, Quirk
from muranopl.language.grammar.core_library import CORE_LIBRARY, DOCUMENTED_VERSIONS
from muranopl.language.grammar.versions import DEFAULT_VERSION, choose


def choose_version(
    name: str, versions: Sequence[str], spec: str, quirks: Collection[Quirk]
) -> str | None:
    """Return the highest version of a package that satisfies a specification, or None.

    A core library without a version has those of the documents as well.
    """
    version = choose(versions, spec)
    if version is not None or name != CORE_LIBRARY or CORE_VERSION in quirks:
        return version
    is_documented = choose(DOCUMENTED_VERSIONS, spec) is not None
    return DEFAULT_VERSION if is_documented and DEFAULT_VERSION in versions else None
