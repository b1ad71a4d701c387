"""JSON schemas of the answers to the pages of a form, from which its controls can be drawn.

They are of draft 4, with the keywords that the schemas of classes have for forms: `title`,
`description`, `helpText` and `visible`.
"""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple

from muranopl.ard.descriptions import cut
from muranopl.ard.nodes import Node, Yaql, text_of
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_attributes import is_empty
from muranopl.language.grammar.ui.field_types.declaration import (
    AnswerSchema,
    AttributeValues,
    MissingAnswerError,
    RefusedAnswerError,
)
from muranopl.render.form.pages import WizardPage


class PageSchema(NamedTuple):
    """A page: the name of its form, and the schema of the answers to it."""

    name: str
    schema: dict[str, Any]


def page_schema(page: WizardPage) -> PageSchema:
    """Return the schema of a page whose attributes are evaluated."""
    fields = {name: _field_schema(field, page.values[name]) for name, field in page.fields.items()}
    return PageSchema(
        page.form.name, {"type": "object", "properties": fields, "additionalProperties": False}
    )


def _field_schema(field: UIField, values: AttributeValues) -> AnswerSchema:
    result = field.type.schema(field, values)
    # Of the types that are never required an empty field is a value
    if field.type.may_be_required and not field.type.is_required(field):
        result = _with_null(result)
    texts = {
        "title": values.get("label") or field.name,
        "description": values.get("description"),
        "helpText": _help(field),
    }
    result.update({name: str(text) for name, text in texts.items() if text})
    if field.type.is_hidden(field):
        result["visible"] = False
    initial = _initial(field, values)
    if initial is not None:
        result["default"] = initial
    return result


def _with_null(schema: AnswerSchema) -> AnswerSchema:
    """Return a schema that accepts null as well, the answer of an empty field."""
    if "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    result = {**schema, "enum": [*schema["enum"], None]}
    result["enumNames"] = [*schema["enumNames"], ""]
    return result


def _help(field: UIField) -> str:
    """Return how a field is to be answered."""
    sentences = [_literal(field.help_text)]
    if field.type.takes_objects and len(field.classes) != 1:
        names = " or ".join(name.text for name in field.classes)
        sentences.append(f"The id of an application: {names}.")
    elif field.type.things:
        sentences.append(f"Only the cloud knows which {field.type.things} exist.")
    if isinstance(field.enabled, Yaql):
        sentences.append(f"Used where {cut(field.enabled.text)}.")
    return "\n".join(filter(None, sentences))


def _literal(node: Node | None) -> str:
    return "" if node is None or isinstance(node, Yaql) else text_of(node) or ""


def _initial(field: UIField, values: AttributeValues) -> object:
    """Return what a field that is left alone is answered with; None for nothing."""
    with contextlib.suppress(MissingAnswerError, RefusedAnswerError):
        sent = field.type.untouched(field, values)
        value = field.type.value(field, sent)
        if is_empty(value):
            return None
        return value if isinstance(value, (str, bool, int)) else sent
    return None
