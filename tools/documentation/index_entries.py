"""Phrases under which the search of the site lists a place: `<!-- index: first phrase, second -->`."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"^<!-- index: (?P<phrases>.+) -->$", re.M)


def index_phrases(text: str) -> list[str]:
    """Return the phrases of a document under which the search of the site lists its places."""
    return [
        phrase for comment in _COMMENT.finditer(text) for phrase in comment["phrases"].split(", ")
    ]


def with_index_entries(text: str) -> str:
    """Return a document with its phrases as main index entries: others rank below all texts."""

    def entries(comment: re.Match[str]) -> str:
        phrases = ", ".join(f"! {phrase}" for phrase in index_phrases(comment[0]))
        return f"```{{index}} {phrases}\n```"

    return _COMMENT.sub(entries, text)
