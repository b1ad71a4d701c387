"""Changes of a UI definition: its pages and fields, and what it makes of the values."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import exact
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.views.changes.change import Level, VersionChange, changes_by_name


def form_changes(old: UIDefinition | None, new: UIDefinition | None) -> Iterator[VersionChange]:
    """Yield the changes of a form. None is major, as users fill in the new form only."""
    if old is None or new is None:
        if new is not None:
            yield VersionChange(Level.MINOR, "the form", "is new", None, new.node.place)
        if old is not None:
            yield VersionChange(Level.MINOR, "the form", "was removed", old.node.place, None)
        return
    if old.version != new.version:
        text = f"changed from version {old.version} to {new.version}"
        level = Level.MINOR if new.version > old.version else Level.PATCH
        yield VersionChange(level, "the form", text, old.node.place, new.node.place)
    yield from changes_by_name(
        _parts(old), _parts(new), "{} of the form", lambda part: part.place, _changed
    )
    yield from changes_by_name(
        _fields(old),
        _fields(new),
        'field "{}" of the form',
        lambda field: field.name_node.place,
        lambda subject, was, now: _changed(
            subject, was.node, now.node, was.name_node, now.name_node
        ),
        removed=Level.MINOR,
        added=Level.MINOR,
    )


def _changed(subject: str, was: Node, now: Node, *at: Node) -> Iterator[VersionChange]:
    """Yield the change of a part of the form, if it is one; it is `at` these nodes or the part."""
    if exact(was) != exact(now):
        old, new = at or (was, now)
        yield VersionChange(Level.PATCH, subject, "changed", old.place, new.place)


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


def _fields(definition: UIDefinition) -> dict[str, UIField]:
    return {
        f"{form.name}.{field.name}": field for form in definition.forms for field in form.fields
    }
