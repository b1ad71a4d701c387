"""Addresses: paths that name something elsewhere, `https://...` or `git+https://...`."""

from __future__ import annotations

import re

# A drive of Windows has one letter, and one slash or none
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
_USER = re.compile(r"(://)[^/@\s]*@(?=[^/\s])")
_SECRET = re.compile(
    r"([?&;#][^=&#]*(?:token|key|sig|secret|pass|auth|credential)[^=&#]*=)[^&#\s]+",
    re.IGNORECASE,
)


def is_address(path: str) -> bool:
    """Return whether a path is an address, which begins with a scheme."""
    return _SCHEME.match(path) is not None


def scheme_of(address: str) -> str:
    """Return the scheme of an address, in lower case."""
    match = _SCHEME.match(address)
    return match[1].lower() if match else ""


def masked(text: str) -> str:
    """Return a text in which addresses have no users, passwords, and secret values of queries."""
    if "://" not in text:
        return text
    return _SECRET.sub(r"\1***", _USER.sub(r"\1***@", text))
