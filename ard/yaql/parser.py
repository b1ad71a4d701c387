"""Parses YAQL text to a syntax tree: operator precedence with an explicit stack.

The rules were taken from yaql's grammar and measured against it. Two of them are surprising: an
argument may be omitted before or between commas but not at the end (`f(,1)`, `f(1,,2)`, not
`f(1,)`), and named arguments come last, after at most one omitted argument and never after leading
commas (`f(1,,a => 2)`, not `f(,a => 2)`).

Each token is checked before the next is read, as in yaql; so of two errors in a text the same one
is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from muranopl.ard.yaql import lexer, syntax_errors
from muranopl.ard.yaql.lexer import (
    FUNCTION,
    INDEX_POWER,
    MEMBER,
    METHOD,
    NUMBER,
    PAIR,
    QUOTED,
    SYMBOL,
    VARIABLE,
    VERBATIM,
    WORD,
    Dialect,
    ExpressionError,
    operators,
)
from muranopl.ard.yaql.stack import PAIR_POWER, Bracket, PendingInfix, PendingPair, PendingPrefix
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Literal, Variable, below
from muranopl.diagnostics.bounds import EXPRESSION_NESTING, EXPRESSION_TOKENS

_DOT = "."
_DOTTED = frozenset({MEMBER, METHOD})
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_DELIMITERS = frozenset({",", *_CLOSERS.values()})
CANDIDATE = {Dialect.MURANO: re.compile(r"[^\s\w.]"), Dialect.UI: re.compile(r"[^\s\w.:]")}
"""What a plain scalar has in it that may be an expression, see `is_candidate`."""


def parse(text: str, dialect: Dialect = Dialect.MURANO) -> Expression:
    """Return the syntax tree of a text.

    Raise ExpressionError; LiteralError for an unreadable literal.
    """
    tokens = lexer.pattern(dialect).finditer(text)
    parser = _Parser(text, dialect)
    # Every token and every level takes a character, so that few texts need counting
    if len(text) <= EXPRESSION_NESTING.most:
        return parser.run(tokens)
    tree = parser.run(_counted(tokens))
    too_deep = below(tree, EXPRESSION_NESTING.most)
    if too_deep is not None:
        raise ExpressionError(
            f"it is nested deeper than {EXPRESSION_NESTING.most} levels",
            too_deep.start,
            too_deep.end,
        )
    return tree


def is_candidate(text: str, dialect: Dialect) -> bool:
    """Return whether a plain scalar may be an expression.

    It has more than word characters, blanks and dots. In UI definitions a colon does not count
    either. Source: the engine's and the dashboard's regular expressions.
    """
    return CANDIDATE[dialect].search(text) is not None


def _counted(tokens: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the tokens of a text. Raise ExpressionError at the first one beyond the bound."""
    for number, token in enumerate(tokens):
        if number == EXPRESSION_TOKENS.most and token.lastindex is not None:
            raise ExpressionError(
                f"it has more than {EXPRESSION_TOKENS.most:,} tokens", *token.span()
            )
        yield token


class _Parser:
    """The state of one parse.

    `operand` is the expression just completed, None where one is expected.
    """

    # Not a record, whose attributes take longer to set
    __slots__ = ("bracket", "operand", "operators", "outer", "text")

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.operators = operators(dialect)
        self.bracket = Bracket("", 0, grouping=True)
        self.outer: list[Bracket] = []
        self.operand: Expression | None = None

    def run(self, tokens: Iterator[re.Match[str]]) -> Expression:
        """Return the tree of the whole text. Raise ExpressionError."""
        for token in tokens:
            kind = token.lastindex
            if kind is None:
                break
            operand = self.operand
            if kind == VARIABLE and operand is None:
                self.operand = Variable(token.start(kind), token.end(), token[kind])
            elif operand is None:
                self._operand(token, kind)
            elif kind in _DOTTED:
                self._member(token, kind, operand)
            elif kind == SYMBOL and token[kind] in _DELIMITERS:
                self._delimiter(token, token[kind], operand)
            else:
                self._operator(token, kind, operand)
        if self.operand is None or self.outer:
            raise syntax_errors.unfinished(self.text, self.bracket if self.outer else None)
        if self.bracket.pending:
            return self.bracket.finish(self.operand, PAIR_POWER)
        return self.operand

    def _operand(self, token: re.Match[str], kind: int) -> None:
        """Read a token other than a variable where an operand is expected."""
        text, end = token[kind], token.end()
        start = end - len(text)
        if kind == QUOTED:
            value = text[1:-1]
            if "\\" in value:
                value = lexer.unescaped(value, start + 1)
            self.operand = Literal(start, end, value)
        elif kind == FUNCTION:
            self._call(text, start, end)
        elif kind == WORD:
            self._word(token, text, start, end)
        elif kind == SYMBOL:
            self._symbol(token, text, start, end)
        elif kind in _DOTTED:
            self._refuse(start, start + len(_DOT))
        else:
            self.operand = self._literal(token, kind)

    def _literal(self, token: re.Match[str], kind: int) -> Literal:
        """Return the value of a number or quoted text.

        Raise LiteralError; ExpressionError for any other token.
        """
        text = token[kind]
        start, end = token.span(kind)
        if kind == NUMBER:
            return Literal(start, end, lexer.number_value(text, start))
        if kind == QUOTED:
            return Literal(start, end, lexer.unescaped(text[1:-1], start + 1))
        if kind != VERBATIM:
            self._fail(token, kind)
        return Literal(start, end, lexer.verbatim_value(text))

    def _word(self, token: re.Match[str], text: str, start: int, end: int) -> None:
        """Read a word where an operand is expected."""
        if text in lexer.WORD_VALUES:
            self.operand = Literal(start, end, lexer.WORD_VALUES[text])
        elif text in self.operators.prefix:
            self.bracket.pending.append(PendingPrefix(self.operators.prefix[text], text, start))
        elif text in self.operators.binary:
            self._fail(token, WORD)
        else:
            self.operand = Keyword(start, end, text)

    def _symbol(self, token: re.Match[str], text: str, start: int, end: int) -> None:
        """Read an operator, bracket or comma where an operand is expected."""
        bracket = self.bracket
        if text in _CLOSERS:
            self._open(Bracket(_CLOSERS[text], start, grouping=text == "("))
        elif text in self.operators.prefix:
            bracket.pending.append(PendingPrefix(self.operators.prefix[text], text, start))
        elif text == bracket.closer and bracket.may_close_empty():
            self.operand, self.bracket = bracket.close(end), self.outer.pop()
        elif text == "," and bracket.may_omit():
            bracket.omit(start)
        else:
            self._fail(token, SYMBOL)

    def _member(self, token: re.Match[str], kind: int, operand: Expression) -> None:
        """Read `.name` or `.name(` after a complete operand."""
        text, end = token[kind], token.end()
        start = end - len(text)
        bracket = self.bracket
        if bracket.pending:
            left = bracket.finish(operand, self.operators.binary[_DOT])
        else:
            left = operand
        if kind == MEMBER:
            self.operand = Binary(left.start, end, _DOT, left, Keyword(start + 1, end, text[1:]))
        else:
            bracket.pending.append(PendingInfix(self.operators.pending[_DOT], _DOT, left))
            self._call(text[1:], start + 1, end)

    def _call(self, text: str, start: int, end: int) -> None:
        """Begin a call, `name(`; `name()` is complete."""
        if text.endswith(")"):
            self.operand = Call(start, end, text[:-2], ())
        else:
            self._open(Bracket(")", start, text[:-1]))

    def _operator(self, token: re.Match[str], kind: int, operand: Expression) -> None:
        """Read a token after a complete operand."""
        text = token[kind]
        # An operator first finishes all pending ones that bind at least as tightly.
        power = self.operators.binary.get(text)
        if power is not None:
            left = self.bracket.finish(operand, power)
            self.bracket.pending.append(PendingInfix(self.operators.pending[text], text, left))
            self.operand = None
        elif kind != SYMBOL:
            if kind in {NUMBER, QUOTED}:
                # Yaql decodes a literal before it checks its position
                self._literal(token, kind)
            self._fail(token, kind)
        elif text == "[":
            receiver = self.bracket.finish(operand, INDEX_POWER)
            self._open(Bracket("]", token.start(kind), receiver))
        elif text == PAIR:
            self._key(token, operand)
        else:
            self._fail(token, SYMBOL)

    def _key(self, token: re.Match[str], operand: Expression) -> None:
        """Read `=>` after an operand."""
        # A pair does not end another one: `a => b => c` is refused below.
        key = self.bracket.finish(operand, PAIR_POWER + 1)
        if not self.bracket.may_name():
            self._fail(token, SYMBOL)
        self.bracket.pending.append(PendingPair(key))
        self.operand = None

    def _delimiter(self, token: re.Match[str], text: str, operand: Expression) -> None:
        """Read a comma or closing bracket after an operand."""
        bracket = self.bracket
        argument = bracket.finish(operand, PAIR_POWER) if bracket.pending else operand
        closing = text == bracket.closer
        if not (closing or (text == "," and not bracket.grouping)) or not bracket.takes(argument):
            self._fail(token, SYMBOL)
        self.operand = None
        if closing:
            self.operand, self.bracket = bracket.close(token.end()), self.outer.pop()

    def _open(self, bracket: Bracket) -> None:
        self.outer.append(self.bracket)
        self.bracket = bracket
        self.operand = None

    def _fail(self, token: re.Match[str], kind: int) -> NoReturn:
        start, end = token.span(kind)
        self._refuse(start, end - token[kind].endswith("()"))

    def _refuse(self, start: int, end: int) -> NoReturn:
        raise syntax_errors.unexpected(
            self.text, start, end, bracket=self.bracket, operand=self.operand
        )
