"""One file out of a zip: never more bytes than its header declares are unpacked, and never more than asked for."""

from __future__ import annotations

import struct
import zlib

from muranopl.ard.blob import Blob
from muranopl.ard.regular import too_large
from muranopl.ard.source import SourceError
from muranopl.ard.zipindex import Entry, decoded

_LOCAL = struct.Struct("<4s5H3L2H")
_ENCRYPTED = 0x41
_PATCH = 0x20
_STORED, _DEFLATED, _BZIP2 = 0, 8, 12
_OVERHEAD = 2**20
"""How much longer than its content a packed file may be, in bytes."""


def unpack(blob: Blob, entry: Entry, limit: int) -> bytes:
    """Return the content of an entry of at most `limit` bytes; raises SourceError `too-large` or `damaged`."""
    if entry.unpacked > limit:
        raise too_large(entry.unpacked, limit)
    if entry.flags & _ENCRYPTED:
        raise _damaged("it is encrypted; store it without a password")
    if entry.flags & _PATCH:
        raise _damaged("it is stored as a patch, which is not supported")
    if entry.packed > entry.unpacked + _OVERHEAD:
        raise _damaged("it is longer packed than unpacked")
    content = _unpacked(entry, blob.read_at(_content_start(blob, entry), entry.packed))
    if len(content) != entry.unpacked:
        raise _damaged("it unpacks to another size than the zip declares")
    if zlib.crc32(content) != entry.checksum:
        raise _damaged("its checksum is wrong")
    return content


def _content_start(blob: Blob, entry: Entry) -> int:
    """Return the offset behind the local header, which must agree with the table of contents about the name."""
    head = blob.read_at(entry.offset, _LOCAL.size) if entry.offset < blob.size else b""
    if len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
        raise _damaged("it is not where the table of contents of the zip says")
    fields: tuple[int, ...] = _LOCAL.unpack(head)[1:]
    name_length, extra_length = fields[8:]
    name = blob.read_at(entry.offset + _LOCAL.size, name_length)
    if decoded(name, fields[1]) != entry.stored:
        raise _damaged("the zip gives it two different names")
    return entry.offset + _LOCAL.size + name_length + extra_length


def _unpacked(entry: Entry, packed: bytes) -> bytes:
    """Return the content, cut one byte after its declared size."""
    if entry.method == _STORED:
        return packed
    bound = entry.unpacked + 1
    try:
        if entry.method == _DEFLATED:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, bound)
        if entry.method == _BZIP2:
            import bz2  # noqa: PLC0415 (rare)

            return bz2.BZ2Decompressor().decompress(packed, bound)
    except (zlib.error, OSError, ValueError, EOFError) as error:
        raise _damaged("its packed content is broken") from error
    raise _damaged(f"it is packed with method {entry.method}; use deflate, the usual one")


def _damaged(message: str) -> SourceError:
    return SourceError("damaged", message)
