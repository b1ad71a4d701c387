"""The keys of records."""

from __future__ import annotations

# The source of `hashlib`, which loads OpenSSL as well: two milliseconds
from _blake2 import blake2b

__all__ = ["KEY_BYTES", "blake2b", "hashed"]

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
