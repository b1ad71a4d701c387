"""Reads messages from standard input: headers, and a body of the length that they name."""

from __future__ import annotations

from typing import BinaryIO

from muranopl.diagnostics.bounds import FILE_SIZE

LARGEST_MESSAGE = 4 * FILE_SIZE.most
"""Bytes of the largest message: a file of the largest size, of which each character may be escaped."""
_LONGEST_HEADER = 8192
_MOST_HEADERS = 64
_LENGTH = b"content-length"


class FramingError(Exception):
    """Raised for headers after which no message can be found; `args[0]` is the reason."""


def read_body(stdin: BinaryIO) -> bytes | None:
    """Return the body of the next message, None at the end of the input. Raise FramingError."""
    length: int | None = None
    number = 0
    while line := stdin.readline(_LONGEST_HEADER):
        if not line.endswith(b"\n"):
            if len(line) == _LONGEST_HEADER:
                raise FramingError("a header is too long")
            return None
        header = line.strip()
        if header:
            number += 1
            if number > _MOST_HEADERS:
                raise FramingError("there are too many headers")
            length = _length(header, length)
        elif length is not None:
            body = stdin.read(length)
            return body if len(body) == length else None
        elif number:
            raise FramingError("the header Content-Length is missing")
    return None


def _length(header: bytes, before: int | None) -> int | None:
    """Return the length of the body as of a header, or else as of those before it."""
    name, colon, value = header.partition(b":")
    if not colon:
        raise FramingError("a header has no colon")
    if name.strip().lower() != _LENGTH:
        return before
    digits = value.strip()
    if not digits.isdigit():
        raise FramingError("Content-Length is not a number of bytes")
    # Python refuses to read numbers of very many digits
    number = int(digits[:20])
    if number > LARGEST_MESSAGE:
        raise FramingError(f"Content-Length is more than {LARGEST_MESSAGE:,} bytes")
    if before not in {None, number}:
        raise FramingError("there are two values of Content-Length")
    return number
