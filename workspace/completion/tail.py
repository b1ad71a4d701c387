"""The end of a half-typed expression: what is being written, and on what it is called."""

from __future__ import annotations

import msgspec

from muranopl.expression.dialects import Dialect
from muranopl.expression.lexer import (
    FUNCTION,
    MEMBER,
    METHOD,
    QUOTED,
    SYMBOL,
    UNKNOWN,
    VARIABLE,
    VERBATIM,
    WORD,
    pattern,
)

_OPENING, _CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
_OPERANDS = frozenset({VARIABLE, MEMBER, METHOD, QUOTED, VERBATIM, FUNCTION, WORD})


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

    `word` is what is written of the last name, from the offset `start` on: a bare word, `$name`, or
    the word behind a dot or a colon, where `receiver` or `prefix` is what stands before that.
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
    """Return the end of an expression, of which `text` is what stands before the cursor."""
    tokens = _tokens(text, dialect)
    quoted = next((t for t in tokens if t.kind == UNKNOWN and t.text in "'\"`"), None)
    if quoted is not None:
        inside = text[quoted.end :]
        calls = _calls(tokens[: tokens.index(quoted)], text)
        return Tail(inside, quoted.end, is_quoted=True, calls=calls)
    calls = _calls(tokens, text)
    if not tokens or tokens[-1].end < len(text):
        return Tail(
            "", len(text), after_operand=bool(tokens) and _ends(tokens), calls=calls
        )
    last = tokens[-1]
    if last.kind == VARIABLE:
        return Tail(last.text, last.start, calls=calls)
    if last.kind == MEMBER:
        receiver = _operand(tokens, len(tokens) - 2, text)
        return Tail(last.text[1:], last.start + 1, receiver or "", calls=calls)
    if last.kind == SYMBOL and last.text in {".", "?."}:
        receiver = _operand(tokens, len(tokens) - 2, text)
        return Tail("", last.end, receiver or "", calls=calls)
    if last.kind == SYMBOL and last.text == ":":
        return Tail("", last.end, prefix=_prefix(tokens, len(tokens) - 1), calls=calls)
    if last.kind == UNKNOWN and last.text == ".":
        receiver = _operand(tokens, len(tokens) - 2, text)
        return Tail("", last.end, receiver or "", calls=calls)
    if last.kind != WORD:
        return Tail("", len(text), after_operand=_ends(tokens), calls=calls)
    before = tokens[-2] if len(tokens) > 1 else None
    if before is not None and before.kind == SYMBOL and before.text in {".", "?."}:
        receiver = _operand(tokens, len(tokens) - 3, text)
        return Tail(last.text, last.start, receiver or "", calls=calls)
    if before is not None and before.text == ":" and before.end == last.start:
        prefix = _prefix(tokens, len(tokens) - 2)
        return Tail(last.text, last.start, prefix=prefix, calls=calls)
    return Tail(last.text, last.start, calls=calls)


def _tokens(text: str, dialect: Dialect) -> list[Token]:
    result: list[Token] = []
    for match in pattern(dialect).finditer(text):
        kind = match.lastindex
        if kind is not None:
            result.append(Token(kind, match[kind], match.start(kind), match.end(kind)))
            if kind == UNKNOWN and match[kind] in "'\"`":
                break
    return result


def _ends(tokens: list[Token]) -> bool:
    last = tokens[-1]
    return last.kind in _OPERANDS - {FUNCTION, METHOD} or last.text.endswith(
        (")", "]", "}")
    )


def _prefix(tokens: list[Token], colon: int) -> str:
    before = tokens[colon - 1] if colon else None
    if before is not None and before.kind == WORD and before.end == tokens[colon].start:
        return before.text
    return "="


def _operand(tokens: list[Token], last: int, text: str) -> str | None:
    """Return the text of the operand that ends with the token at an index."""
    at = last
    while at >= 0:
        token = tokens[at]
        if token.kind == SYMBOL and token.text in _CLOSING:
            at = _opening(tokens, at)
            if at < 0:
                return None
            if tokens[at].kind in {METHOD, MEMBER}:
                at -= 1
                continue
            if tokens[at].kind == FUNCTION:
                break
            if tokens[at].text == "[" and at and _is_operand(tokens[at - 1]):
                at -= 1
                continue
            break
        if token.kind in {MEMBER, METHOD}:
            at -= 1
            continue
        if at >= 2 and token.kind == WORD and tokens[at - 1].text in {".", "?.", ":"}:
            at -= 2
            continue
        if at >= 1 and token.kind == WORD and tokens[at - 1].text == ":":
            at -= 1
        break
    if (
        at < 0
        or last < 0
        or not (
            _is_operand(tokens[at])
            or tokens[at].text in _OPENING
            or tokens[at].text == ":"
        )
    ):
        return None
    return text[tokens[at].start : tokens[last].end]


def _is_operand(token: Token) -> bool:
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
    return tuple(
        _call(tokens, at, text)
        for at in open_at
        if tokens[at].kind in {METHOD, FUNCTION}
    )


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
    token = tokens[at]
    if token.kind == METHOD:
        receiver = _operand(tokens, at - 1, text)
        return OpenCall(token.text[1:-1], receiver or "", commas, tuple(names), first)
    before = tokens[at - 1] if at else None
    if before is not None and before.text in {".", "?."}:
        receiver = _operand(tokens, at - 2, text)
        return OpenCall(token.text[:-1], receiver or "", commas, tuple(names), first)
    return OpenCall(token.text[:-1], None, commas, tuple(names), first)
