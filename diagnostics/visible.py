r"""Text from outside in messages: escapes it, cuts long lists, and masks passwords of addresses.

Control characters and invisible ones are written as `\x1b` and `\u202e`.

`muranopl.ard.remote` fetches addresses; here they are only recognised.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from itertools import islice

# They join letters and emoji, and have no other effect.
_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    r"""Return `text` with invisible, control, unassigned and surrogate characters escaped.

    A tab is a control character too; spaces of any kind stay as they are.
    """
    if text.isprintable():
        return text
    return "".join(map(escape, text))


def visible_lines(text: str) -> list[str]:
    """Return the lines of a text that may have several, each made visible."""
    return [visible(line) for line in text.replace("\r\n", "\n").split("\n")]


def escape(letter: str) -> str:
    r"""Return one character, or its escape: `\t`, `\x1b`, `\u202e`, `\U000e0041`."""
    if letter.isprintable() or letter in _JOINERS or unicodedata.category(letter) == "Zs":
        return letter
    return letter.encode("unicode_escape").decode("ascii")


def listed(names: Collection[str], most: int) -> str:
    """Return the first `most` names, and how many there are besides."""
    shown = ", ".join(islice(names, most))
    more = len(names) - most
    return f"{shown} and {more:,} more" if more > 0 else shown


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
