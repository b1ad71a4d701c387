"""Proposes members of ancestors that a class may declare again."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.method import LIFE_CYCLE, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.views.words.members import contract_text
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import key
from muranopl.workspace.completion.members import property_words

_HIDDEN = frozenset({*LIFE_CYCLE, *LIFE_CYCLE.values()})


def inherited(cursor: Cursor, kind: type[Entity]) -> Iterator[Completion]:
    """Yield the inherited properties or methods that the class does not declare itself."""
    type_ = cursor.class_
    if type_ is None:
        return
    if kind is PropertyDeclaration:
        for property_ in type_.properties.values():
            if property_.declaring != type_.id:
                text = f"\n  Contract: {contract_text(property_.declaration.contract)}"
                words, kind_ = property_words(property_), CompletionKind.PROPERTY
                yield _inherited(cursor, property_.name, words, text, kind_)
    elif kind is MethodDeclaration:
        for method in type_.methods.values():
            if method.declaring != type_.id and method.name not in _HIDDEN:
                words, kind_ = f"Method of `{method.declaring.name}`.", CompletionKind.METHOD
                text = method_text(method.declaration)
                yield _inherited(cursor, method.name, words, text, kind_)


def _inherited(
    cursor: Cursor, name: str, words: str, text: str, kind: CompletionKind
) -> Completion:
    return key(cursor, name, words, text, kind=kind, detail="inherited", order=6)


def method_text(method: MethodDeclaration) -> str:
    """Return what follows the colon of a declaration that overrides a method."""
    lines = []
    if method.arguments:
        lines.append("\n  Arguments:")
    for argument in method.arguments:
        lines.append(f"    - {argument.name}:")
        lines.append(f"        Contract: {contract_text(argument.contract)}")
        if argument.usage.value != "Standard":
            lines.append(f"        Usage: {argument.usage.value}")
    lines.append("  Body:" if lines else "\n  Body:")
    lines.append("    - ")
    return "\n".join(lines)
