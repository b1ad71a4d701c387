"""File names as text: names come from strangers, and from file systems that take any bytes."""

from __future__ import annotations

import re

# Control characters, line separators and what reverses the direction of text: they make a message say something else.
_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def as_text(name: str) -> str:
    r"""Return a name from the file system as text that can be encoded: bytes that are no UTF-8 become `\xff`."""
    if name.isascii():
        return name
    return name.encode("utf-8", "surrogateescape" if _escaped(name) else "backslashreplace").decode(
        "utf-8", "backslashreplace"
    )


def shown(name: str) -> str:
    r"""Return a name for use in a message: letters of all scripts stay, control characters become `\x1b`."""
    return _HARMFUL.sub(_escape, as_text(name))


def _escaped(name: str) -> bool:
    """Whether all surrogates stand for bytes, as the os module decodes them."""
    return all("\udc80" <= letter <= "\udcff" for letter in name if "\ud800" <= letter <= "\udfff")


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")
