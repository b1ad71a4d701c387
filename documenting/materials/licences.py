"""Licences that the files of a package name, as SPDX identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_TAG = re.compile(r"SPDX-License-Identifier:[ \t]*(?P<license>[\w.+-]+)")
# Of the GPL, the text does not say whether later versions may be chosen: "only" is the safe reading
_PHRASES = (
    ("Apache-2.0", r"Apache License,?\s+Version 2\.0"),
    ("GPL-3.0-only", r"GNU General Public License,?\s+version 3"),
    ("GPL-2.0-only", r"GNU General Public License,?\s+version 2"),
    ("MPL-2.0", r"Mozilla Public License,?\s+(?:Version|v\.?) ?2\.0"),
    ("MIT", r"\bMIT License\b|Permission is hereby granted, free of charge"),
    ("BSD-3-Clause", r"BSD 3-Clause"),
    ("BSD-2-Clause", r"BSD 2-Clause"),
)
_COMPILED = [(name, re.compile(phrase, re.IGNORECASE)) for name, phrase in _PHRASES]
_LINE_START = re.compile(r"\n[ \t]*(?:#|//|\*)*[ \t]*")


def licences(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the licences that some files name, sorted."""
    return tuple(sorted({name for text in texts for name in _named(text)}))


def _named(text: str) -> Iterator[str]:
    tags = [match["license"] for match in _TAG.finditer(text)]
    # A tag is meant for programs; texts also name the licenses of other things
    if tags:
        yield from tags
        return
    # Sentences in comments go over several lines
    words = _LINE_START.sub(" ", text)
    for name, phrase in _COMPILED:
        if phrase.search(words):
            yield name
