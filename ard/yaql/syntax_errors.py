"""Explains for `parser` why a text is not a YAQL expression, with the usual remedy."""

from __future__ import annotations

import re

from muranopl.ard.yaql.lexer import ExpressionError
from muranopl.ard.yaql.stack import Bracket, PendingPair
from muranopl.ard.yaql.tree import Expression, Keyword
from muranopl.diagnostics.patterns import lazy_pattern

# Signs of other languages, with what YAQL has instead; the longer ones are tried first.
_INSTEAD = {
    "===": "=",
    "!==": "!=",
    "==": "=",
    "<>": "!=",
    "=<": "<=",
    "&&": "and",
    "||": "or",
    "!": "not",
    "%": "mod",
    "&": "and",
    "|": "or",
}
_FOREIGN = {
    sign: f"`{sign}` is not a YAQL operator; use `{right}`" for sign, right in _INSTEAD.items()
} | {
    "//": "`//` is not a YAQL operator; `/` between integers returns an integer",
    "**": "`**` is not a YAQL operator; use the function `pow`",
    "++": "`++` is not a YAQL operator; write `$name: $name + 1`",
    "--": "`--` is not a YAQL operator; write `$name: $name - 1`",
    "+=": "`+=` is not a YAQL operator; write `$name: $name + value`",
    "-=": "`-=` is not a YAQL operator; write `$name: $name - value`",
    "??": "`??` is not a YAQL operator; use the function `coalesce`",
    ":=": "`:=` is not a YAQL operator; a variable is assigned as a mapping, `$name: value`",
    "?": "`?` is not a YAQL operator; write `switch(condition => value, true => other)`",
    "^": "`^` is not a YAQL operator; use the function `pow` or `bitwiseXor`",
    ";": "`;` has no meaning in YAQL; write each expression separately",
}
_WORD = lazy_pattern(r"\w+")
# Words of other languages after an operand, with what YAQL has instead
_FOREIGN_WORDS = {
    "instanceof": "`instanceof` is not a YAQL operator; use `is`",
    "is": "`is` is not an operator here; use `=`, and `!=` in place of `is not`",
    "isnot": "`isnot` is not a YAQL operator; use `!=`, or `not` before `is`",
    "not": "`not` is not possible here; write it before the value on the left",
    "if": "YAQL has no `if`; write `switch(condition => value, true => other)`",
    "as": "YAQL has no `as`; write `let(name => value) -> ...`",
    "xor": "`xor` is not a YAQL operator; use `!=`",
    "like": "`like` is not a YAQL operator; use `=~` with a regular expression",
}
# The same before an operand
_BEFORE_OPERAND = {
    "if": _FOREIGN_WORDS["if"],
    "new": "`new` is a function; write `new(prefix:Class)`",
    "NOT": "`NOT` is not a YAQL operator; write `not`",
    "Not": "`Not` is not a YAQL operator; write `not`",
}
NO_LAMBDA = "YAQL has no lambda; write an expression with `$` for its argument"
_LAMBDA = lazy_pattern(
    r"\bfunction\s*\([^()]*\)\s*|\blambda\s+(?=\w)|(?<=[(,])\|[\s\w,]+\||\\\w+\s*->|\([\s\w$,]*\)\s*[=-]>"
)
"""How lambdas of other languages begin: `function(x)`, `lambda x`, `|x|`, `\\x ->`, `(x, y) =>`."""
_FOREIGN_FORMS = (
    (_LAMBDA, NO_LAMBDA),
    (lazy_pattern(r"\.(?:null|nil)\?"), "YAQL has no `null?`; compare with `= null`"),
)
_OPERATORS = frozenset({"and", "in", "is", "mod", "not", "or"})


def unfinished(text: str, bracket: Bracket | None) -> ExpressionError:
    """Return the error of a text that ends too early; `bracket` is the innermost one still open."""
    if bracket is not None:
        return _unclosed(text, bracket)
    end = len(text)
    message = "there is no expression here"
    if text.strip():
        message = "the expression is incomplete"
        if (sign := text.rstrip()[-2:]) in {"++", "--"}:
            message = _FOREIGN[sign]
    return ExpressionError(message, end, end)


def unexpected(
    text: str, start: int, end: int, *, bracket: Bracket, operand: Expression | None
) -> ExpressionError:
    """Return the error of a token that cannot follow `operand`, or begin one if it is None."""
    return (
        _foreign_form(text, start)
        or _foreign(text, start, end)
        or _lexical(text, start)
        or _foreign_word(text, start, end, operand)
        or _misplaced(text[start:end], start, end, bracket, operand)
        or ExpressionError(f"unexpected `{text[start:end]}`", start, end)
    )


def _unclosed(text: str, bracket: Bracket) -> ExpressionError:
    if isinstance(bracket.head, str):
        end = bracket.start + len(bracket.head) + 1
        return ExpressionError(f"`{text[bracket.start : end]}` is never closed", bracket.start, end)
    opener = text[bracket.start]
    return ExpressionError(f"`{opener}` is never closed", bracket.start, bracket.start + 1)


def _foreign(text: str, start: int, end: int) -> ExpressionError | None:
    """Return the error of an operator of another language that the token is, begins or ends.

    Return None if there is none.
    """
    # The token may be the first or the second half of the foreign sign.
    for first, last in (
        (start, start + 3),
        (start - 1, start + 2),
        (start - 2, start + 1),
        (start, start + 2),
        (start - 1, start + 1),
        (start, end),
    ):
        sign = text[max(first, 0) : last]
        if sign in _FOREIGN and len(sign) == last - first:
            instead = _INSTEAD.get(sign)
            if instead is not None and instead.isalpha():
                # A word needs spaces around it
                before, after = text[max(first - 1, 0) : first], text[last : last + 1]
                left = " " if before and not before.isspace() else ""
                right = " " if after and not after.isspace() else ""
                instead = f"{left}{instead}{right}"
            return ExpressionError(_FOREIGN[sign], first, last, instead)
    return None


def _foreign_form(text: str, start: int) -> ExpressionError | None:
    """Return the error of a form of other languages that contains a place; or None."""
    for form, message in _FOREIGN_FORMS:
        for match in form.finditer(text):
            if match.start() <= start <= match.end():
                return ExpressionError(message, match.start(), match.end())
    return None


def _foreign_word(
    text: str, start: int, end: int, operand: Expression | None
) -> ExpressionError | None:
    """Return the error of an operator of another language that is a word; or None."""
    if operand is None:
        return None
    message = _foreign_operator(text[start:end])
    if message is None and isinstance(operand, Keyword):
        start, end = operand.start, operand.end
        message = _BEFORE_OPERAND.get(operand.name)
    return None if message is None else ExpressionError(message, start, end)


def _foreign_operator(word: str) -> str | None:
    """Return the message about a word in place of an operator, None if it is no operator at all."""
    if word not in _OPERATORS and word.lower() in _OPERATORS:
        return f"`{word}` is not a YAQL operator; write `{word.lower()}`"
    return _FOREIGN_WORDS.get(word)


def _lexical(text: str, start: int) -> ExpressionError | None:
    """Return the error of a text that is not a token at all; or None."""
    sign = text[start]
    if sign in "'\"`" and _is_unclosed(text, start):
        return ExpressionError("this quote is never closed", start, len(text))
    word = _WORD.match(text, start)
    if word is None:
        return None
    name, end = word[0], word.end()
    if sign.isdigit() and not name.isdecimal():
        return ExpressionError(f"`{name}` is neither a number nor a name", start, end)
    if name.startswith("__") and text[end : end + 1] != "(":
        return ExpressionError(f"the name `{name}` begins with two underscores", start, end)
    return None


def _is_unclosed(text: str, start: int) -> bool:
    quote = text[start]
    return (
        re.compile(rf"{quote}[^{quote}\\]*(?:\\[^\n][^{quote}\\]*)*{quote}").match(text, start)
        is None
    )


def _misplaced(
    sign: str, start: int, end: int, bracket: Bracket, operand: Expression | None
) -> ExpressionError | None:
    """Return the error of a valid token in the wrong place; or None."""
    message = None
    if sign == "=>":
        message = "`=>` is allowed only between the name and the value of an argument"
    elif sign in {",", bracket.closer} and operand is not None and bracket.named:
        message = f"`{sign}` ends an argument without a name, which cannot follow a named one"
    elif operand is None and sign == bracket.closer and bracket.separated and not bracket.pending:
        message = f"a comma cannot come before `{sign}`"
    elif operand is None and sign == bracket.closer and bracket.grouping and not bracket.pending:
        message = "there is nothing between `(` and `)`"
    elif operand is None and bracket.pending:
        pending = bracket.pending[-1]
        symbol = "=>" if isinstance(pending, PendingPair) else pending.symbol
        message = f"`{symbol}` needs an expression after it, not `{sign}`"
    elif sign == "(" and isinstance(operand, Keyword):
        message = f"`(` must follow the function name `{operand.name}` without a space"
    elif sign in {")", "]", "}"}:
        if not bracket.closer:
            message = f"unmatched `{sign}`"
        else:
            message = f"`{bracket.closer}` expected instead of `{sign}`"
    if message:
        return ExpressionError(message, start, end)
    return None
