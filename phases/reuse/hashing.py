"""The keys of records, and the hash of this program.

The hash keeps records of other versions and libraries apart.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from _blake2 import blake2b
from collections.abc import Collection, Iterator

# The source of `hashlib`, which loads OpenSSL as well: two milliseconds

__all__ = ["KEY_BYTES", "blake2b", "hashed", "record_key", "text_bytes"]

KEY_BYTES = 16
"""Bytes of a key."""


def hashed(kind: bytes, *parts: bytes) -> bytes:
    """Return the key of delimited parts; keys of different kinds differ."""
    digest = blake2b(digest_size=KEY_BYTES, person=kind)
    if len(parts) == 1:
        digest.update(parts[0])
    else:
        digest.update(
            b"".join([item for part in parts for item in (len(part).to_bytes(8, "little"), part)])
        )
    return digest.digest()


def record_key(kind: bytes, *parts: bytes) -> bytes:
    """Return the key of a record that only this program reads, see `hashed`."""
    return hashed(kind, program_key(), *parts)


def text_bytes(text: str) -> bytes:
    """Return a text, which may have lone surrogates, as a part for `hashed`."""
    return text.encode("utf-8", "surrogatepass")


_FOLDER = os.path.dirname(os.path.abspath(__file__))
_UNREAD = [("diagnostics", "pages"), ("interfaces", "server")]
"""Folders that no check reads, a third of all files: the pages of codes, the service."""


@functools.cache
def program_key() -> bytes:
    """Return the hash of the sizes and times of the program's files, and of its libraries."""
    # In an editable installation it is the checkout
    base = os.path.dirname(os.path.dirname(_FOLDER))
    facts = sys.version, list(_installed()), sorted(_files(base))
    return blake2b(repr(facts).encode(), digest_size=KEY_BYTES).digest()


def _installed() -> Iterator[tuple[str, int]]:
    """Yield the metadata folders of installed libraries, each with its time."""
    for folder in sys.path:
        if folder.endswith("-packages"):
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                yield from sorted(
                    (entry.name, entry.stat().st_mtime_ns)
                    for entry in entries
                    if entry.name.endswith("-info")
                )


def _files(base: str) -> Iterator[tuple[str, int, int]]:
    """Yield all files of the packages below a folder, with their sizes and times."""
    unread = {os.path.join(base, *names) for names in _UNREAD}
    folders = [base]
    for folder in folders:  # grows during the loop
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    folders.extend([entry.path] if _is_read(entry, folder == base, unread) else ())
                elif folder != base or entry.name.endswith(".py"):
                    status = entry.stat()
                    yield entry.path, status.st_size, status.st_mtime_ns


def _is_read(folder: os.DirEntry[str], is_top: bool, unread: Collection[str]) -> bool:
    if is_top:
        return os.path.exists(os.path.join(folder.path, "__init__.py"))
    return folder.name != "__pycache__" and folder.path not in unread
