"""Parses the end of a half-typed expression: the name that is being written, and its receiver."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from muranopl.ard.yaql.lexer import (
    FUNCTION,
    MEMBER,
    METHOD,
    NUMBER,
    QUOTED,
    SYMBOL,
    UNKNOWN,
    VARIABLE,
    VERBATIM,
    WORD,
    Dialect,
    pattern,
)

_OPENING, _CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
_OPERANDS = frozenset({VARIABLE, MEMBER, QUOTED, VERBATIM, WORD, NUMBER})


class Token(msgspec.Struct, frozen=True):
    """A token of an expression: its kind (of `expression.lexer`), text and offsets."""

    kind: int
    text: str
    start: int
    end: int


class OpenCall(msgspec.Struct, frozen=True):
    """A call that the cursor is in: its name, the text of its receiver, the arguments before it.

    `names` are those of its named arguments, `first` is the text of the first argument.
    """

    name: str
    receiver: str | None
    position: int
    names: tuple[str, ...] = ()
    first: str = ""


class Tail(msgspec.Struct, frozen=True):
    """The end of an expression.

    `word` is the written part of the last name, from the offset `start` on: a bare word, `$name`, or
    the word after a dot or a colon, where `receiver` or `prefix` is what stands before that.
    `is_quoted` is true inside a quoted text. `calls` are the calls around, the innermost last.
    """

    word: str
    start: int
    receiver: str | None = None
    prefix: str | None = None
    is_quoted: bool = False
    after_operand: bool = False
    calls: tuple[OpenCall, ...] = ()


def tail_of(text: str, dialect: Dialect) -> Tail:
    """Return the end of an expression, where `text` is what stands before the cursor."""
    tokens = _tokens(text, dialect)
    quoted = next((at for at, token in enumerate(tokens) if _is_quote(token)), None)
    if quoted is not None:
        # A quote that is not closed: the rest of the text is inside of it
        start = tokens[quoted].end
        calls = _calls(tokens[:quoted], text)
        return Tail(text[start:], start, is_quoted=True, calls=calls)
    calls = _calls(tokens, text)
    name = _last_name(tokens, len(text))
    if name is None:
        is_after = bool(tokens) and _is_operand(tokens[-1])
        return Tail("", len(text), after_operand=is_after, calls=calls)
    if name.mark == ":":
        prefix = _prefix(tokens, name.mark_at)
        return Tail(name.word, name.start, prefix=prefix, calls=calls)
    if name.mark:
        receiver = _operand(tokens, name.mark_at - 1, text) or ""
        return Tail(name.word, name.start, receiver, calls=calls)
    return Tail(name.word, name.start, calls=calls)


class _Name(NamedTuple):
    """The name that a text ends with, and the dot or colon before it, with that one's index."""

    word: str
    start: int
    mark: str = ""
    mark_at: int = 0


def _last_name(tokens: list[Token], end: int) -> _Name | None:
    """Return the name at the end of a text of some length, None if none is written there."""
    # Behind a blank a new name begins, whatever stands before it
    if not tokens or tokens[-1].end < end:
        return None
    last, index = tokens[-1], len(tokens) - 1
    if last.kind == MEMBER:
        return _Name(last.text[1:], last.start + 1, ".", index)
    if _is_mark(last):
        return _Name("", last.end, last.text, index)
    if last.kind not in {WORD, VARIABLE}:
        return None
    before = tokens[index - 1] if index else last
    if _is_mark(before) and before.end == last.start:
        return _Name(last.text, last.start, before.text, index - 1)
    return _Name(last.text, last.start)


def _is_mark(token: Token) -> bool:
    return token.text in {".", "?.", ":"}


def _is_quote(token: Token) -> bool:
    return token.kind == UNKNOWN and token.text in "'\"`"


def _tokens(text: str, dialect: Dialect) -> list[Token]:
    result: list[Token] = []
    for match in pattern(dialect).finditer(text):
        kind = match.lastindex
        if kind is not None:
            result.append(Token(kind, match[kind], match.start(kind), match.end(kind)))
            # What follows is quoted text, not tokens
            if kind == UNKNOWN and match[kind] in "'\"`":
                break
    return result


def _prefix(tokens: list[Token], colon: int) -> str:
    before = tokens[colon - 1] if colon else None
    if before is not None and before.kind == WORD and before.end == tokens[colon].start:
        return before.text
    return "="


def _operand(tokens: list[Token], last: int, text: str) -> str | None:
    """Return the text of the operand that ends with the token at an index, None if none does."""
    if last < 0 or not _is_operand(tokens[last]):
        return None
    at: int | None = last
    first = last
    while at is not None:
        first = at = _first_of_part(tokens, at)
        at = _before_part(tokens, at)
    return text[tokens[first].start : tokens[last].end]


def _first_of_part(tokens: list[Token], at: int) -> int:
    """Return the index of the token that the part of an operand begins with, which ends at one."""
    if tokens[at].text in _CLOSING:
        return max(_opening(tokens, at), 0)
    is_name = tokens[at].kind == WORD and at and tokens[at - 1].text == ":"
    return at - 1 if is_name else at


def _before_part(tokens: list[Token], at: int) -> int | None:
    """Return the index of the end of the part before one, on which that is called; or None."""
    token = tokens[at]
    before = at - 1
    if before < 0:
        return None
    if token.kind in {MEMBER, METHOD}:
        return before
    if token.text == "[" and _is_operand(tokens[before]):
        return before
    if token.text == ":" and tokens[before].kind == WORD:
        return before
    if tokens[before].text in {".", "?."}:
        return before - 1 if before else None
    return None


def _is_operand(token: Token) -> bool:
    """Return whether an operand may end with a token."""
    if token.kind in {FUNCTION, METHOD}:
        return token.text.endswith(")")
    return token.kind in _OPERANDS or token.text in _CLOSING


def _opening(tokens: list[Token], closing: int) -> int:
    """Return the index of the token that opens what one closes, -1 if there is none."""
    depth = 0
    for at in range(closing, -1, -1):
        token = tokens[at]
        if token.kind == SYMBOL and token.text in _CLOSING:
            depth += 1
        elif _opens(token):
            depth -= 1
            if depth == 0:
                return at
    return -1


def _opens(token: Token) -> bool:
    if token.kind in {METHOD, FUNCTION}:
        return token.text.endswith("(")
    return token.kind == SYMBOL and token.text in _OPENING


def _calls(tokens: list[Token], text: str) -> tuple[OpenCall, ...]:
    """Return the calls that are open at the end."""
    open_at: list[int] = []
    for at, token in enumerate(tokens):
        if _opens(token):
            open_at.append(at)
        elif token.kind == SYMBOL and token.text in _CLOSING and open_at:
            open_at.pop()
    return tuple(_call(tokens, at, text) for at in open_at if tokens[at].kind in {METHOD, FUNCTION})


def _call(tokens: list[Token], at: int, text: str) -> OpenCall:
    depth, commas, names, first = 0, 0, [], ""
    for index in range(at + 1, len(tokens)):
        token = tokens[index]
        if _opens(token):
            depth += 1
        elif token.kind == SYMBOL and token.text in _CLOSING:
            depth -= 1
        elif depth == 0 and token.text == ",":
            commas += 1
            first = first or text[tokens[at].end : token.start].strip()
        elif depth == 0 and token.text == "=>":
            names.append(tokens[index - 1].text)
    # A method has its dot in its token, other calls of members in the one before
    name, receiver = tokens[at].text[:-1], None
    if tokens[at].kind == METHOD:
        name, receiver = name[1:], _operand(tokens, at - 1, text) or ""
    elif at and tokens[at - 1].text in {".", "?."}:
        receiver = _operand(tokens, at - 2, text) or ""
    return OpenCall(name, receiver, commas, tuple(names), first)
