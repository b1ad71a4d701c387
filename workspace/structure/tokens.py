"""The tokens of expressions with their kinds, by which editors colour them."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping

import msgspec

from muranopl.ard.nodes import Yaql, expressions
from muranopl.ard.positions import place_within
from muranopl.ard.yaql import lexer
from muranopl.ard.yaql.lexer import Dialect
from muranopl.ard.yaql.tree import Binary, Call, Keyword, Pair, bare, walk
from muranopl.diagnostics.places import Place
from muranopl.workspace.structure.parsed import dialect_of, parsed


class TokenKind(enum.Enum):
    """The kinds of tokens; values are their names in the language server protocol."""

    VARIABLE = "variable"
    PROPERTY = "property"
    METHOD = "method"
    FUNCTION = "function"
    PARAMETER = "parameter"
    NAMESPACE = "namespace"
    CLASS = "class"
    STRING = "string"
    NUMBER = "number"
    KEYWORD = "keyword"
    OPERATOR = "operator"


class SemanticToken(msgspec.Struct, frozen=True):
    """A token on one line; `is_own` marks `$` and `$this`, the object itself."""

    place: Place
    kind: TokenKind
    is_own: bool = False


_KINDS = {
    lexer.VARIABLE: TokenKind.VARIABLE,
    lexer.MEMBER: TokenKind.PROPERTY,
    lexer.METHOD: TokenKind.METHOD,
    lexer.NUMBER: TokenKind.NUMBER,
    lexer.FUNCTION: TokenKind.FUNCTION,
    lexer.WORD: TokenKind.STRING,
    lexer.QUOTED: TokenKind.STRING,
    lexer.VERBATIM: TokenKind.STRING,
    lexer.SYMBOL: TokenKind.OPERATOR,
}
_PUNCTUATION = frozenset("()[]{},")
_OWN = frozenset({"$", "$this"})


def tokens(text: str, path: str) -> list[SemanticToken]:
    """Return the tokens of the expressions of a file, in the order of their places."""
    dialect = dialect_of(path)
    if dialect is None:
        return []
    by_place = {
        token.place: token
        for root in parsed(path, text).documents
        for node in expressions(root)
        for token in _of_expression(node, dialect)
    }
    return sorted(by_place.values(), key=lambda token: token.place.key())


def _of_expression(node: Yaql, dialect: Dialect) -> Iterator[SemanticToken]:
    meanings = dict(_meanings(node))
    for match in lexer.pattern(dialect).finditer(node.text):
        group = match.lastindex
        if group is None or group not in _KINDS:
            continue
        word, start = match[group], match.start(group)
        # The dot before a member and the brackets after a function are signs of their own
        name = word.strip("().") if group in _NAMED else word
        if not name or name in _PUNCTUATION:
            continue
        start += word.index(name)
        kind = meanings.get(start) or _kind(group, name)
        yield from _on_lines(node, start, name, kind)


_NAMED = frozenset({lexer.MEMBER, lexer.METHOD, lexer.FUNCTION})


def _kind(group: int, name: str) -> TokenKind:
    is_word = group in {lexer.WORD, lexer.SYMBOL, lexer.FUNCTION}
    if is_word and (name in lexer.WORD_VALUES or name in _WORD_OPERATORS):
        return TokenKind.KEYWORD
    return _KINDS[group]


_WORD_OPERATORS = frozenset({"and", "or", "not", "in", "is", "mod"})


def _meanings(node: Yaql) -> Iterator[tuple[int, TokenKind]]:
    """Yield the offsets of bare words that are names, by their place in the tree."""
    for part in walk(node.tree):
        if isinstance(part, Pair) and isinstance(part.key, Keyword):
            yield part.key.start, TokenKind.PARAMETER
        elif isinstance(part, Binary):
            yield from _of_operator(part)


def _of_operator(part: Binary) -> Iterator[tuple[int, TokenKind]]:
    left, right = bare(part.left), bare(part.right)
    if part.operator == ":":
        if isinstance(left, Keyword):
            yield left.start, TokenKind.NAMESPACE
        if isinstance(right, Keyword):
            yield right.start, TokenKind.CLASS
    elif part.operator in {".", "?."}:
        if isinstance(right, Keyword):
            yield right.start, TokenKind.PROPERTY
        elif isinstance(right, Call):
            yield right.start, TokenKind.METHOD


def _on_lines(node: Yaql, start: int, name: str, kind: TokenKind) -> Iterator[SemanticToken]:
    """Yield a token; a text of several lines is one on each of them."""
    at = start
    for line in name.split("\n"):
        place = place_within(node, at, at + len(line))
        if line.strip() and place.line == place.end_line:
            yield SemanticToken(place, kind, is_own=name in _OWN)
        at += len(line) + 1


LEGEND: Mapping[TokenKind, int] = {kind: at for at, kind in enumerate(TokenKind)}
"""The kinds with their numbers."""
