"""Decoding of records: the value that was recorded, or None for a damaged or foreign record."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def decoded(record: bytes | msgspec.Raw | None, decoder: msgspec.msgpack.Decoder[T]) -> T | None:
    """Return a record decoded with types; None if there is none, or it is invalid."""
    if record is None:
        return None
    try:
        return decoder.decode(record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
