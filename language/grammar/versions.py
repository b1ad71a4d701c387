"""Versions of packages, and the specifications that choose among them (reference: packages-and-versions, Versions).

semantic_version does the work; it is imported on first need, as most packages have plain versions and no requirements.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import semantic_version

PLAIN = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)\Z", re.ASCII)
DEFAULT_VERSION = "0.0.0"
DEFAULT_SPEC = "0"


@functools.cache
def coerce(text: str) -> str | None:
    """Return the complete version the engine makes of a manifest's `Version`, or None where it refuses it."""
    if PLAIN.match(text):
        return text
    import semantic_version  # see the module's text

    try:
        return str(semantic_version.Version.coerce(text))
    except ValueError:
        return None


def is_complete(text: str) -> bool:
    """Whether a version is written in full: MAJOR.MINOR.PATCH with optional pre-release and build."""
    if PLAIN.match(text):
        return True
    import semantic_version

    return bool(semantic_version.validate(text))


_NOT_PARTIAL = re.compile(r"!=\d+(\.\d+)?(\.\*)?(,|\Z)")


def accepts(spec: str, version: str) -> bool:
    """Whether a complete version satisfies a specification."""
    return choose([version], spec) is not None


@functools.cache
def parse_spec(text: str) -> semantic_version.SimpleSpec | None:
    """Return the parsed specification, or None where the engine refuses it.

    As the engine normalises it: blanks are dropped, `=1` becomes `==1`, a leading digit gets `==` in front.
    """
    import semantic_version

    spec = re.sub(r"\s+", "", text)
    if not spec:
        return None
    if spec[0] == "=" and not spec.startswith("=="):
        spec = "=" + spec
    if spec[0].isdigit():
        spec = "==" + spec
    try:
        return semantic_version.SimpleSpec(spec)
    except ValueError:
        return None


def bounds_of(spec: str) -> Hashable:
    """Return what a specification says, however it is written: equal ones have equal bounds."""
    parsed = parse_spec(spec)
    return None if parsed is None else parsed.clause


def choose(versions: list[str], spec: str) -> str | None:
    """Return the highest of some complete versions that satisfies a specification, or None."""
    if spec == DEFAULT_SPEC and versions == [DEFAULT_VERSION]:
        return DEFAULT_VERSION
    parsed = parse_spec(spec)
    if parsed is None or is_trap(spec):
        return None
    import semantic_version

    best = parsed.select([semantic_version.Version(version) for version in versions])
    return None if best is None else str(best)


def is_trap(spec: str) -> bool:
    """Whether a specification holds `!=` with a shortened version, which matches nothing at all in the engine."""
    return _NOT_PARTIAL.search(re.sub(r"\s+", "", spec)) is not None


def newest_first(versions: list[str]) -> list[str]:
    """Sort complete versions, the highest first."""
    if len(versions) < 2:
        return list(versions)
    import semantic_version

    return sorted(versions, key=semantic_version.Version, reverse=True)
