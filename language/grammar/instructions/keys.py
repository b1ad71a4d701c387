"""Keys of an instruction's mapping against the tags of its entity."""

from __future__ import annotations

from typing import Any, TypeVar

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, text_of
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.nearest import nearest
from muranopl.language.grammar.entity import Entity, Reading

E = TypeVar("E", bound=Entity)


# The blocks of If and of loops have different keywords, easily mixed up.
_TWINS = {"Do": "Then", "Then": "Do"}


def build(kind: type[E], node: Mapping, reading: Reading, name: str, /, **given: Any) -> E:
    """An entity from the keys it knows, whatever else stands in the mapping; `name` is the keyword that leads it."""
    values = dict(given)
    for key, value in node.pairs:
        tag = kind.TAGS.get(text_of(key) or "")
        if tag is not None and not isinstance(value, Broken):
            what = tag.key if tag.key == name else f"{tag.key} of {name}"
            values[tag.attribute] = tag.reader(value, reading, what)
    return kind(**values)


def report_unknown(
    kind: type[Entity], node: Mapping, reading: Reading, name: str, hint: str | None = None
) -> dict[str, str]:
    """Report the keys an entity does not have; return for each the known one it is near to, if that is not there."""
    present = {text_of(key) for key, _ in node.pairs}
    if present <= kind.TAGS.keys():
        return {}
    absent = [key for key in kind.TAGS if key not in present]
    slips: dict[str, str] = {}
    for key, _ in node.pairs:
        text = text_of(key)
        if (text is not None and text in kind.TAGS) or isinstance(key, Broken):
            continue
        close = None if text is None else _TWINS.get(text, nearest(text, absent))
        close = close if close in absent else None
        slips[text or described(key)] = close or ""
        suggestion = f'did you mean "{close}"?' if close else hint or f"{name} has the keys {', '.join(kind.TAGS)}"
        shown = f'"{text}"' if text is not None else described(key)
        reading.report(rules.UNKNOWN_KEY, key.place, key=shown, name=name, suggestion=suggestion)
    return slips
