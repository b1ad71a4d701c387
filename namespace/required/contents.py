"""The hash of the files of a package, the same for a folder and for a zip of it."""

from __future__ import annotations

import hashlib

from muranopl.ard.sources.source import Source, SourceError


def content_hash(source: Source) -> str:
    """Return the SHA-256 of the names and the contents of all files of a package.

    A file that cannot be read counts with the reason.
    """
    result = hashlib.sha256()
    for path in source.paths():
        try:
            content = hashlib.sha256(source.read(path)).hexdigest()
        except SourceError as error:
            content = error.kind
        name = path.encode("utf-8", "surrogatepass")
        result.update(b"%d:%b %b\n" % (len(name), name, content.encode()))
    return result.hexdigest()
