"""Zips that depend on the files alone: not on their times, modes or order, nor on the machine."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping

_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can have."""
_UNIX = 3
_MODE = stat.S_IFREG | 0o644


def archive(
    contents: Mapping[str, bytes], *, compress: bool, executable: str | None = None
) -> bytes:
    """Return a zip of files by path, sorted; those whose paths end in `executable` can be run.

    Files are stored as they are, or compressed: implementations of zlib differ, so that compressed
    files have the same bytes only where the same one is used.
    """
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as output:
        for path in sorted(contents):
            entry = zipfile.ZipInfo(path, _TIME)
            entry.create_system = _UNIX
            can_run = executable is not None and path.endswith(executable)
            entry.external_attr = (_MODE | 0o111 if can_run else _MODE) << 16
            entry.compress_type = method
            output.writestr(entry, contents[path])
    return packed.getvalue()
