"""Changes of the files that a package's code uses: plans, scripts and templates."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.places import Place
from muranopl.read.package import PackageHeader
from muranopl.views.changes.change import Level, VersionChange

RESOURCES = "Resources/"


def file_changes(old: PackageHeader, new: PackageHeader) -> Iterator[VersionChange]:
    """Yield the changes of files in Resources; how a class uses them is its own matter.

    The template of a Heat package is one of them.
    """
    before, after = _resources(old), _resources(new)
    for path in sorted({*before, *after}):
        was = Place(old.source.file(path)) if path in before else None
        now = Place(new.source.file(path)) if path in after else None
        subject = f'file "{path}"'
        if was is None:
            yield VersionChange(Level.PATCH, subject, "is new", None, now)
        elif now is None:
            yield VersionChange(Level.PATCH, subject, "is gone", was, None)
        elif content(old.source, path) != content(new.source, path):
            yield VersionChange(Level.PATCH, subject, "changed", was, now)


def _resources(header: PackageHeader) -> set[str]:
    copied = header.copied_resources.values()
    return {path for path in header.source.paths() if path.startswith(RESOURCES) or path in copied}


def content(source: Source, path: str) -> bytes | None:
    """Return the bytes of a file, None if it cannot be read: a check says why."""
    try:
        return source.read(path)
    except SourceError:
        return None
