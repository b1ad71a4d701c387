"""The edits of a renaming, as a preview shows them."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.places import File, Place


class RenameRefusedError(Exception):
    """Raised for what cannot be renamed; `args[0]` is the reason, a sentence for the user."""


class RenameEdit(msgspec.Struct, frozen=True):
    """A text in place of a name.

    `certain` is false for a name that need not be meant, such as the member of an unknown value: it
    is to be confirmed.
    """

    place: Place
    text: str
    certain: bool = True


class FileRename(msgspec.Struct, frozen=True):
    """A file that is called after a renamed class, and its new path, below the same root."""

    file: File
    path: str


class Renaming(msgspec.Struct, frozen=True):
    """The edits and renamed files of a renaming.

    `left` are places that have the same name and are not changed: members of unknown values, which
    may be those of other classes.
    """

    edits: tuple[RenameEdit, ...]
    files: tuple[FileRename, ...] = ()
    left: tuple[Place, ...] = ()
