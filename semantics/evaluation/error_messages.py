"""Errors of yaql and Python in an evaluation → errors with messages for the author of the expression.

They never name values and calls by Python's classes or addresses. The classes of errors are in `errors`.
"""

from __future__ import annotations

import collections.abc
import datetime
import itertools
from typing import Any

from yaql.language import exceptions, expressions, utils, yaqltypes

from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.nearest import nearest
from muranopl.semantics.evaluation.conversion import thaw
from muranopl.semantics.evaluation.errors import (
    NO_VALUE_ERRORS,
    ContextError,
    EvaluationError,
    ExhaustedError,
    SpentError,
    ThrownError,
)
from muranopl.semantics.evaluation.frames import Evaluation, FailedCall, VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView
from muranopl.semantics.evaluation.reflected import REFLECTED
from muranopl.semantics.evaluation.regular_expressions import Pattern
from muranopl.semantics.evaluation.tables import find

_UNKNOWN = (exceptions.NoFunctionRegisteredException, exceptions.NoMethodRegisteredException)
_UNFIT = (exceptions.NoMatchingFunctionException, exceptions.NoMatchingMethodException)
_AMBIGUOUS = (exceptions.AmbiguousFunctionException, exceptions.AmbiguousMethodException)
_PROPERTY = "#property#"
_UNSEEN = object()
_KINDS: tuple[tuple[Any, str], ...] = (
    (type(None), "null"),
    (bool, "a boolean"),
    (int, "an integer"),
    (float, "a decimal number"),
    (str, "a string"),
    (bytes, "binary data"),
    (datetime.date, "a date"),
    (datetime.timedelta, "a time span"),
    (Pattern, "a regular expression"),
    (VariableFrame, "a set of variables"),
    (REFLECTED, "a reflected declaration"),
    (collections.abc.Mapping, "a mapping"),
    ((tuple, list), "a list"),
    (collections.abc.Set, "a set"),
    (collections.abc.Iterable, "a lazy sequence"),
)
_SYMBOLS = {"*equal": "=", "*not_equal": "!=", "#indexer": "[]", "#list": "[]", "#map": "{}"}
_LONGEST = 40


def translated(error: Exception, evaluation: Evaluation) -> Exception:
    """Return the error to raise for one that ended an evaluation.

    Errors of this package and of the context are returned unchanged, and so is a MemoryError, which
    is no failure of the expression.
    """
    result = _translated(error, evaluation)
    if isinstance(result, EvaluationError) and result is not error:
        result.original = error
    return result


def _translated(error: Exception, evaluation: Evaluation) -> Exception:
    limits, failure = evaluation.budget.limits, evaluation.failure
    match error:
        case ContextError(args=[Exception() as original]):
            return original
        case RecursionError():
            machine_limits.meet()
            return ExhaustedError("the expression is nested too deeply")
        case exceptions.CollectionTooLargeException():
            return ExhaustedError(f"a collection has more than {limits.items} items")
        case exceptions.MemoryQuotaExceededException():
            return ExhaustedError(f"a value takes more than {limits.memory // 1024} KiB")
    if isinstance(error, (*NO_VALUE_ERRORS, SpentError, ThrownError, MemoryError)):
        return error
    if failure is None or failure.error is not error:
        return EvaluationError("the expression fails")
    words = _yaql if isinstance(error, exceptions.YaqlException) else _python
    problem = EvaluationError(words(failure))
    problem.called = failure.name
    return problem


def _yaql(failure: FailedCall) -> str:
    """Return the message for an error that yaql raised about a call."""
    error, name, title = failure.error, failure.name, _title(failure)
    if isinstance(error, exceptions.WrappedException):
        many = "more than one" in str(error.wrapped)
        return f"{title} finds {'more than one item' if many else 'no item'} in the collection"
    if isinstance(error, (*_UNKNOWN, *_UNFIT)) and name.startswith(_PROPERTY):
        return f'{_kind(failure.arguments[0], failure)} has no attribute "{name.removeprefix(_PROPERTY)}"'
    if isinstance(error, _UNKNOWN):
        return _unknown(failure)
    if isinstance(error, _UNFIT):
        return f"{title} {_refused_arguments(failure)}"
    if isinstance(error, _AMBIGUOUS):
        return f"{title} is ambiguous: several overloads accept these arguments"
    if isinstance(error, exceptions.MappingTranslationException):
        return f"{title} is given an argument twice, or by a name that is not a word"
    return f"{title} cannot be called with these arguments"


def _title(failure: FailedCall) -> str:
    operator = _symbol(failure.name)
    if operator is not None:
        return f'operator "{operator}"'
    return f'{"method" if failure.is_method else "function"} "{failure.name}"'


def _unknown(failure: FailedCall) -> str:
    name, receiver, tables = failure.name, failure.receiver, failure.frame.tables
    method = failure.is_method
    if _symbol(name) is not None:
        return f"{_title(failure)} is unknown here"
    if find(tables, name, method=not method):
        other = f"a function, {name}(...)" if method else f"a method, $.{name}(...)"
        return f"{_title(failure)} is unknown; it exists only as {other}"
    words = f'function "{name}" is unknown'
    if isinstance(receiver, (MuranoObject, ObjectView)):
        words = f'class {receiver.type.name} has no method "{name}"'
    elif isinstance(receiver, MuranoType):
        words = f'class {receiver.name} has no static method "{name}"'
    elif method:
        words = f'{_kind_of(receiver)} has no method "{name}"'
    # The same kind of function is suggested: a method for a method.
    names = {item for table in tables for item in table.names()}
    near = nearest(name, sorted(item for item in names if find(tables, item, method=method)))
    return words if near is None else f'{words}; did you mean "{near}"?'


def _refused_arguments(failure: FailedCall) -> str:
    """Return the message for arguments that a function does not take, by the kinds of values."""
    kinds = _enumerated([_argument_kind(argument, failure) for argument in failure.arguments])
    if failure.is_method:
        return (
            f"cannot be called on {_kind_of(failure.receiver)}{' with ' + kinds if kinds else ''}"
        )
    return f"does not accept {kinds}" if kinds else "cannot be called without arguments"


def _argument_kind(argument: Any, failure: FailedCall) -> str:
    if isinstance(argument, expressions.MappingRuleExpression):
        source = argument.source
        name = source.value if isinstance(source, expressions.Constant) else "an expression"
        return f"{name} => {_kind(argument.destination, failure)}"
    return _kind(argument, failure)


def _kind(argument: Any, failure: FailedCall) -> str:
    value = _argument_value(argument, failure)
    return "an expression" if value is _UNSEEN else _kind_of(value)


def _argument_value(argument: Any, failure: FailedCall) -> Any:
    """Return the value of an argument.

    An expression that the function evaluates is evaluated again.
    """
    if isinstance(argument, expressions.Constant):
        return argument.value
    if not isinstance(argument, expressions.Expression):
        return None if argument is utils.NO_VALUE else argument
    if _lazy(failure):
        return _UNSEEN
    try:
        return argument(utils.NO_VALUE, failure.frame, failure.frame.evaluation.engine)
    except MemoryError:
        raise
    except Exception as error:  # the first error is the one to report
        machine_limits.note(error)
        return _UNSEEN


def _lazy(failure: FailedCall) -> bool:
    """Return whether the function takes expressions without evaluating them."""
    levels = find(failure.frame.tables, failure.name, method=failure.is_method)
    return any(
        isinstance(parameter.value_type, yaqltypes.LazyParameterType)
        for overload in itertools.chain.from_iterable(levels)
        for parameter in overload.parameters.values()
    )


def _python(failure: FailedCall) -> str:
    """Return the message for an error that a function raised during a call."""
    error, title = failure.error, _title(failure)
    match error:
        case ZeroDivisionError():
            return "division by zero"
        case KeyError(args=[key, *_]):
            return f"the mapping has no key {_key(key, failure)}"
        case AssertionError():
            return str(error) or "an assertion fails"
        case IndexError():
            return f"{title} asks for an item past the end"
        case OverflowError():
            return f"{title} returns a number or a date that is too large"
        # In Python only the messages of these differ.
        case TypeError() if "empty" in str(error):
            return f"{title} has no initial value: the collection is empty"
        case TypeError() if "unhashable" in str(error):
            return "a newly created mapping cannot be a key, or an item of a set"
    values = [_argument_value(argument, failure) for argument in failure.arguments]
    if failure.is_method:
        values.insert(0, failure.receiver)
    texts = [_value_text(value) for value in values if value is not _UNSEEN]
    return f"{title} fails{' for ' + _enumerated(texts) if texts else ''}"


def _key(key: Any, failure: FailedCall) -> str:
    try:
        return _value_text(thaw(key, failure.frame.budget))
    except NO_VALUE_ERRORS:
        return _kind_of(key)


def _kind_of(value: Any) -> str:
    """Return the kind of a value with its article: `an integer`, `an object of class a.B`, `null`."""
    if isinstance(value, (MuranoObject, ObjectView)):
        return f"an object of class {value.type.name}"
    if isinstance(value, MuranoType):
        return f"class {value.name}"
    return next((name for type_, name in _KINDS if isinstance(value, type_)), "a value")


def _value_text(value: Any) -> str:
    """Return a short value as it is written in YAQL, else its kind."""
    if isinstance(value, str) and len(value) <= _LONGEST:
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) or (isinstance(value, int) and value.bit_length() <= _LONGEST):
        return str(value)
    return _kind_of(value)


def shown(value: Any) -> str:
    """Return a value in a few words: an object or class by its name and version."""
    if isinstance(value, (MuranoObject, MuranoType, ObjectView)):
        return str(value)
    return _value_text(value)


def _symbol(name: str) -> str | None:
    """Return the operator that a function of yaql implements, None for other functions."""
    for prefix in ("#operator_", "#unary_operator_"):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return _SYMBOLS.get(name)


def _enumerated(words: list[str]) -> str:
    """Return words as `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
