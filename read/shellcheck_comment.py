"""A finding of shellcheck, as the program writes it and the cache keeps it."""

from __future__ import annotations

import msgspec


class Comment(msgspec.Struct, rename="camel"):
    """A finding of shellcheck."""

    line: int
    column: int
    end_line: int
    end_column: int
    level: str
    code: int
    message: str
    file: str = ""
