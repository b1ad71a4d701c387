"""Sections of a form: `formSections` (reference: json-schema, Sections)."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.language.grammar.core_library import SECTION
from muranopl.views.schema.hints import Hint, rank
from muranopl.views.schema.setting import Json


def sections(found: Iterable[Hint], distances: dict[str, int], *, follow_engine: bool) -> Json:
    """Return the sections by name, those with an index first.

    The nearest of equal names counts (see `Hints`).
    """

    def precedence(hint: Hint) -> tuple[int, bool, int]:
        index = hint.get("index")
        return distances[hint.owner.name], index is None, index or 0

    chosen: dict[str, Hint] = {}
    for hint in found:
        if hint.name == SECTION and precedence(hint) < precedence(
            chosen.setdefault(hint.get("name"), hint)
        ):
            chosen[hint.get("name")] = hint
    ordered = sorted(
        (item for item in chosen.values() if item.get("index") is not None),
        key=lambda item: rank(item.get("index"), item, distances),
    )
    unordered = [item for item in chosen.values() if item.get("index") is None]
    result: Json = {}
    for hint in (*ordered, *unordered):
        title = hint.get("title")
        result[hint.get("name")] = {
            "title": title if title is not None or follow_engine else hint.get("name")
        }
    for position, hint in enumerate(ordered):
        result[hint.get("name")]["index"] = position
    return result
