"""Parses the notation of references to files in execution plans.

Reference: native-classes.md, "From plan template to sent plan".
A file is written as the path of a text below `scripts`, in `<>` if it is embedded as bytes, or as
an address; a path that begins with `/` is below `Resources` itself.
"""

from __future__ import annotations

from urllib.parse import urlsplit

SCRIPTS = "scripts"
APPLICATION = "Application"
"""The type of scripts that are files; scripts of other types name something of another program."""


def is_placeholder(text: str | None) -> bool:
    """Return whether a text is one that `bind()` replaces as a whole."""
    return text is not None and text.startswith("$")


def is_address(file: str) -> bool:
    """Return whether a file is an address, to be downloaded."""
    try:
        parts = urlsplit(file)
    except ValueError:
        return False
    return bool(parts.scheme and parts.netloc)


def is_binary(file: str) -> bool:
    """Return whether a file is embedded as bytes."""
    return file.startswith("<") and file.endswith(">")


def unbracketed(file: str) -> str:
    """Return a file without the `<>` of files that are embedded as bytes."""
    return file[1:-1] if is_binary(file) else file


def resource(path: str) -> str:
    """Return the path below `Resources` for a path in a plan."""
    return path if path.startswith("/") else f"{SCRIPTS}/{path}"


def is_first_version(version: str | None) -> bool:
    """Return whether a FormatVersion is of the first kind, where scripts are a list of files."""
    return not version or version.startswith("1.")
