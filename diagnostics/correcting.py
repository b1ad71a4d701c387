"""Turns a `Correction` into a `Fix`: an edit of the text at the place of a diagnostic.

`reporter` calls it for all diagnostics. Edits that add or remove pairs are made by `ard.rewriting`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from muranopl.diagnostics.diagnostic import Applicability, Correction, Fix, TextEdit
from muranopl.diagnostics.nearest import is_slip
from muranopl.diagnostics.places import Place, lines_of

# What means the same in all styles of scalars, so that it needs no quotes
_UNQUOTED = re.compile(r"[.:]?[\w$=][\w$.:/@=-]*(?<!:)")


def fix_of(
    correction: Correction, places: tuple[Place, ...], facts: Mapping[str, object]
) -> Fix | None:
    """Return the fix that makes a correction at places: that of the diagnostic, and others.

    `facts` are those of the message. Return None if the first place does not show what to replace.
    """
    if not correction.is_whole and not _UNQUOTED.fullmatch(correction.text):
        return None
    edits = []
    for place in places:
        edit = _edit(correction, place, facts)
        if edit is not None:
            edits.append(edit)
        elif place is places[0]:
            return None
        # Another place may write the name with another prefix, and is reported once this one is mended
    return Fix(f"write `{correction.text}`", _applicability(correction, edits), tuple(edits))


def _applicability(correction: Correction, edits: Iterable[TextEdit]) -> Applicability:
    if correction.applicability is not None:
        return correction.applicability
    for edit in edits:
        # A similar name may be a name of its own, which is declared nowhere yet
        if not is_slip(source_at(edit.place) or "", correction.text):
            return Applicability.UNSAFE
    return Applicability.SAFE


def _edit(correction: Correction, place: Place, facts: Mapping[str, object]) -> TextEdit | None:
    source = source_at(place)
    if source is None:
        return None
    if correction.is_whole:
        if correction.instead_of not in {None, source}:
            return None
        return TextEdit(place, correction.text)
    spans = {
        span: is_slip(word.lstrip("$"), correction.text.lstrip("$"))
        for word in _wrong_words(correction, facts)
        if (span := _only_span(source, word)) is not None
    }
    if not spans:
        return None
    # A message may name a part of the word, or what is around it: a slip is what is meant, else the longest
    start, end = max(spans, key=lambda span: (spans[span], span[1] - span[0]))
    # The sign of a variable stays where the suggestion is only its name
    if source[start] == "$" and correction.text[:1] != "$":
        start += 1
    if source[start:end] == correction.text:
        return None
    return TextEdit(part_of(place, source, start, end), correction.text)


def _wrong_words(correction: Correction, facts: Mapping[str, object]) -> Iterator[str]:
    if correction.instead_of is not None:
        yield correction.instead_of
        return
    for fact in facts.values():
        if isinstance(fact, str) and fact:
            word = fact.strip('"')
            # A message may leave out the sign of a variable that the suggestion has
            is_variable = correction.text[:1] == "$" and word[:1] != "$"
            yield f"${word}" if is_variable else word


def _only_span(source: str, word: str) -> tuple[int, int] | None:
    """Return the offsets of the only occurrence of a word, None if it has none or several."""
    match = list(re.finditer(rf"(?<![\w$]){re.escape(word)}(?!\w)", source))
    return match[0].span() if len(match) == 1 else None


def source_at(place: Place) -> str | None:
    """Return what is written at a place, None if its file has no text, or no such place."""
    if place.file.text is None:
        return None
    lines = lines_of(place.file.text)[place.line - 1 : place.end_line]
    if len(lines) != place.end_line - place.line + 1:
        return None
    last = lines[-1][: place.end_column - 1]
    return "\n".join((*lines[:-1], last))[place.column - 1 :]


def part_of(place: Place, source: str, start: int, end: int) -> Place:
    """Return the place of some characters of what is written at a place."""
    first = _position(place, source[:start])
    return Place(place.file, *first, *_position(place, source[:end]))


def _position(place: Place, before: str) -> tuple[int, int]:
    line = before.count("\n")
    column = len(before) - before.rfind("\n")
    return place.line + line, column if line else column + place.column - 1
