"""A change of a package."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.fixes import TextEdit


class NewFile(msgspec.Struct, frozen=True):
    """A file to make: its path in the package, and its text."""

    path: str
    text: str


class Refactoring(msgspec.Struct, frozen=True):
    """A change: edits of files, and files to make."""

    title: str
    edits: tuple[TextEdit, ...] = ()
    files: tuple[NewFile, ...] = ()
