"""Recognises addresses among paths, `https://...` or `git+https://...`, and masks their passwords.

Nothing is fetched here: `muranopl.ard.remote` does that.
"""

from __future__ import annotations

import re

# They are compiled on first use: most runs have no address.
# A drive of Windows has one letter, and one slash or none
_SCHEME = r"([A-Za-z][A-Za-z0-9+.-]+)://"
# Some passwords have signs that end a host, and what stands before them is no host and port then
_USER = r"(?s)(://)(?:[^/?#\[]*:(?!\d*(?:[/?#]|\Z))(?![^/?#]*@)(?:(?!://).)*@|[^/?#]*@)"
_PUBLIC = {
    "archive", "branch", "catalog", "class_name", "commit", "dl", "download", "egg", "file", "format", "fqn",
    "id", "limit", "marker", "name", "package", "page", "path", "raw", "ref", "rev", "sort", "subdirectory",
    "tag", "type", "v", "ver", "version",
}  # fmt: skip
"""Names in queries and fragments, whose values are no secrets. Names of secrets are without end."""


def is_address(path: str) -> bool:
    """Return whether a path is an address, which begins with a scheme."""
    return "://" in path and re.match(_SCHEME, path) is not None


def scheme_of(address: str) -> str:
    """Return the scheme of an address, in lower case."""
    match = re.match(_SCHEME, address)
    return match[1].lower() if match else ""


def masked(text: str) -> str:
    """Return a text in which addresses have no users, passwords, and secret values of queries.

    A value of a query or a fragment is a secret unless its name says that it is none.
    """
    if "://" not in text:
        return text
    # Only an address that stands alone may have a space or a quote in a value
    end = "&" if is_address(text) else r"&\s'\""
    part = rf"([?&;#])([^=?#;{end}]*)(?:=([^{end}]*?)(?=[{end}]|#[\w.%-]+=|\Z))?"
    return re.sub(part, _without_secret, re.sub(_USER, r"\1***@", text))


def _without_secret(match: re.Match[str]) -> str:
    """Return a part of a query or of a fragment, which is NAME=VALUE or a word, without its secret."""
    separator, name, value = match.groups()
    if not name or name.lower() in _PUBLIC:
        return match[0]
    if value is None:
        is_secret = separator == "?" or (separator == "&" and "/" not in name)
        return f"{separator}***" if is_secret else match[0]
    # That of a package repository is a name and a specification of versions: #NAME/>=1.2
    is_requirement = separator == "#" and "/" in name
    return match[0] if is_requirement else f"{separator}{name}=***"
