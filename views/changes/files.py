"""Changes of files: plans, scripts and templates, and class files that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.places import Place
from muranopl.namespace.result import DeclaredPackage
from muranopl.read.package import PackageHeader
from muranopl.views.changes.change import Level, VersionChange, changes_by_name

RESOURCES = "Resources/"
_UNKNOWN = (
    "changed, and cannot be compared, so it is at least a patch; muranopl check reports the reason"
)


def file_changes(old: PackageHeader, new: PackageHeader) -> Iterator[VersionChange]:
    """Yield the changes of files in Resources; how a class uses them is its own matter.

    The template of a Heat package is one of them.
    """
    before, after = _resources(old), _resources(new)
    yield from changes_by_name(before, after, 'file "{}"', _VersionFile.place, _contents)


class _VersionFile(NamedTuple):
    source: Source
    path: str

    def place(self) -> Place:
        return Place(self.source.file(self.path))


def _contents(subject: str, old: _VersionFile, new: _VersionFile) -> Iterator[VersionChange]:
    if _read(*old) != _read(*new):
        yield VersionChange(Level.PATCH, subject, "changed", old.place(), new.place())


def opaque_names(declared: DeclaredPackage) -> set[str]:
    """Return the names of the classes whose declarations could not be read.

    That a file was read, and does not declare the class that the manifest says, is no reason.
    """
    listed = {
        entry.name for unit in declared.package.units if not unit.complete for entry in unit.listed
    }
    return listed & declared.opaque


def opaque_changes(old: DeclaredPackage, new: DeclaredPackage) -> Iterator[VersionChange]:
    """Yield the changes of opaque classes: of their files, as their members are unknown."""
    opaque = opaque_names(old), opaque_names(new)
    for name in sorted(opaque[0] | opaque[1]):
        subject = f"class {name}"
        before, after = _path(old, name), _path(new, name)
        was, now = _place(old, before), _place(new, after)
        if not (name in opaque[1] or _declares(new, name)):
            yield VersionChange(Level.MAJOR, subject, "was removed", was, None)
        elif not (name in opaque[0] or _declares(old, name)):
            yield VersionChange(Level.MINOR, subject, "is new", None, now)
        elif _content(old, before) != _content(new, after):
            yield VersionChange(Level.PATCH, subject, _UNKNOWN, was, now, known=False)


def _resources(header: PackageHeader) -> dict[str, _VersionFile]:
    copied, source = header.copied_resources.values(), header.source
    return {
        path: _VersionFile(source, path)
        for path in source.paths()
        if path.startswith(RESOURCES) or path in copied
    }


def _declares(declared: DeclaredPackage, name: str) -> bool:
    return name in declared.classes and name not in declared.dead


def _path(declared: DeclaredPackage, name: str) -> str | None:
    """Return the path of the file of a class in its package, None if it has no file."""
    package = declared.package
    files = {unit.file for unit in package.units if name in {entry.name for entry in unit.listed}}
    # Classes that are not in MuranoPL are those of the manifest
    files.discard(package.header.file)
    source = package.header.source
    return next((path for path in source.paths() if source.file(path) in files), None)


def _place(declared: DeclaredPackage, path: str | None) -> Place:
    header = declared.package.header
    return header.place if path is None else Place(header.source.file(path))


def _content(declared: DeclaredPackage, path: str | None) -> bytes | None:
    return None if path is None else _read(declared.package.header.source, path)


def _read(source: Source, path: str) -> bytes | None:
    """Return the bytes of a file, None if it cannot be read: a check says why."""
    try:
        return source.read(path)
    except SourceError:
        return None
