"""Kinds of defects in contracts and defaults."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.ard.nodes import Yaql, expressions, is_null
from muranopl.ard.yaql.tree import Call, Expression, walk
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.conversions import INT
from muranopl.language.contracts.functions.objects import CLASS
from muranopl.language.contracts.tree import Chain, Contract
from seeding.declarations import arguments, properties
from seeding.edits import Edit, Mutation, change, changing, misspelling, replacing
from seeding.files import SourceClass
from seeding.name_index import NameIndex, expanded

_CLASS_NAME = re.compile(r"(?<=[(, ])([a-zA-Z_]\w*:|:)([a-zA-Z_]\w*)(?=[,)])")
_OTHER_WORDS = ("str", "text", "integer", "boolean", "number", "object")


def _contracts(source: SourceClass) -> Iterator[Yaql]:
    """The expressions of all contracts."""
    for member in (*properties(source), *arguments(source)):
        if member.contract is not None:
            for node in expressions(member.contract.node):
                if node.line == node.end_line and node.end_column - node.column == len(node.text):
                    yield node


def _calls(source: SourceClass) -> Iterator[tuple[Yaql, Call]]:
    for node in _contracts(source):
        for part in walk(node.tree):
            if isinstance(part, Call) and part.name in FUNCTIONS:
                yield node, part


def misspelt_functions(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """`$.strin()`."""
    for node, call in _calls(source):
        yield misspelling(
            node, call.start, call.start + len(call.name), index.functions | FUNCTIONS.keys()
        )


def unknown_functions(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """`$.text()`: the words of other languages."""
    for node, call in _calls(source):
        if call.name in {"string", "int", "bool", "class"}:
            yield _other_word(node, call)


def _other_word(node: Yaql, call: Call) -> Mutation:
    return lambda random: change(
        node, call.start, call.start + len(call.name), random.choice(_OTHER_WORDS)
    )


def lost_closing(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """A `)` less."""
    for node, call in _calls(source):
        yield changing(node, call.end - 1, call.end, "")


def lost_opening(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """A `(` less."""
    for node, call in _calls(source):
        yield changing(node, call.start + len(call.name), call.start + len(call.name) + 1, "")


def lost_receivers(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """`string()` for `$.string()`."""
    for node in _contracts(source):
        if node.text.startswith("$.") and isinstance(node.tree, Expression):
            yield changing(node, 0, 2, "")


def _class_names(source: SourceClass) -> Iterator[tuple[Yaql, re.Match[str]]]:
    for node in _contracts(source):
        for result in _CLASS_NAME.finditer(node.text):
            yield node, result


def unknown_classes(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """`$.class(std:Instanc)`."""
    for node, result in _class_names(source):
        yield misspelling(node, *result.span(2), index.classes)


def unknown_prefixes(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """`$.class(sdt:Instance)`."""
    for node, result in _class_names(source):
        if result[1] != ":":
            yield misspelling(node, result.start(1), result.end(1) - 1, source.prefixes)


def unquoted_names(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """`$.class(io.murano.resources.Instance)`."""
    for node, result in _class_names(source):
        name = expanded(result[0].removeprefix(":"), source.prefixes)
        if name in index.full_names:
            yield changing(node, *result.span(), name)


def refused_defaults(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """A literal that a contract refuses."""
    for member in (*properties(source), *arguments(source)):
        default, text = member.default, _refused(member.contract)
        if default is not None and text is not None:
            yield from replacing(default, text)
            if is_null(default) and default.column == default.end_column:
                yield _given(default.line, default.column, text)


def _given(line: int, column: int, text: str) -> Mutation:
    return lambda _: Edit(line, column, column, f" {text}")


def _refused(contract: Contract | None) -> str | None:
    """A literal that a contract is certain to refuse."""
    if not isinstance(contract, Chain) or contract.irregular:
        return None
    return {INT: "no number", CLASS: "12"}.get(contract.function) if contract.function else None


def lost_quotes(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """`$.class('a.b.C)`."""
    for node in _contracts(source):
        for at, letter in enumerate(node.text):
            if letter == "'":
                yield changing(node, at, at + 1, "")
