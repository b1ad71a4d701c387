"""Suggestions that can be carried out: what to write in place of what is wrong."""

from __future__ import annotations

from muranopl.diagnostics.fixes import Applicability


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
