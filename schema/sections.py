"""Sections of a form: `formSections` (reference: json-schema, Sections)."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.schema.hints import SECTION, Hint, rank
from muranopl.schema.setting import Json


def sections(found: Iterable[Hint], distances: dict[str, int], *, follow_engine: bool) -> Json:
    """Return the sections by name, those with an index first.

    Of equal names the nearest counts (see `Hints`).
    """

    def precedence(hint: Hint) -> tuple[int, bool, int]:
        index = hint.get("index")
        return distances[hint.owner.name], index is None, index or 0

    chosen: dict[str, Hint] = {}
    for hint in found:
        if hint.name == SECTION and precedence(hint) < precedence(chosen.setdefault(hint.get("name"), hint)):
            chosen[hint.get("name")] = hint
    ordered = sorted(
        (each for each in chosen.values() if each.get("index") is not None),
        key=lambda each: rank(each.get("index"), each, distances),
    )
    unordered = [each for each in chosen.values() if each.get("index") is None]
    made: Json = {}
    for hint in (*ordered, *unordered):
        title = hint.get("title")
        made[hint.get("name")] = {"title": title if title is not None or follow_engine else hint.get("name")}
    for position, hint in enumerate(ordered):
        made[hint.get("name")]["index"] = position
    return made
