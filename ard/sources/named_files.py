"""Reads a file by its path, outside of the `Source` of a package; the only way for interfaces."""

from __future__ import annotations

import os

from muranopl.ard.sources.file_types import package_around
from muranopl.ard.sources.regular_files import raise_source_error, read_whole
from muranopl.ard.sources.source import SourceError
from muranopl.ard.sources.symlinks import is_below
from muranopl.diagnostics.bounds import FILE_SIZE


def read_named(path: str) -> bytes:
    """Return the content of a regular file of at most `FILE_SIZE`. Raise SourceError.

    In a package, a link may lead only to a file of the same package, as for its `Source`.
    """
    path = os.path.abspath(path)
    try:
        real = os.path.realpath(path)
        package = package_around(path)
        top = real if package is None else os.path.realpath(package)
    except (OSError, ValueError) as error:
        raise_source_error(error)
    if not is_below(real, top):
        raise SourceError("outside", "it is behind a link that leads out of the package")
    return read_whole(real, FILE_SIZE.most)
