"""Guesses the type of a file that is not a package, for messages."""

from __future__ import annotations

import os

from muranopl.ard.sources.file_names import MANIFEST, as_text, shown

# The number of bytes at the start of a file that `description_of_file` needs.
HEAD = 512

_SIGNATURES = (
    (0, b"\x1f\x8b", "a gzip archive"),
    (0, b"BZh", "a bzip2 archive"),
    (0, b"\xfd7zXZ\0", "an xz archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"Rar!", "a rar archive"),
    (257, b"ustar", "a tar archive"),
    (0, b"\x89PNG", "an image"),
    (0, b"\xff\xd8\xff", "an image"),
    (0, b"GIF8", "an image"),
)
_EXPECTED = "pass a package folder, a zip of its contents, or a folder of packages"


def starts_like_zip(head: bytes) -> bool:
    """Return whether a file starts as zips do."""
    return head.startswith((b"PK\3\4", b"PK\5\6", b"PK\7\x08"))


def description_of_file(head: bytes, location: str | None) -> tuple[str, str]:
    """Return a guess at a file, and what to do, from its first bytes and its path.

    Return None for a stream.
    """
    if not head:
        return "it is empty", _EXPECTED
    for offset, signature, name in _SIGNATURES:
        if head[offset:].startswith(signature):
            return f"it is {name}", _EXPECTED
    if not _is_text(head):
        return "it is a binary file", _EXPECTED
    if location is None:
        return "it is text", "send a zip of the package"
    if os.path.basename(location) == MANIFEST:
        return (
            "it is only the manifest",
            f'pass its folder "{_shown_folder(os.path.dirname(location))}"',
        )
    folder = package_around(location)
    if folder is not None:
        return (
            "it is a single file of a package",
            f'pass the package\'s folder "{_shown_folder(folder)}"',
        )
    if location.endswith((".yaml", ".yml")):
        return (
            "it is a single YAML file",
            "pass the folder of its package, the one with manifest.yaml",
        )
    return "it is a text file", _EXPECTED


def package_around(location: str) -> str | None:
    """Return the nearest folder above with a manifest, if possible as a prefix of `location`."""
    folder = os.path.dirname(location)
    # A relative path ends at the empty text, an absolute one at its root.
    while True:
        if os.path.lexists(os.path.join(folder, MANIFEST)):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _shown_folder(folder: str) -> str:
    return shown(as_text(folder)) or "."


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    text = head.decode("utf-8", "ignore")
    # The last letter may be cut
    return "\0" not in text and len(text.encode()) >= len(head) - 3
