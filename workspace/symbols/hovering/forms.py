"""Texts about the parts of UI definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.language.contracts.describe import text_of_node
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.form import UIForm
from muranopl.semantics.abstract.values import Value
from muranopl.semantics.forms.form_values import FormValues
from muranopl.views.words.markdown import block, bullets, code, paragraphs, sentence
from muranopl.workspace.symbols.hovering.value_words import value_words
from muranopl.workspace.symbols.symbol import Symbol, SymbolKind

_N = TypeVar("_N", bound=Named)


def form_part_text(symbol: Symbol, definition: UIDefinition, value: Value) -> str | None:
    """Return the text about a form, a field, a template or a parameter; None for other symbols."""
    if symbol.kind is SymbolKind.FORM:
        form = _last(definition.forms, symbol.name)
        return None if form is None else _form(form)
    if symbol.kind is SymbolKind.FIELD:
        form = _last(definition.forms, symbol.owner)
        field = None if form is None else _last(form.fields, symbol.name)
        return None if field is None else _field(symbol.owner, field, definition)
    kind, words = _KINDS.get(symbol.kind), value_words(value)
    if kind is None:
        return None
    return paragraphs(block(f"${symbol.name}"), kind, sentence(words) if words else None)


_KINDS = {
    SymbolKind.TEMPLATE: "Template: a fragment of the object model that is inserted here.",
    SymbolKind.PARAMETER: "Parameter: evaluated before any form is shown.",
}


def _form(form: UIForm) -> str:
    names = (f"{code(field.name)}: {field.type.name or 'object'}" for field in form.fields)
    return paragraphs(block(f"$.{form.name}"), "Form: a page of the wizard.", bullets(names))


def _field(form: str, field: UIField, definition: UIDefinition) -> str:
    value = value_words(FormValues(definition).value(field))
    return paragraphs(
        block(f"$.{form}.{field.name}"),
        " ".join(_sentences(field)),
        bullets(_field_facts(field)),
        f"Value: {value}." if value else None,
    )


def _sentences(field: UIField) -> Iterator[str]:
    for node in (field.label, field.description):
        if isinstance(node, Scalar) and isinstance(node.value, str):
            yield sentence(node.value.strip())


def _field_facts(field: UIField) -> Iterator[str]:
    yield f"Type: {code(field.type.name) if field.type.name else 'an object of a class'}"
    for key in ("required", "initial", "hidden"):
        node: Node | None = getattr(field, key)
        if isinstance(node, (Scalar, Yaql)):
            yield f"{key}: {code(text_of_node(node))}"


def _last(items: Sequence[_N], name: str) -> _N | None:
    """Return the item of a name; the dashboard uses the last one."""
    return next((item for item in reversed(items) if item.name == name), None)
