"""yaql by itself, as the engine sets it up: what evaluation has to agree with where nothing of Murano is involved."""

from __future__ import annotations

import collections.abc  # noqa: F401 - yaql uses it without importing it
import functools
import warnings
from typing import Any

import yaql
from yaql import legacy
from yaql.language import conventions, expressions, factory, utils

from muranopl.ard.yaql import Dialect, parse
from tests.ard.yaql.yaql_objects import to_yaql

FAILS = "fails"


@functools.cache
def _context(lenient: bool) -> Any:
    create = legacy.create_context if lenient else yaql.create_context
    return create(convention=conventions.CamelCaseConvention())


@functools.cache
def _statement(text: str, lenient: bool) -> Any:
    options = {
        "yaql.limitIterators": 2000,
        "yaql.memoryQuota": 512 * 1024,
        "yaql.convertSetsToLists": True,
        "yaql.convertTuplesToLists": True,
        "yaql.iterableDicts": lenient,
    }
    engine = factory.YaqlEngine(None, None, options, None)
    return expressions.Statement(to_yaql(parse(text, Dialect.MURANO)), engine)


def answer(text: str, variables: dict[str, Any], *, lenient: bool) -> Any:
    """The value of an expression, or FAILS."""
    context = _context(lenient).create_child_context()
    for name, value in variables.items():
        context[name] = utils.convert_input_data(value)
    try:
        with warnings.catch_warnings():
            # Python warns of patterns that may mean something else one day
            warnings.simplefilter("ignore")
            return _statement(text, lenient).evaluate(context=context)
    except Exception:  # whatever it is
        return FAILS
