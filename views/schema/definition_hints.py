"""What the UI definition of a package says of the properties of the objects that it creates.

Forms of classes show it: the labels and descriptions of fields, the passwords, and the order and
the pages in which the user is asked.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from muranopl.ard.nodes import Node, Yaql, text_of
from muranopl.ard.yaql.tree import Binary, bare
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.form import UIForm
from muranopl.language.grammar.ui.validators import field_reads
from muranopl.views.schema.property_fields import (
    PropertyFields,
    created_objects,
    password_fields,
)

_WORDS = re.compile(r"[_\s]+|(?<=[a-z0-9])(?=[A-Z])")


class HintedSection(NamedTuple):
    """A page of the definition: the name of its form, and a title."""

    name: str
    title: str


class PropertyHint(msgspec.Struct, frozen=True):
    """What a definition says of a property.

    `title` and `description` are those of the field whose answer is the value. `section` is the
    form with the first of the fields that the value depends on, `index` counts these fields.
    """

    title: str | None
    description: str | None
    section: str
    index: int
    secret: bool


class DefinitionHints(NamedTuple):
    """The pages of a definition, and its hints on properties, by class and name."""

    sections: tuple[HintedSection, ...]
    classes: dict[str, dict[str, PropertyHint]]


def definition_hints(definition: UIDefinition) -> DefinitionHints:
    """Return what a definition says of the properties of all objects that it creates."""
    fields = {
        f"{form.name}.{field.name}": (form, field)
        for form in definition.forms
        for field in form.fields
    }
    order = {name: index for index, name in enumerate(fields)}
    passwords = password_fields(definition)
    classes: dict[str, dict[str, PropertyHint]] = {}
    for class_, properties in created_objects(definition):
        hints = classes.setdefault(class_, {})
        for property_ in properties:
            reads = sorted(property_.fields & order.keys(), key=order.__getitem__)
            if reads and property_.name not in hints:
                form, field = fields[reads[0]]
                is_answer = _is_answer(property_)
                hints[property_.name] = PropertyHint(
                    title=_text(field.label) if is_answer else None,
                    description=_text(field.description) if is_answer else None,
                    section=form.name,
                    index=order[reads[0]],
                    secret=property_.is_entered_in(passwords),
                )
    used = {hint.section for hints in classes.values() for hint in hints.values()}
    sections = {form.name: _title(form) for form in definition.forms if form.name in used}
    return DefinitionHints(tuple(HintedSection(*item) for item in sections.items()), classes)


def created_classes(definition: UIDefinition) -> frozenset[str]:
    """Return the classes of the objects that a definition creates."""
    return frozenset(class_ for class_, _ in created_objects(definition))


def _is_answer(property_: PropertyFields) -> bool:
    """Return whether the value is the answer of a field, without a change: `$.form.field`."""
    if not isinstance(property_.value, Yaql):
        return False
    tree = bare(property_.value.tree)
    reads = list(field_reads(tree))
    return len(reads) == 1 and isinstance(tree, Binary) and tree.right is reads[0].field


def _title(form: UIForm) -> str:
    """Return the title of a page, as a hidden field has it, else the name of the form in words."""
    notes = (field for field in form.fields if field.type.is_hidden(field))
    titles = [_text(field.description_title) for field in notes]
    words = _WORDS.sub(" ", form.name).strip()
    return next(filter(None, titles), words[:1].upper() + words[1:].lower())


def _text(node: Node | None) -> str | None:
    """Return a literal text, None for an expression or none at all."""
    text = None if node is None or isinstance(node, Yaql) else text_of(node)
    return text.strip() or None if text else None
