"""Parses and compares versions of packages, and the specifications that choose among them.

Reference: packages-and-versions, Versions. semantic_version does the work; it is imported on first
use, which takes as long as reading ten classes. Most packages have plain versions, and compare those
that they require with plain numbers.
"""

from __future__ import annotations

import bisect
import functools
import operator
import re
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from muranopl.diagnostics.patterns import lazy_pattern

if TYPE_CHECKING:
    import semantic_version

PLAIN = lazy_pattern(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)\Z", re.ASCII)
DEFAULT_VERSION = "0.0.0"
DEFAULT_SPEC = "0"
ANY_RELEASE = "*"
LATEST = "latest"
"""Asks for the most recent version, pre-releases included.

Callers write it in place of a specification; no package does.
"""


@functools.cache
def coerce(text: str) -> str | None:
    """Return the complete version that the engine makes of a manifest's `Version`, or None."""
    if PLAIN.match(text):
        return text
    import semantic_version  # see the top of the module

    try:
        return str(semantic_version.Version.coerce(text))
    except ValueError:
        return None


def is_complete(text: str) -> bool:
    """Return whether a version is complete.

    A complete version is MAJOR.MINOR.PATCH with an optional pre-release and build.
    """
    if PLAIN.match(text):
        return True
    try:
        _version(text)
    except ValueError:
        return False
    return True


_NOT_PARTIAL = lazy_pattern(r"!=\d+(\.\d+)?(\.\*)?(,|\Z)")
_NUMBER = r"(0|[1-9]\d{0,15})"
_USUAL = lazy_pattern(rf"(={{0,2}}|[<>]=?){_NUMBER}(?:\.{_NUMBER}(?:\.{_NUMBER})?)?\Z", re.ASCII)
_COMPARISONS = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_Bound = tuple[str, tuple[int, ...]]
"""A comparison with the numbers of a complete version."""


@functools.lru_cache(maxsize=100_000)
def accepts(spec: str, version: str) -> bool:
    """Return whether a complete version satisfies a specification."""
    return choose([version], spec) is not None


def is_spec(text: str) -> bool:
    """Return whether the engine takes a text as a specification."""
    if _usual_bounds(text) is not None:
        return True
    parts = _parse_spec(text)
    # The engine crashes on a trap that is one of several parts
    return parts is not None and not ("," in text and is_trap(text))


@functools.cache
def _usual_bounds(spec: str) -> tuple[_Bound, ...] | None:
    """Return the bounds of a usual specification, such as `1.2` or `>=1.2.0,<3.0.0`; None for others."""
    bounds: list[_Bound] = []
    for part in re.sub(r"\s+", "", spec).split(","):
        usual = _USUAL.match(part)
        if usual is None:
            return None
        sign, *texts = usual.groups()
        numbers = tuple([int(text) for text in texts if text is not None])
        missing = (0,) * (len(texts) - len(numbers))
        if not missing:
            bounds.append((sign if sign in _COMPARISONS else "==", numbers))
        elif sign in {"", "=", "=="}:
            # The versions that begin with these numbers
            following = (*numbers[:-1], numbers[-1] + 1, *missing)
            bounds += (">=", (*numbers, *missing)), ("<", following)
        else:
            return None
    return tuple(bounds)


@functools.cache
def _parse_spec(text: str) -> tuple[semantic_version.SimpleSpec, ...] | None:
    """Return the parts of a specification, or None if the engine refuses it.

    The engine normalises it: blanks are dropped, `=1` becomes `==1`, a leading digit gets `==` in
    front. The parts are parsed one by one, as semantic_version takes quadratic time for many.
    """
    import semantic_version

    spec = re.sub(r"\s+", "", text)
    # The engine crashes on blanks alone
    if not spec:
        return None
    if spec[0] == "=" and not spec.startswith("=="):
        spec = "=" + spec
    # Only the first part gets `==`, as in the engine: `1,2` matches nothing
    if spec[0].isdigit():
        spec = "==" + spec
    try:
        return tuple(map(semantic_version.SimpleSpec, dict.fromkeys(spec.split(","))))
    except ValueError:
        return None


@functools.cache
def bounds_of(spec: str) -> Hashable:
    """Return a key for a specification that is equal for different notations of the same one."""
    usual = _usual_bounds(spec)
    if usual is not None:
        return frozenset(usual)
    if _parse_spec(spec) is None:
        return None
    return frozenset(map(_as_bound, _clauses(spec)))


def choose(versions: Sequence[str], spec: str) -> str | None:
    """Return the highest of some complete versions that satisfies a specification, or None."""
    # Whether a pre-release or a build is one of `1.2` is for the library to decide
    if len(versions) == 1 and PLAIN.match(versions[0]):
        bounds, itself = _usual_bounds(spec), _usual_bounds(versions[0])
        if bounds is not None and itself is not None:
            ((_, numbers),) = itself
            fits = all(_COMPARISONS[sign](numbers, limit) for sign, limit in bounds)
            return versions[0] if fits else None
    parts = _parse_spec(spec)
    if parts is None or is_trap(spec):
        return None
    # Sorted once for all specifications, and searched from the highest on.
    newest = _sorted(tuple(versions))
    lowest, highest = _limits(spec)
    for position in range(_count_above(highest, newest), len(newest)):
        version = newest[position]
        if lowest is not None and version < lowest:
            break
        if all(part.match(version) for part in parts):
            return str(version)
    return None


def _clauses(spec: str) -> list[semantic_version.base.Clause]:
    """Return all clauses of a valid specification."""
    from semantic_version.base import AllOf

    clauses = [part.clause for part in _parse_spec(spec) or ()]
    return [
        item
        for clause in clauses
        for item in (clause.clauses if isinstance(clause, AllOf) else (clause,))
    ]


def _as_bound(clause: semantic_version.base.Clause) -> Hashable:
    """Return a clause as `_usual_bounds` has it, if it compares with plain numbers."""
    from semantic_version.base import Range

    bound: Hashable = clause
    if isinstance(clause, Range) and clause.prerelease_policy == Range.PRERELEASE_NATURAL:
        target = clause.target
        if not (target.prerelease or target.build):
            bound = clause.operator, (target.major, target.minor, target.patch)
    return bound


@functools.cache
def _limits(spec: str) -> tuple[semantic_version.Version | None, semantic_version.Version | None]:
    """Return the lowest and the highest version that may satisfy a valid specification.

    None means that there is no limit. With them, only a few versions of a package are matched
    against each specification.
    """
    from semantic_version.base import Range

    ranges = [clause for clause in _clauses(spec) if isinstance(clause, Range)]
    lower = {Range.OP_EQ, Range.OP_GT, Range.OP_GTE}
    upper = {Range.OP_EQ, Range.OP_LT, Range.OP_LTE}
    return (
        max((range_.target for range_ in ranges if range_.operator in lower), default=None),
        min((range_.target for range_ in ranges if range_.operator in upper), default=None),
    )


def _count_above(
    limit: semantic_version.Version | None, newest: Sequence[semantic_version.Version]
) -> int:
    """Return the number of versions above a limit; `newest` is sorted, the highest first."""
    if limit is None:
        return 0
    return bisect.bisect_left(newest, True, key=lambda version: version <= limit)


def is_trap(spec: str) -> bool:
    """Return whether a specification has `!=` with a short version, which matches nothing."""
    return _NOT_PARTIAL.search(re.sub(r"\s+", "", spec)) is not None


def newest_first(versions: Sequence[str]) -> list[str]:
    """Return complete versions sorted, the highest first."""
    if len(versions) < 2:
        return list(versions)
    return list(map(str, _sorted(tuple(versions))))


@functools.lru_cache(maxsize=1_000)
def _sorted(versions: tuple[str, ...]) -> tuple[semantic_version.Version, ...]:
    """Return complete versions sorted as `newest_first`, cached for other requirements."""
    return tuple(sorted(map(_version, versions), reverse=True))


@functools.cache
def _version(text: str) -> semantic_version.Version:
    import semantic_version

    return semantic_version.Version(text)
