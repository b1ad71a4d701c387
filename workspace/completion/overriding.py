"""Members of ancestors that a class may declare again."""

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
                yield _property(
                    cursor,
                    property_.name,
                    property_words(property_),
                    contract_text(property_.declaration.contract),
                )
    elif kind is MethodDeclaration:
        for method in type_.methods.values():
            if method.declaring != type_.id and method.name not in _HIDDEN:
                yield _method(cursor, method.name, method.declaring.name, method.declaration)


def _property(cursor: Cursor, name: str, words: str, contract: str) -> Completion:
    return key(
        cursor,
        name,
        words,
        f"\n  Contract: {contract}",
        kind=CompletionKind.PROPERTY,
        detail="inherited",
        order=6,
    )


def _method(cursor: Cursor, name: str, declaring: str, method: MethodDeclaration) -> Completion:
    return key(
        cursor,
        name,
        f"Method of `{declaring}`.",
        method_text(method),
        kind=CompletionKind.METHOD,
        detail="inherited",
        order=6,
    )


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
