"""Sections of a form: `formSections` (reference: json-schema, Sections)."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.schema.hints import SECTION, Hint, rank
from muranopl.schema.setting import Json


def sections(found: Iterable[Hint], weights: dict[str, int], *, engine: bool) -> Json:
    """The sections by name: of one name the nearest counts; those with an index come first, and are numbered."""
    chosen: dict[str, Hint] = {}
    for hint in found:
        if hint.name == SECTION:
            name = hint.get("name")
            known = chosen.get(name)
            if known is None or _is_before(hint, known, weights):
                chosen[name] = hint
    ordered = sorted(
        (each for each in chosen.values() if each.get("index") is not None),
        key=lambda each: rank(each.get("index"), each, weights),
    )
    unordered = [each for each in chosen.values() if each.get("index") is None]
    made: Json = {}
    for position, hint in enumerate(ordered):
        made[hint.get("name")] = {"title": _title(hint, engine=engine), "index": position}
    for hint in unordered:
        made[hint.get("name")] = {"title": _title(hint, engine=engine)}
    return made


def _title(hint: Hint, *, engine: bool) -> str | None:
    title: str | None = hint.get("title")
    return title if title is not None or engine else hint.get("name")


def _is_before(hint: Hint, known: Hint, weights: dict[str, int]) -> bool:
    """Whether a section counts rather than another one of its name."""
    distance, other = weights[hint.owner.name], weights[known.owner.name]
    if distance != other:
        return distance < other
    index, known_index = hint.get("index"), known.get("index")
    return index is not None and (known_index is None or index < known_index)
