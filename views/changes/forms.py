"""Changes of a UI definition: its pages and fields, and what it makes of the values."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import exact
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.views.changes.change import Level, VersionChange

_Fields = dict[str, UIField]


def form_changes(old: UIDefinition | None, new: UIDefinition | None) -> Iterator[VersionChange]:
    """Yield the changes of a form. None is major, as users fill in the new form only."""
    if old is None or new is None:
        if new is not None:
            yield VersionChange(Level.MINOR, "the form", "is new", None, new.node.place)
        if old is not None:
            yield VersionChange(Level.MINOR, "the form", "was removed", old.node.place, None)
        return
    before, after = _fields(old), _fields(new)
    if old.version != new.version:
        text = f"has version {new.version}, had {old.version}"
        level = Level.MINOR if new.version > old.version else Level.PATCH
        yield VersionChange(level, "the form", text, old.node.place, new.node.place)
    yield from _object_model(old, new)
    for name, field in before.items():
        if name not in after:
            place = field.name_node.place
            yield VersionChange(Level.MINOR, _subject(name), "was removed", place, None)
        elif exact(field.node) != exact(after[name].node):
            places = field.name_node.place, after[name].name_node.place
            yield VersionChange(Level.PATCH, _subject(name), "changed", *places)
    for name, field in after.items():
        if name not in before:
            place = field.name_node.place
            yield VersionChange(Level.MINOR, _subject(name), "is new", None, place)


def _object_model(old: UIDefinition, new: UIDefinition) -> Iterator[VersionChange]:
    """Yield the changes of what the form makes of the values."""
    before, after = _parts(old), _parts(new)
    for name in sorted({*before, *after}):
        was, now = before.get(name), after.get(name)
        if was is None:
            text = "is new"
        elif now is None:
            text = "was removed"
        elif exact(was) == exact(now):
            continue
        else:
            text = "changed"
        yield VersionChange(
            Level.PATCH,
            f"{name} of the form",
            text,
            None if was is None else was.place,
            None if now is None else now.place,
        )


def _parts(definition: UIDefinition) -> dict[str, Node]:
    """Return the parts of object models, and the parameters that these read, by description."""
    parts = {
        **{f'template "{item.name}"': item.node for item in definition.templates},
        **{f'parameter "{item.name}"': item.node for item in definition.parameters},
    }
    if definition.application is not None:
        parts["the Application"] = definition.application
    if definition.parameters_source is not None:
        parts["the ParametersSource"] = definition.parameters_source
    return parts


def _fields(definition: UIDefinition) -> _Fields:
    return {
        f"{form.name}.{field.name}": field for form in definition.forms for field in form.fields
    }


def _subject(name: str) -> str:
    return f'field "{name}" of the form'
