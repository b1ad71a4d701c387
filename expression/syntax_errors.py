"""The errors of texts that are not an expression, with their usual remedy."""

from __future__ import annotations

import re

from muranopl.expression.errors import ExpressionError
from muranopl.expression.stack import Bracket, PendingPair
from muranopl.expression.tree import Expression, Keyword

# Signs of other languages, with what YAQL has instead; the longer ones are tried first.
_FOREIGN = {
    "==": "`==` is not a YAQL operator; use `=`",
    "<>": "`<>` is not a YAQL operator; use `!=`",
    "=<": "`=<` is not a YAQL operator; use `<=`",
    "&&": "`&&` is not a YAQL operator; use `and`",
    "||": "`||` is not a YAQL operator; use `or`",
    "//": "`//` is not a YAQL operator; `/` between integers gives an integer",
    "**": "`**` is not a YAQL operator; use the function `pow`",
    ":=": "`:=` is not a YAQL operator; a variable is assigned as a mapping, `$name: value`",
    "!": "`!` is not a YAQL operator; use `not`",
    "%": "`%` is not a YAQL operator; use `mod`",
    "&": "`&` is not a YAQL operator; use `and`",
    "|": "`|` is not a YAQL operator; use `or`",
    ";": "`;` has no meaning in YAQL; write each expression on its own",
}
_WORD = re.compile(r"\w+")


def unfinished(text: str, bracket: Bracket | None) -> ExpressionError:
    """Return the error of a text that ends too early; `bracket` is the innermost one still open."""
    if bracket is not None:
        return _unclosed(text, bracket)
    end = len(text)
    message = "there is no expression here"
    if text.strip():
        message = "the text ends in the middle of an expression"
    return ExpressionError(message, end, end)


def unexpected(
    text: str,
    start: int,
    end: int,
    *,
    bracket: Bracket,
    operand: Expression | None,
) -> ExpressionError:
    """Return the error of a token that cannot follow `operand`, or begin one if it is None."""
    return (
        _foreign(text, start, end)
        or _lexical(text, start)
        or _misplaced(text[start:end], start, end, bracket, operand)
        or ExpressionError(f"unexpected `{text[start:end]}`", start, end)
    )


def _unclosed(text: str, bracket: Bracket) -> ExpressionError:
    if isinstance(bracket.head, str):
        end = bracket.start + len(bracket.head) + 1
        return ExpressionError(
            f"`{text[bracket.start : end]}` is never closed", bracket.start, end
        )
    opener = text[bracket.start]
    return ExpressionError(
        f"`{opener}` is never closed", bracket.start, bracket.start + 1
    )


def _foreign(text: str, start: int, end: int) -> ExpressionError | None:
    """Return the error of an operator of another language that the token is, begins or ends.

    Return None if there is none.
    """
    # The token may be the first or the second half of the foreign sign.
    for first, last in ((start, start + 2), (start - 1, start + 1), (start, end)):
        sign = text[max(first, 0) : last]
        if sign in _FOREIGN and len(sign) == last - first:
            return ExpressionError(_FOREIGN[sign], first, last)
    return None


def _lexical(text: str, start: int) -> ExpressionError | None:
    """Return the error of a text that is not a token at all; or None."""
    sign = text[start]
    if sign in "'\"`" and _is_unclosed(text, start):
        return ExpressionError("this quote is never closed", start, len(text))
    word = _WORD.match(text, start)
    if word is None:
        return None
    if sign.isdigit() and not word.group().isdecimal():
        return ExpressionError(
            f"`{word.group()}` is neither a number nor a name",
            start,
            word.end(),
        )
    if word.group().startswith("__") and text[word.end() : word.end() + 1] != "(":
        return ExpressionError(
            f"the name `{word.group()}` begins with two underscores",
            start,
            word.end(),
        )
    return None


def _is_unclosed(text: str, start: int) -> bool:
    quote = text[start]
    return (
        re.compile(rf"{quote}[^{quote}\\]*(?:\\[^\n][^{quote}\\]*)*{quote}").match(
            text, start
        )
        is None
    )


def _misplaced(
    sign: str,
    start: int,
    end: int,
    bracket: Bracket,
    operand: Expression | None,
) -> ExpressionError | None:
    """Return the error of a valid token in the wrong place; or None."""
    message = None
    if sign == "=>":
        message = "`=>` is allowed only between the name and the value of an argument"
    elif sign in {",", bracket.closer} and operand is not None and bracket.named:
        message = (
            f"`{sign}` ends an argument without a name, which cannot follow a named one"
        )
    elif (
        operand is None
        and sign == bracket.closer
        and bracket.separated
        and not bracket.pending
    ):
        message = f"a comma cannot come before `{sign}`"
    elif (
        operand is None
        and sign == bracket.closer
        and bracket.grouping
        and not bracket.pending
    ):
        message = "there is nothing between `(` and `)`"
    elif operand is None and bracket.pending:
        pending = bracket.pending[-1]
        symbol = "=>"
        if not isinstance(pending, PendingPair):
            symbol = pending.symbol
        message = f"`{symbol}` needs an expression after it, not `{sign}`"
    elif sign == "(" and isinstance(operand, Keyword):
        message = (
            f"`(` has to follow the function name `{operand.name}` without a blank"
        )
    elif sign in {")", "]", "}"}:
        if not bracket.closer:
            message = f"`{sign}` closes nothing"
        else:
            message = f"`{bracket.closer}` expected instead of `{sign}`"
    if message:
        return ExpressionError(message, start, end)
    return None
