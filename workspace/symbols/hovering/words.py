"""Returns texts about words of the language and functions; their declarations have the texts."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.grammar.entity import Entity, Tag
from muranopl.language.grammar.known_names import HEADER, HEADER_KEYS, HEADER_WORDS
from muranopl.language.grammar.readers import ClosedSet
from muranopl.language.grammar.shapes import OneOf, shape_of
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import FunctionSignatures, Signature
from muranopl.semantics.abstract.values import Value
from muranopl.views.words.markdown import block, bullets, code, paragraphs
from muranopl.workspace.symbols.collecting.keys import OBJECT
from muranopl.workspace.symbols.hovering.value_words import value_words
from muranopl.workspace.symbols.symbol import Symbol, SymbolKind


def word_text(symbol: Symbol) -> str | None:
    """Return the text about a key, one of the words that a key takes, or a type of fields."""
    words = words_for(symbol)
    if not words:
        return None
    tag = _tags().get((symbol.owner, symbol.name))
    facts = [] if tag is None else list(_facts(tag))
    return paragraphs(f"{code(symbol.name)}: {words}", " ".join(facts))


def words_for(symbol: Symbol) -> str:
    """Return what a word of the language means; an empty text if there are no words for it."""
    if symbol.kind is SymbolKind.FIELD_TYPE:
        type_ = FIELD_TYPES.get(symbol.name)
        return "" if type_ is None else type_.words
    if symbol.kind is SymbolKind.WORD:
        return _choices().get((symbol.owner, symbol.name)) or _word_of_key(symbol)
    if symbol.owner == OBJECT:
        return HEADER_WORDS
    if symbol.owner == f"{OBJECT}.{HEADER}":
        return HEADER_KEYS.get(symbol.name, "")
    tag = _tags().get((symbol.owner, symbol.name))
    return _apart().get((symbol.owner, symbol.name), "") if tag is None else tag.words


def _word_of_key(symbol: Symbol) -> str:
    """Return the words on one of the words that a key takes; its owner is `Entity.key`."""
    owner, _, key = symbol.owner.rpartition(".")
    tag = _tags().get((owner, key))
    shape = None if tag is None else shape_of(tag.reader)
    return shape.words.get(symbol.name, "") if isinstance(shape, OneOf) else ""


def _facts(tag: Tag) -> Iterator[str]:
    if tag.required:
        yield "Required."
    if tag.since is not None:
        yield f"Since format {tag.since}."


@functools.cache
def _choices() -> dict[tuple[str, str], str]:
    """Return the words of all members of closed sets, by the names of sets and the members."""
    return {
        (kind.__name__, member.value): member.words
        for kind in ClosedSet.__subclasses__()
        for member in kind
    }


@functools.cache
def _tags() -> dict[tuple[str, str], Tag]:
    """Return all tags by the names of entities and keys."""
    return {
        (kind.__name__, key): tag for kind in _entities(Entity) for key, tag in kind.TAGS.items()
    }


@functools.cache
def _apart() -> dict[tuple[str, str], str]:
    """Return the words of keys that are read apart, by the names of entities and keys."""
    return {
        (kind.__name__, key): words
        for kind in _entities(Entity)
        for key, words in kind.APART.items()
    }


def _entities(kind: type[Entity]) -> Iterator[type[Entity]]:
    for below in kind.__subclasses__():
        yield below
        yield from _entities(below)


def function_text(symbol: Symbol, value: Value, functions: FunctionSignatures) -> str | None:
    """Return the text about a function of expressions: its forms, and what it gives here.

    `functions` are those that exist there; of another function all forms are shown.
    """
    named = signatures.named(symbol.name)
    here = {*functions.functions(symbol.name), *functions.methods(symbol.name)}
    forms = [form for form in named if form in here] or named
    if not forms:
        return None
    words = value_words(value)
    return paragraphs(
        block("\n".join(dict.fromkeys(map(_line, forms))), "python"),
        *dict.fromkeys(map(signatures.words_of, forms)),
        None if words is None else f"Here: {words}.",
    )


def _line(form: Signature) -> str:
    """Return a form of a function, with the versions of MuranoPL that have it."""
    shown = f"value.{form.text}" if form.is_method and not form.is_function else form.text
    if (form.first, form.last) == (signatures.FIRST, signatures.LATEST):
        return shown
    first, last = map(signatures.version_text, (form.first, form.last))
    return f"{shown}  # MuranoPL {first} to {last}"


def contract_function_text(symbol: Symbol) -> str | None:
    """Return the text about a contract function."""
    function = FUNCTIONS.get(symbol.name)
    if function is None:
        return None
    arguments = [f"{code(parameter.name)}: {parameter.words}" for parameter in function.parameters]
    return paragraphs(block(f"$.{_call(function)}", "text"), function.words, bullets(arguments))


def _call(function: ContractFunction) -> str:
    names = (
        parameter.name if parameter.required else f"{parameter.name}=null"
        for parameter in function.parameters
    )
    return f"{function.name}({', '.join(names)})"
