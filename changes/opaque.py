"""Changes of classes that a version has without a declaration that could be read."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.changes.change import Level, VersionChange
from muranopl.changes.files import content
from muranopl.diagnostics.places import File, Place
from muranopl.namespace.result import DeclaredPackage


def opaque_changes(
    old: DeclaredPackage, new: DeclaredPackage
) -> Iterator[VersionChange]:
    """Yield the changes of these classes: of their files, as their members are unknown."""
    for name in sorted(old.opaque | new.opaque):
        subject = f"class {name}"
        before, after = _file(old, name), _file(new, name)
        was, now = _place(old, before), _place(new, after)
        if not _has(new, name):
            yield VersionChange(Level.MAJOR, subject, "is gone", was, None)
        elif not _has(old, name):
            yield VersionChange(Level.MINOR, subject, "is new", None, now)
        elif _content(old, before) != _content(new, after):
            text = "changed, and is not compared: muranopl check says what is wrong with it"
            yield VersionChange(Level.PATCH, subject, text, was, now)


def _has(declared: DeclaredPackage, name: str) -> bool:
    return declared.has(name) and name not in declared.dead


def _file(declared: DeclaredPackage, name: str) -> File | None:
    """Return the file that the manifest has for a class, None if classes are no files."""
    package = declared.package
    for unit in package.units:
        is_file = unit.file != package.header.file
        if is_file and name in {entry.name for entry in unit.listed}:
            return unit.file
    return None


def _place(declared: DeclaredPackage, file: File | None) -> Place:
    return declared.package.header.place if file is None else Place(file)


def _content(declared: DeclaredPackage, file: File | None) -> bytes | None:
    return None if file is None else content(declared.package.header.source, file.path)
