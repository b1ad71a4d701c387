"""Fixes: what mends the cause of a diagnostic, as texts that replace spans of files."""

from __future__ import annotations

import enum

import msgspec

from muranopl.diagnostics.places import Place, Placed


class Applicability(enum.Enum):
    """Whether a fix keeps the meaning that was certainly intended, or may change it."""

    SAFE = "safe"
    UNSAFE = "unsafe"


class TextEdit(Placed, msgspec.Struct, frozen=True):
    r"""A text in place of what is written at a place; an empty place is one to insert at.

    Line ends are `\n`, whatever those of the file are.
    """

    place: Place
    text: str


def fixed_by(
    title: str, *edits: TextEdit | None, applicability: Applicability = Applicability.SAFE
) -> tuple[Fix, ...]:
    """Return the fix of some edits; none if one of these is not possible."""
    present = tuple(edit for edit in edits if edit is not None)
    if not edits or len(present) < len(edits):
        return ()
    return (Fix(title, applicability, present),)


class Fix(msgspec.Struct, frozen=True):
    """Edits that belong together: all of them are made, or none."""

    title: str
    applicability: Applicability
    edits: tuple[TextEdit, ...]

    @property
    def is_safe(self) -> bool:
        """Whether it may be made without being asked for."""
        return self.applicability is Applicability.SAFE

    @property
    def is_in_folder(self) -> bool:
        """Whether all its files are below a folder, and none is an entry of a zip, elsewhere or an input."""
        files = [edit.place.file for edit in self.edits]
        return all(file.path and file.is_writable for file in files)
