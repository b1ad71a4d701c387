"""Changes of a UI definition: its pages and fields."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.plain_data import plain
from muranopl.changes.change import Level, VersionChange
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField

_Fields = dict[str, UIField]


def form_changes(
    old: UIDefinition | None, new: UIDefinition | None
) -> Iterator[VersionChange]:
    """Yield the changes of a form. None is major, as users fill in the new form only."""
    if old is None or new is None:
        if new is not None:
            yield VersionChange(Level.MINOR, "the form", "is new", None, new.node.place)
        if old is not None:
            yield VersionChange(
                Level.MINOR, "the form", "is gone", old.node.place, None
            )
        return
    before, after = _fields(old), _fields(new)
    if old.version != new.version:
        text = f"has version {new.version}, and had {old.version}"
        level = Level.MINOR if new.version > old.version else Level.PATCH
        yield VersionChange(level, "the form", text, old.node.place, new.node.place)
    for name, field in before.items():
        if name not in after:
            place = field.name_node.place
            yield VersionChange(Level.MINOR, _subject(name), "is gone", place, None)
        elif plain(field.node) != plain(after[name].node):
            places = field.name_node.place, after[name].name_node.place
            yield VersionChange(Level.PATCH, _subject(name), "changed", *places)
    for name, field in after.items():
        if name not in before:
            place = field.name_node.place
            yield VersionChange(Level.MINOR, _subject(name), "is new", None, place)


def _fields(definition: UIDefinition) -> _Fields:
    return {
        f"{form.name}.{field.name}": field
        for form in definition.forms
        for field in form.fields
    }


def _subject(name: str) -> str:
    return f'field "{name}" of the form'
