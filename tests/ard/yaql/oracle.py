"""yaql itself, with the operators Murano adds for class definitions and without, to compare our parser with."""

from __future__ import annotations

import collections.abc  # noqa: F401 - yaql uses it without importing it
import functools
import warnings
from typing import Any

from yaql.language import exceptions, expressions, factory

from muranopl.ard.yaql import Dialect, ExpressionError, LiteralError, parse
from tests.ard.yaql.yaql_objects import to_yaql

SYNTAX, LITERAL = "syntax error", "unreadable literal"


@functools.cache
def engine(dialect: Dialect) -> Any:
    """The yaql engine of a dialect as Murano and its dashboard build it; slow, so built once."""
    maker = factory.YaqlFactory()
    if dialect is Dialect.UI:
        return maker.create()
    binary, prefix = (
        factory.OperatorType.BINARY_LEFT_ASSOCIATIVE,
        factory.OperatorType.PREFIX_UNARY,
    )
    maker.insert_operator(">", True, "is", binary, False)
    maker.insert_operator(None, True, ":", binary, True)
    maker.insert_operator(":", True, ":", prefix, False)
    maker.operators.insert(0, ())
    return maker.create()


def theirs(text: str, dialect: Dialect) -> Any:
    """What yaql makes of a text: its tree, SYNTAX or LITERAL."""
    parser = engine(dialect)
    try:
        with warnings.catch_warnings():
            # Newer Pythons warn of octal escapes beyond a byte
            warnings.simplefilter("ignore")
            return parser.parser.parse(text, lexer=parser.lexer)
    except exceptions.YaqlParsingException:
        return SYNTAX
    except ValueError:
        return LITERAL


def ours(text: str, dialect: Dialect) -> Any:
    """What our parser makes of a text, as yaql's objects."""
    try:
        return to_yaql(parse(text, dialect))
    except LiteralError:
        return LITERAL
    except ExpressionError:
        return SYNTAX


def agree(text: str, dialect: Dialect) -> bool:
    """Do both make the same of a text?"""
    return _facts(ours(text, dialect)) == _facts(theirs(text, dialect))


def _facts(result: Any) -> list[Any]:
    """All that distinguishes a tree, as a flat list of parts, parents first."""
    facts: list[Any] = []
    stack = [result]
    while stack:
        part = stack.pop()
        facts.append(type(part))
        if isinstance(part, expressions.Function):
            facts += [
                part.name,
                part.uses_receiver,
                getattr(part, "operator", None),
                len(part.args),
            ]
            stack += part.args
        elif isinstance(part, expressions.Constant):
            facts += [type(part.value), part.value]
        elif isinstance(part, expressions.Wrap):
            stack.append(part.expr)
        elif isinstance(part, expressions.MappingRuleExpression):
            stack += [part.source, part.destination]
        else:
            facts.append(part)  # SYNTAX, LITERAL, or yaql's sign of an omitted argument
    return facts
