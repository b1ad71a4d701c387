"""URIs of files: `file:` for those on the disk, `muranopl:` for those that are not.

Not on the disk are the entries of zips, the explanations of codes, and the core library that is a
part of this program (its files may be shown, but are not those of a user).
"""

from __future__ import annotations

import os
from urllib.parse import quote, unquote, urlsplit

from pygls.uris import from_fs_path, to_fs_path

from muranopl.diagnostics.places import File
from muranopl.language import library

SCHEME = "muranopl"
_PREFIX = f"{SCHEME}:"
_UNTITLED = "untitled:"
_LIBRARY = "/core-library/"
_ZIP = "/zip"
_INSIDE = "!/"
_EXPLANATIONS = "/explanations/"
_MARKDOWN = ".md"


def virtual_uri(path: str) -> str:
    """Return the `muranopl:` URI of a path that begins with a slash."""
    return f"{_PREFIX}//{quote(path)}"


def virtual_path(uri: str) -> str | None:
    """Return the path of a `muranopl:` URI; None for another one.

    VS Code writes `muranopl:/x` for `muranopl:///x`, and encodes characters that others do not.
    """
    if not uri.startswith(_PREFIX):
        return None
    path = uri.removeprefix(_PREFIX)
    if path.startswith("///"):
        path = path.removeprefix("//")
    return unquote(path)


def path_of(uri: str) -> str | None:
    """Return the absolute path of a `file:` URI, or of one of the core library; else None.

    A buffer that is not saved yet (`untitled:`) has one in a folder that does not exist.
    """
    if "\0" in unquote(uri):
        return None  # no file can have such a name
    virtual = virtual_path(uri)
    if virtual is not None and virtual.startswith(_LIBRARY):
        inside = os.path.normpath(virtual.removeprefix(_LIBRARY))
        if os.path.isabs(inside) or inside.startswith(os.pardir):
            return None
        return os.path.join(library.path(), inside)
    if uri.startswith(_UNTITLED):
        return os.path.join(os.sep, _UNTITLED, quote(uri.removeprefix(_UNTITLED), safe=""))
    try:
        path = to_fs_path(uri) if urlsplit(uri).scheme == "file" else None
    except ValueError:  # an address in brackets that is none
        return None
    return os.path.normpath(path) if path else None


def is_in_library(path: str) -> bool:
    """Return whether a file is one of the core library that is a part of this program."""
    return path.startswith(os.path.join(library.path(), ""))


def uri_of_path(path: str) -> str:
    """Return the URI of a file on the disk."""
    return str(from_fs_path(os.path.abspath(path)))


def uri_of(file: File, *, virtual: bool) -> str | None:
    """Return the URI of a file of a package; None if the client could not open it.

    `virtual` is whether the client asks the server for files that are not on the disk.
    """
    if file.root == library.NAME:
        if virtual:
            return virtual_uri(_LIBRARY + file.path)
        return uri_of_path(os.path.join(library.path(), file.path))
    if file.archive is not None:
        zip_path = os.path.abspath(file.location)
        inside = file.path.removeprefix(file.archive).removeprefix("/")
        if not virtual:
            return None
        return f"{virtual_uri(_ZIP + zip_path)}{_INSIDE}{quote(inside)}"
    return uri_of_path(file.location)


def entry_of(uri: str) -> tuple[str, str] | None:
    """Return the path of a zip and the name of its entry; None for another URI."""
    virtual = virtual_path(uri)
    if virtual is None or not virtual.startswith(_ZIP):
        return None
    path, inside, entry = virtual.removeprefix(_ZIP).partition(_INSIDE)
    return (path, entry) if inside else None


def explanation_uri(code: str) -> str:
    """Return the `muranopl:` URI of the explanation of a code."""
    return virtual_uri(f"{_EXPLANATIONS}{code}{_MARKDOWN}")


def explained_code(uri: str) -> str | None:
    """Return the code whose explanation a URI names; None for another URI."""
    virtual = virtual_path(uri) or ""
    if not virtual.startswith(_EXPLANATIONS):
        return None
    return virtual.removeprefix(_EXPLANATIONS).removesuffix(_MARKDOWN)
