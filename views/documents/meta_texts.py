"""Titles and descriptions that meta objects of the core library give."""

from __future__ import annotations

from muranopl.views.graph.declared import Data

_TITLE = "io.murano.metadata.Title"
_DESCRIPTIONS = ("io.murano.metadata.Description", "io.murano.metadata.HelpText")


def titled(data: Data) -> str:
    """Return the title of a class or member, empty if it has none."""
    return _text(data, _TITLE)


def described(data: Data) -> str:
    """Return the description and the help of a class or member, empty if it has none."""
    return " ".join(part for name in _DESCRIPTIONS if (part := _text(data, name)))


def _text(data: Data, name: str) -> str:
    for meta in data["meta"] or ():
        value = meta["values"].get("text")
        if meta["type"].partition("/")[0] == name and isinstance(value, str):
            return value
    return ""
