"""Patterns of paths: `*` and `?` within a name, `**` over folders; `[*]` is the character itself."""

from __future__ import annotations

import functools
import os
import posixpath
import re

_PART = re.compile(r"\*\*/|\*\*|\*|\?|\[.\]|.", re.DOTALL)
_MEANINGS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


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
