"""The table of contents of a zip, read within bounds.

Written by hand, not with zipfile: that reads any number of entries before it can be stopped, keeps the file open, and
is slow to import. The rules are those of zipfile, with which the engine unpacks packages: where the end record is
looked for, bytes in front of the zip, zip64, cp437 for names not flagged as UTF-8, names cut at a zero byte.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from muranopl.ard.blob import Blob
from muranopl.ard.source import MAX_ENTRIES, SourceError

_END = struct.Struct("<4s4H2LH")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64 = struct.Struct("<4sLQL")
_CENTRAL = struct.Struct("<4s2B5H3L5H2L")
_MAX_COMMENT = 65535
_MAX_INDEX = 64 * 2**20
_NEWEST_VERSION = 63
_FLAG_UTF8 = 0x800
_UNIX = 3
_LINK = 0o12


class Entry(NamedTuple):
    """One file of a zip: its name as stored (decoded), how it is packed, where its local header is. Sizes in bytes."""

    stored: str
    flags: int
    method: int
    checksum: int
    packed: int
    unpacked: int
    offset: int
    is_link: bool


class _Span(NamedTuple):
    """Where the table of contents lies, and by how much all its offsets are to be moved."""

    start: int
    size: int
    shift: int


def has_index(blob: Blob) -> bool:
    """Whether this ends like a zip at all."""
    return _find_end(blob) is not None


def read_index(blob: Blob) -> list[Entry]:
    """Return the entries in the order stored, folders included; raises SourceError `damaged` or `too-large`."""
    span = _find_index(blob)
    if span.size > _MAX_INDEX:
        raise SourceError(
            "too-large", f"its table of contents has {span.size:,} bytes; at most {_MAX_INDEX:,} are read"
        )
    table = blob.read_at(span.start, span.size)
    entries: list[Entry] = []
    position = 0
    while position < span.size:
        entry, position = _read_entry(table, position, span.shift)
        entries.append(entry)
        if len(entries) > MAX_ENTRIES:
            raise SourceError("too-large", f"it has more than {MAX_ENTRIES:,} entries")
    return entries


def decoded(name: bytes, flags: int) -> str:
    """Return a stored name as text; raises SourceError where it is not the UTF-8 it claims to be."""
    try:
        return name.decode("utf-8" if flags & _FLAG_UTF8 else "cp437")
    except UnicodeDecodeError as error:
        raise SourceError("damaged", f"the name of an entry is flagged as UTF-8 and is not: {name!r}") from error


def _find_end(blob: Blob) -> tuple[int, tuple[int, ...]] | None:
    """Return the position and the fields of the end record, or None."""
    start = max(0, blob.size - _END.size - _MAX_COMMENT)
    tail = blob.read_at(start, blob.size - start)
    last = len(tail) - _END.size
    if last < 0:
        return None
    bare = tail[last : last + 4] == b"PK\5\6" and tail[-2:] == b"\0\0"
    at = last if bare else tail.rfind(b"PK\5\6")
    if at < 0 or at > last:
        return None
    return start + at, _END.unpack_from(tail, at)[1:]


def _find_index(blob: Blob) -> _Span:
    found = _find_end(blob)
    if found is None:
        raise SourceError("damaged", "its end is missing, as if it was cut short")
    position, fields = found
    size, offset = fields[4:6]
    long = _find_end_64(blob, position)
    if long is not None:
        size, offset = long
        position -= _END_64.size + _LOCATOR_64.size
    start = position - size
    if start < 0 or start - offset < 0:
        raise SourceError("damaged", "its table of contents lies outside the file, as if a part was cut out")
    return _Span(start, size, start - offset)


def _find_end_64(blob: Blob, position: int) -> tuple[int, int] | None:
    """Return size and offset of the table of contents from the zip64 end record in front of the plain one, if any."""
    length = _END_64.size + _LOCATOR_64.size
    if position < length:
        return None
    records = blob.read_at(position - length, length)
    if len(records) < length or records[_END_64.size :][:4] != b"PK\6\7" or records[:4] != b"PK\6\6":
        return None
    fields = _END_64.unpack_from(records)
    return fields[8], fields[9]


def _read_entry(table: bytes, position: int, shift: int) -> tuple[Entry, int]:
    """Return the entry at a position of the table of contents, and the position after it."""
    if table[position : position + 4] != b"PK\1\2" or position + _CENTRAL.size > len(table):
        raise _broken()
    head = _CENTRAL.unpack_from(table, position)
    (_, _, system, version, flags, method, _, _, checksum, packed, unpacked) = head[:11]
    (name_length, extra_length, comment_length, _, _, attributes, offset) = head[11:]
    version &= 0xFF  # the other byte names a system
    if version > _NEWEST_VERSION:
        raise SourceError("damaged", f"it needs version {version / 10} of the zip format, which is not supported")
    name_end = position + _CENTRAL.size + name_length
    name = decoded(table[position + _CENTRAL.size : name_end], flags)
    end = name_end + extra_length + comment_length
    if end > len(table):
        raise _broken()
    if extra_length:
        extra = table[name_end : name_end + extra_length]
        unpacked, packed, offset = _long_numbers(extra, unpacked, packed, offset)
    is_link = system == _UNIX and attributes >> 28 == _LINK
    entry = Entry(name, flags, method, checksum, packed, unpacked, offset + shift, is_link)
    return entry, end


def _long_numbers(extra: bytes, *numbers: int) -> tuple[int, ...]:
    """Return the numbers, those too long for their field taken from the zip64 extra field."""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if length > len(extra) - 4:
            raise _broken()
        if kind == 1:
            numbers = _taken(extra[4 : 4 + length], numbers)
        extra = extra[4 + length :]
    return numbers


def _taken(field: bytes, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers, each that says "too long" replaced by the next one of the zip64 field."""
    wanted = numbers.count(0xFFFFFFFF)
    if len(field) < 8 * wanted:
        raise _broken()
    long = iter(struct.unpack_from(f"<{wanted}Q", field))
    return tuple(next(long) if number == 0xFFFFFFFF else number for number in numbers)


def _broken() -> SourceError:
    return SourceError("damaged", "its table of contents is broken")
