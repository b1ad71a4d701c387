"""Addresses: paths that name something elsewhere, `https://...` or `git+https://...`."""

from __future__ import annotations

import re

# They are compiled on first use: most runs have no address.
# A drive of Windows has one letter, and one slash or none
_SCHEME = r"([A-Za-z][A-Za-z0-9+.-]+)://"
_USER = r"(://)[^/@\s]*@(?=[^/\s])"
_QUERY_VALUE = (
    r"(?i)([?&;#][^=&#]*(?:token|key|sig|secret|pass|auth|credential)[^=&#]*=)[^&#\s]+"
)


def is_address(path: str) -> bool:
    """Return whether a path is an address, which begins with a scheme."""
    return "://" in path and re.match(_SCHEME, path) is not None


def scheme_of(address: str) -> str:
    """Return the scheme of an address, in lower case."""
    match = re.match(_SCHEME, address)
    return match[1].lower() if match else ""


def masked(text: str) -> str:
    """Return a text in which addresses have no users, passwords, and secret values of queries."""
    if "://" not in text:
        return text
    return re.sub(_QUERY_VALUE, r"\1***", re.sub(_USER, r"\1***@", text))
