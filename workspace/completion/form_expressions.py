"""Proposes names in expressions of UI definitions: forms, fields, templates, parameters, functions."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.workspace.completion.completion import Completion, CompletionKind, named
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.functions import functions
from muranopl.workspace.completion.tail import Tail

_DATA = frozenset({"$", "$forms"})
_MODEL = frozenset({"Application", "Templates"})


def proposals(cursor: Cursor, tail: Tail, start: int) -> Iterator[Completion]:
    """Yield the proposals at the end of an expression of a UI definition."""
    definition = cursor.analysis.package.ui
    if tail.receiver is not None:
        if definition is not None:
            yield from _data(definition, tail.receiver, start)
        if tail.receiver not in _DATA:
            yield from functions(cursor, start, is_method=True)
        return
    if tail.prefix is not None:
        return
    yield from _variables(cursor, definition, start)
    if not tail.word.startswith("$"):
        yield from functions(cursor, start, is_method=False)


def _data(definition: UIDefinition, receiver: str, start: int) -> Iterator[Completion]:
    """Yield the forms, or the fields of a form."""
    if receiver in _DATA:
        for form in definition.forms:
            yield named(
                form.name, CompletionKind.FORM, start, words=f"Form `{form.name}`.", order=1
            )
        return
    data, _, name = receiver.partition(".")
    if data not in _DATA:
        return
    for form in definition.forms:
        for field in form.fields if form.name == name else ():
            shown = field.type.name or ", ".join(item.text for item in field.classes)
            yield named(
                field.name,
                CompletionKind.FIELD,
                start,
                detail=shown,
                words=f"Value of a field of type `{shown}`. {field.type.words}",
                order=1,
            )


def _variables(cursor: Cursor, definition: UIDefinition | None, start: int) -> Iterator[Completion]:
    words = "The data of all forms; in a validator, the value of its field."
    yield named("$", CompletionKind.VARIABLE, start, words=words, order=1)
    if definition is None:
        return
    if cursor.location.steps[:1] and cursor.location.steps[0] in _MODEL:
        for template in definition.templates:
            words = f"Template `{template.name}`: creates a new object at each use."
            yield named(f"${template.name}", CompletionKind.VARIABLE, start, words=words, order=2)
    for parameter in definition.parameters:
        words = f"Parameter `{parameter.name}`."
        yield named(f"${parameter.name}", CompletionKind.VARIABLE, start, words=words, order=2)
