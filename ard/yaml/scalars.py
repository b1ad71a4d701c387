"""Resolves scalars of YAML to values and YAQL expressions, as the reference engine does.

YAML 1.1 values come first, then expressions. Texts are resolved by PyYAML's tables and converted by its
constructor, which are those of the engine.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable
from typing import Any

import msgspec
from yaml.constructor import SafeConstructor
from yaml.error import YAMLError
from yaml.nodes import ScalarNode
from yaml.resolver import Resolver

from muranopl.ard.nodes import ScalarValue
from muranopl.ard.yaql import Dialect, ExpressionError, LiteralError, parse
from muranopl.ard.yaql.parser import CANDIDATE
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.bounds import INTEGER_BITS

PREFIX = "tag:yaml.org,2002:"
YAQL_TAG = "!yaql"
# Short texts repeat within and across files; longer ones are not worth the memory.
CACHED_LENGTH = 100
CACHED_TEXTS = 16_384


class Special(enum.Enum):
    """Scalars with a special meaning as keys."""

    MERGE = "<<"
    VALUE = "="


class BadValue(msgspec.Struct, frozen=True):
    """A text that cannot be converted to the type of its form or tag: `2020-13-45` as a date."""

    text: str
    kind: str


class BadExpression(msgspec.Struct, frozen=True):
    """A text that must be an expression, but cannot be parsed as one."""

    text: str
    message: str
    start: int
    end: int
    instead: str | None


class UnknownTag(msgspec.Struct, frozen=True):
    """An unknown tag, or one that does not apply to scalars."""

    text: str
    tag: str


class ParsedExpression(msgspec.Struct, frozen=True):
    """An expression and its text: one object for all places of a cached text."""

    text: str
    tree: Expression


ScalarResult = ScalarValue | ParsedExpression | Special | BadValue | BadExpression | UnknownTag

_CONSTRUCTOR = SafeConstructor()


def _integer(node: ScalarNode) -> Any:
    """Return the value of a whole number.

    Raise ValueError for a long one in base 60, which takes quadratic time.
    """
    # A number with more digits than the bound has bits is too large in any base.
    if ":" in node.value and len(node.value) > INTEGER_BITS.most:
        raise ValueError
    return _CONSTRUCTOR.construct_yaml_int(node)


_CONVERSIONS: dict[str, tuple[str, Callable[[ScalarNode], Any]]] = {
    "null": ("null", _CONSTRUCTOR.construct_yaml_null),
    "bool": ("a boolean", _CONSTRUCTOR.construct_yaml_bool),
    "int": ("an integer", _integer),
    "float": ("a number", _CONSTRUCTOR.construct_yaml_float),
    "binary": ("binary data", _CONSTRUCTOR.construct_yaml_binary),
    "timestamp": ("a date", _CONSTRUCTOR.construct_yaml_timestamp),
}
# What PyYAML's conversions raise for texts that do not fit (measured; its own error only for binary
# data).
_CONVERSION_ERRORS = (
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    TypeError,
    YAMLError,
)


class ScalarCache(dict[str, ScalarResult]):
    """The values of plain scalars by their text, resolved on first use.

    Without a dialect there are no expressions. Texts are kept unless they are longer than
    CACHED_LENGTH, so equal ones may share one result, trees included. When there are too many, all
    are dropped: evicting the least recently used, as `lru_cache` does, costs more than it saves.
    """

    def __init__(self, dialect: Dialect | None) -> None:
        super().__init__()
        self._dialect = dialect

    def __missing__(self, text: str) -> ScalarResult:
        value = resolve_plain(text, self._dialect)
        if len(text) <= CACHED_LENGTH:
            if len(self) >= CACHED_TEXTS:
                self.clear()
            self[text] = value
        return value


@functools.cache
def scalar_cache(dialect: Dialect | None) -> ScalarCache:
    """Return the cache of a dialect."""
    return ScalarCache(dialect)


def resolve_plain(text: str, dialect: Dialect | None) -> ScalarResult:
    """Return the value of a plain scalar's text."""
    # The first letter chooses the few patterns that can match, as in PyYAML.
    for tag, regexp in Resolver.yaml_implicit_resolvers.get(text[:1], ()):
        if regexp.match(text):
            return resolve_tagged(text, tag, dialect)
    if dialect is None or not CANDIDATE[dialect].search(text):
        return text
    try:
        return ParsedExpression(text, parse(text, dialect))
    except LiteralError as error:
        return _bad(text, error)  # the engine fails on these
    except ExpressionError:
        return text  # any other text that is not an expression stays text in the engine


def _bad(text: str, error: ExpressionError) -> BadExpression:
    # Not the error itself: a remembered one would keep its frames alive.
    return BadExpression(text, error.message, error.start, error.end, error.instead)


def resolve_tagged(text: str, tag: str, dialect: Dialect | None) -> ScalarResult:
    """Return the value of a scalar's text under a full tag, `tag:yaml.org,2002:int` or `!yaql`."""
    if tag == YAQL_TAG and dialect is not None:
        try:
            return ParsedExpression(text, parse(text, dialect))
        except ExpressionError as error:
            return _bad(text, error)
    name = tag.removeprefix(PREFIX) if tag.startswith(PREFIX) else ""
    if name == "str":
        return text
    if name in {"merge", "value"}:
        return Special[name.upper()]
    if name not in _CONVERSIONS:
        return UnknownTag(text, tag)
    kind, convert = _CONVERSIONS[name]
    try:
        value: ScalarValue = convert(ScalarNode(tag, text))
    except _CONVERSION_ERRORS:
        return BadValue(text, kind)
    if isinstance(value, int) and value.bit_length() > INTEGER_BITS.most:
        return BadValue(text, kind)
    return value
