"""Changes of the files that a package's code uses: plans, scripts and templates."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.sources.source import Source, SourceError
from muranopl.changes.change import Level, VersionChange
from muranopl.diagnostics.places import Place

RESOURCES = "Resources/"


def file_changes(old: Source, new: Source) -> Iterator[VersionChange]:
    """Yield the changes of files in Resources; how a class uses them is its own matter."""
    before, after = _resources(old), _resources(new)
    for path in sorted({*before, *after}):
        was = Place(old.file(path)) if path in before else None
        now = Place(new.file(path)) if path in after else None
        subject = f'file "{path}"'
        if was is None:
            yield VersionChange(Level.PATCH, subject, "is new", None, now)
        elif now is None:
            yield VersionChange(Level.PATCH, subject, "is gone", was, None)
        elif _content(old, path) != _content(new, path):
            yield VersionChange(Level.PATCH, subject, "changed", was, now)


def _resources(source: Source) -> set[str]:
    return {path for path in source.paths() if path.startswith(RESOURCES)}


def _content(source: Source, path: str) -> bytes | None:
    """Return the bytes of a file, None if it cannot be read: a check says why."""
    try:
        return source.read(path)
    except SourceError:
        return None
