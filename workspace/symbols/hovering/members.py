"""Texts about properties, methods, arguments and variables, and texts of meta objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from muranopl.ard.nodes import text_of
from muranopl.inherit.complete import Member
from muranopl.language.contracts.describe import describe
from muranopl.language.grammar.known_names import TEXTS
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    MethodDeclaration,
    MethodScope,
    MethodUsage,
)
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.language.grammar.readers import ClosedSet
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.values import Value
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.views.words.comments import comment_above
from muranopl.views.words.contract_words import contract_words
from muranopl.views.words.markdown import block, bullets, code, paragraphs, sentence
from muranopl.views.words.members import signature, value_text
from muranopl.workspace.symbols.collecting.meaning import Meaning, type_of
from muranopl.workspace.symbols.declarations import (
    argument_declaration,
    method_declaration,
    property_declaration,
)
from muranopl.workspace.symbols.families import members
from muranopl.workspace.symbols.hovering.value_words import value_words
from muranopl.workspace.symbols.symbol import Symbol


def property_text(
    symbol: Symbol, meaning: Meaning, seen_in: TypeId | None, value: Value
) -> str | None:
    """Return the text about a property.

    `seen_in` is the class of the object it is read from, `value` what is known of it here.
    """
    declared = property_declaration(symbol, meaning)
    if declared is None:
        return paragraphs(
            block(f"$.{symbol.name}"),
            f"Set by a method of {code(symbol.owner)}, but not declared: only this class can access it.",
            bullets(_here(value)),
        )
    facts = [_usage(declared.usage), *_default(declared), *_origin(symbol, meaning, seen_in)]
    return _typed_text(declared, meaning, facts)


def _typed_text(
    declared: PropertyDeclaration | ArgumentDeclaration, meaning: Meaning, facts: Iterable[str]
) -> str:
    contract = "" if declared.contract is None else describe(declared.contract)
    return paragraphs(
        block(f"{declared.name}: {contract}"),
        meta_text(declared.meta, meaning),
        comment_above(declared.name_node),
        sentence(contract_words(declared.contract, meaning.names.resolved)),
        bullets(facts),
    )


def _usage(usage: ClosedSet) -> str:
    return f"Usage {code(usage.value)}: {usage.words}"


def _default(declared: PropertyDeclaration | ArgumentDeclaration) -> Iterator[str]:
    if declared.default is not None:
        yield f"Default: {code(value_text(declared.default))}"


def _origin(symbol: Symbol, meaning: Meaning, seen_in: TypeId | None) -> Iterator[str]:
    """Yield the class that declares a member, the way to it, and what it overrides."""
    owner = type_of(symbol)
    if owner is None:
        return
    way = _way(seen_in, owner, meaning)
    through = ", ".join(code(id_.name) for id_ in way[1:-1])
    text = f"Declared in {code(owner.name)}"
    if len(way) > 1:
        text += f", inherited by {code(way[0].name)}"
    yield text + (f" through {through}" if through else "")
    type_ = meaning.types.get(owner)
    member = None if type_ is None else members(type_, symbol.kind).get(symbol.name)
    if member is not None:
        yield from _overridden(member)


def _overridden(member: Member[Any]) -> Iterator[str]:
    hidden = ", ".join(code(id_.name) for id_, _ in member.chain[1:])
    if hidden:
        yield f"Overrides the declaration in {hidden}"


def _way(start: TypeId | None, end: TypeId, meaning: Meaning) -> list[TypeId]:
    """Return the classes from one to an ancestor of it, one of the shortest ways."""
    pending = [] if start is None else [[start]]
    visited: set[TypeId] = set()
    for way in pending:
        if way[-1] == end:
            return way
        type_ = meaning.types.get(way[-1])
        for parent in () if type_ is None else type_.parents:
            if parent not in visited:
                visited.add(parent)
                pending.append([*way, parent])
    return [end]


def method_text(symbol: Symbol, meaning: Meaning, seen_in: TypeId | None) -> str | None:
    """Return the text about a method."""
    declared = method_declaration(symbol, meaning)
    if declared is None:
        return None
    arguments = [
        f"{code(argument.name)}: "
        f"{contract_words(argument.contract, meaning.names.resolved) or 'any value'}"
        for argument in declared.arguments
    ]
    return paragraphs(
        block(signature(declared), "python"),
        meta_text(declared.meta, meaning),
        comment_above(declared.name_node),
        bullets(arguments),
        bullets(_method_facts(symbol, declared, meaning, seen_in)),
    )


def _method_facts(
    symbol: Symbol, declared: MethodDeclaration, meaning: Meaning, seen_in: TypeId | None
) -> Iterator[str]:
    if declared.usage is not MethodUsage.RUNTIME:
        yield _usage(declared.usage)
    if declared.scope is MethodScope.PUBLIC:
        yield f"Scope {code(MethodScope.PUBLIC.value)}: {MethodScope.PUBLIC.words}"
    yield from _origin(symbol, meaning, seen_in)


def argument_text(symbol: Symbol, meaning: Meaning, value: Value) -> str | None:
    """Return the text about an argument; `value` is what is known of it where it is read."""
    declared = argument_declaration(symbol, meaning)
    method = method_declaration(symbol, meaning)
    if declared is None or method is None:
        return None
    facts = [*_default(declared), f"Argument of {code(symbol.owner)}", *_here(value)]
    return _typed_text(declared, meaning, facts)


def variable_text(symbol: Symbol, value: Value) -> str:
    """Return the text about a variable."""
    words = value_words(value)
    return paragraphs(
        block(f"${symbol.name.removeprefix('$')}"),
        sentence(words) if words else "A variable of unknown type.",
    )


def _here(value: Value) -> Iterator[str]:
    words = value_words(value)
    if words:
        yield f"Here: {words}"


def expression_text(value: Value) -> str | None:
    """Return the text about an expression without a name."""
    words = value_words(value)
    return None if words is None else sentence(words)


def seen_type(value: Value, classes: ClassIndex) -> TypeId | None:
    """Return the class of the object that a member is read from."""
    ids = (item.id for item in value.classes if classes.get_incomplete(item.id))
    return next(ids, None)


def meta_text(uses: Iterable[MetaUse], meaning: Meaning) -> str:
    """Return what meta objects say about a declaration."""
    texts = []
    for use in uses:
        id_ = meaning.names.resolved.get(use.type)
        if id_ is not None and id_.name in TEXTS and use.values is not None:
            text = text_of(use.values.get("text"))
            texts += [] if text is None else [sentence(text.strip())]
    return " ".join(texts)
