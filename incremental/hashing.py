"""The keys of records."""

from __future__ import annotations

from _blake2 import (
    blake2b,
)  # where `hashlib` has it from, which loads OpenSSL as well: two milliseconds

__all__ = ["KEY_BYTES", "blake2b", "hashed"]

KEY_BYTES = 16
"""Length of a key."""


def hashed(kind: bytes, *parts: bytes) -> bytes:
    """Make a key of some parts, none of which can be mistaken for a piece of another; `kind` keeps uses apart."""
    whole = blake2b(digest_size=KEY_BYTES, person=kind)
    if len(parts) == 1:
        whole.update(parts[0])
    else:
        whole.update(
            b"".join([item for part in parts for item in (len(part).to_bytes(8, "little"), part)])
        )
    return whole.digest()
