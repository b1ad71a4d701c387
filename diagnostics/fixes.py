"""Defines fixes: edits of files that remove the cause of a diagnostic. They are applied by `writing`.

A `Correction` is a suggestion from which a fix follows, see `correcting`.
"""

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


class Correction(str):
    """A suggestion in words: `text` is to be written in place of what is wrong.

    That is all at the place of the diagnostic if it `is_whole`, which is `instead_of` if that is
    known. Else it is the word `instead_of`; without one, the word at the place that the message
    names. Without `applicability` it is a name, and safe if what is wrong is certainly a slip for
    it.
    """

    __slots__ = ("applicability", "instead_of", "is_whole", "text")

    text: str
    instead_of: str | None
    is_whole: bool
    applicability: Applicability | None

    @classmethod
    def of(
        cls,
        words: str,
        text: str,
        *,
        instead_of: str | None = None,
        is_whole: bool = False,
        applicability: Applicability | None = None,
    ) -> Correction:
        """Return the suggestion that says these words."""
        result = cls(words)
        result.text, result.instead_of = text, instead_of
        result.is_whole, result.applicability = is_whole, applicability
        return result


def write_instead(
    text: str | None, applicability: Applicability, otherwise: str = ""
) -> Correction | None:
    """Return the suggestion to write a text in place of what is marked; None if there is none."""
    if text is None:
        return None
    words = f"write `{text.strip()}`{otherwise}"
    return Correction.of(words, text, is_whole=True, applicability=applicability)
