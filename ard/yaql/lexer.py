"""Splits YAQL into tokens: the operators of the two dialects, a regular expression for each, literals, errors.

The operators were measured on yaql 3 with the operators Murano adds; a higher power binds tighter.
`->` is the only operator that groups to the right.

Token rules as in yaql's lexer: blanks are space, tab, CR and LF only; a name directly followed by
`(` is a function name, even `not(`; a bare name may not begin with two underscores; digits may be
any Unicode decimal digits; a backslash in a quoted text cannot stand before a line feed.
"""

from __future__ import annotations

import enum
import functools
import re

import msgspec

from muranopl.diagnostics.patterns import lazy_pattern

_PREFIX = {":": 130, "+": 100, "-": 100, "not": 50}
INDEX_POWER = 110
_BINARY = (
    (130, ":"),
    (120, ". ?."),
    (90, "=~ !~"),
    (80, "* / mod"),
    (70, "+ -"),
    (60, "> < >= <= != = in is"),
    (40, "and"),
    (30, "or"),
    (10, "->"),
)
ARROW = "->"
PAIR = "=>"
_ADDED = frozenset({":", "is"})  # by Murano, for class definitions


class Dialect(enum.Enum):
    """The dialect of an expression: that of class definitions (MURANO) or of UI definitions (UI).

    `:` and `is` are operators that Murano adds for classes. The dashboard parses with yaql's
    standard grammar and evaluates in the legacy context; in both dialects `=>` is only the sign of
    a named argument or a pair.
    """

    MURANO = "murano"
    UI = "ui"

    # The hash of `Enum` is a Python function, and slow: members are keys of the cache of texts
    __hash__ = object.__hash__


class Operators(msgspec.Struct, frozen=True):
    """The operators of a dialect with their binding powers.

    `pending` are the powers of binary operators that wait for their right operand: one less for
    `->`, which groups to the right, so that another one does not finish it.
    """

    prefix: dict[str, int]
    binary: dict[str, int]
    pending: dict[str, int]


@functools.cache
def operators(dialect: Dialect) -> Operators:
    """Return the operators of a dialect."""
    # The dashboard has the standard grammar, without what Murano adds.
    absent = _ADDED if dialect is Dialect.UI else frozenset[str]()
    prefix = {symbol: power for symbol, power in _PREFIX.items() if symbol not in absent}
    binary = {
        symbol: power
        for power, symbols in _BINARY
        for symbol in symbols.split()
        if symbol not in absent
    }
    return Operators(
        prefix, binary, {symbol: power - (symbol == ARROW) for symbol, power in binary.items()}
    )


# The values of `Match.lastindex` for the pattern, in the order of its groups. Most texts are
# chains, so there are several tokens in one: `.name` is a MEMBER, `.name(` or `.name()` a METHOD,
# `name(` or `name()` a FUNCTION. Frequent ones come first, and a symbol begins no other token.
VARIABLE, MEMBER, METHOD, SYMBOL, NUMBER, FUNCTION, WORD, QUOTED, VERBATIM, UNKNOWN = range(1, 11)

# Words that are values.
WORD_VALUES: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_ESCAPE = lazy_pattern(
    r"""\\(?: U........ | u.... | x.. | [0-7]{1,3} | N\{[^}]+\} | [\\'"abfnrtv] )""", re.VERBOSE
)
_SIMPLE_ESCAPES = {
    "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
}  # fmt: skip


class ExpressionError(Exception):
    """Raised for a text that is not a YAQL expression.

    `message` is a clause without a final full stop. `start` and `end` are 0-based character offsets
    into the text, `end` exclusive; both are the length of the text if it ends too early.
    `instead` is what to write in place of that part, None if that is not known.
    """

    def __init__(self, message: str, start: int, end: int, instead: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.instead = instead


class LiteralError(ExpressionError):
    r"""Raised for a literal that Python cannot read.

    Examples are an escape such as `'\xzz'`, or an integer beyond Python's limit of digits. The reference
    engine fails on these while it loads the file, also in a plain scalar, where any other error
    just leaves the scalar text (measured: UnicodeDecodeError, ValueError).
    """


@functools.cache
def pattern(dialect: Dialect) -> re.Pattern[str]:
    """Return the pattern whose successive matches (`finditer`) are the tokens.

    Blanks, then one numbered group. At the end of the text no group matches. A MEMBER is complete:
    its word is not an operator or value, and neither `:`, which binds tighter, nor `(` follows it.
    """
    table = operators(dialect)
    binary = table.binary
    words = "|".join(sorted(filter(str.isalpha, {*WORD_VALUES, *table.prefix, *binary})))
    symbols = {symbol for symbol in binary if not symbol.isalpha()} | {PAIR, *"()[]{},"}
    # Alternatives are tried in order: `=~` must come before `=`.
    longest_first = sorted(symbols, key=lambda symbol: (-len(symbol), symbol))
    return re.compile(
        r"[ \t\r\n]*(?:"
        r"(\$\w*)"
        rf"|(\.(?!__|(?:{words})\b)[^\W\d]\w*+(?![ \t\r\n]*[(:]))"
        r"|(\.[^\W\d]\w*+\(\)?)"
        r"|(" + "|".join(map(re.escape, longest_first)) + r")"
        r"|(\b\d+(?:\.?\d+)?\b)"
        r"|(\b[^\W\d]\w*\(\)?)"
        r"|((?!__)\b[^\W\d]\w*\b)"
        r"""|('[^'\\]*(?:\\[^\n][^'\\]*)*'|"[^"\\]*(?:\\[^\n][^"\\]*)*")"""
        r"|(`[^`\\]*(?:\\[^\n][^`\\]*)*`)"
        r"|\Z|([\s\S]))"
    )


def number_value(text: str, start: int) -> int | float:
    """Return the number of a NUMBER token.

    Raise LiteralError for more digits than Python converts.
    """
    if "." in text:
        return float(text)
    try:
        return int(text)
    except ValueError:
        raise LiteralError(
            f"the number has too many digits ({len(text)})", start, start + len(text)
        ) from None


def unescaped(inner: str, start: int) -> str:
    """Return the text of a QUOTED token, of which `inner` is within the quotes, from `start` on.

    Unknown escapes stay as written; raise LiteralError for bad ones.
    """
    return _ESCAPE.sub(lambda match: _decode(match.group(), start + match.start()), inner)


def verbatim_value(text: str) -> str:
    r"""Return the text of a VERBATIM token, where only ``\` `` is an escape."""
    return text[1:-1].replace("\\`", "`")


def _decode(escape: str, start: int) -> str:
    simple = _SIMPLE_ESCAPES.get(escape[1])
    if simple is not None:
        return simple
    if escape[1] in "01234567":
        return chr(int(escape[1:], 8))
    try:
        # As yaql does it, so that names, aliases and odd digits are handled alike.
        return escape.encode().decode("unicode-escape")
    except UnicodeError:
        raise LiteralError(
            f"`{escape}` is not a valid escape", start, start + len(escape)
        ) from None
