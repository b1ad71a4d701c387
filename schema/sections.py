"""Sections of a form: `formSections` (reference: json-schema, Sections)."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.schema.hints import SECTION, Hint, rank
from muranopl.schema.setting import Json


def sections(found: Iterable[Hint], distances: dict[str, int], *, follow_engine: bool) -> Json:
    """Return the sections by name: of one name the nearest counts; those with an index come first, and are numbered.

    `distances` are those of the classes that wrote them, by name, from the class asked for: edges to the ancestor.
    """
    chosen: dict[str, Hint] = {}
    for hint in found:
        if hint.name == SECTION:
            name = hint.get("name")
            known = chosen.get(name)
            if known is None or _takes_precedence(hint, known, distances):
                chosen[name] = hint
    ordered = sorted(
        (each for each in chosen.values() if each.get("index") is not None),
        key=lambda each: rank(each.get("index"), each, distances),
    )
    unordered = [each for each in chosen.values() if each.get("index") is None]
    made: Json = {}
    for position, hint in enumerate(ordered):
        made[hint.get("name")] = {"title": _title(hint, follow_engine=follow_engine), "index": position}
    for hint in unordered:
        made[hint.get("name")] = {"title": _title(hint, follow_engine=follow_engine)}
    return made


def _title(hint: Hint, *, follow_engine: bool) -> str | None:
    title: str | None = hint.get("title")
    return title if title is not None or follow_engine else hint.get("name")


def _takes_precedence(hint: Hint, known: Hint, distances: dict[str, int]) -> bool:
    """Return whether a section overrides a known one of its name: it is nearer, or has the lower index."""
    distance, other = distances[hint.owner.name], distances[known.owner.name]
    if distance != other:
        return distance < other
    index, known_index = hint.get("index"), known.get("index")
    return index is not None and (known_index is None or index < known_index)
