"""XML text that is the same in the encoding of any terminal."""

from __future__ import annotations

from collections.abc import Iterable


def document(lines: Iterable[str]) -> str:
    """Return lines as an XML document of ASCII characters."""
    text = "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *lines, ""])
    return text.encode("ascii", "xmlcharrefreplace").decode()
