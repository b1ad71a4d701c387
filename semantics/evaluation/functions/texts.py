"""Replaces yaql's functions of texts by those with bounded results."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from yaql.standard_library import date_time, math, strings

from muranopl.diagnostics.bounds import EVALUATION_DATE
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.parameters import Replacements

_WITH_NOTATION = (str, int, float, bytes, type(None), datetime.date, datetime.timedelta)

REPLACED = Replacements()


@REPLACED.add(strings.join)
@REPLACED.add(strings.join_, swapped=True)
def joined(
    frame: VariableFrame,
    sequence: Iterable[Any],
    separator: str,
    str_delegate: Callable[[Any], str],
) -> str:
    """Implement `sequence.join(separator)` and `separator.join(sequence)`."""
    parts: list[str] = []
    length = 0
    for item in sequence:
        parts.append(str_delegate(item))
        length += len(parts[-1]) + len(separator)
        frame.budget.text(length)
    return separator.join(parts)


@REPLACED.add(strings.replace)
def replaced(frame: VariableFrame, string: str, old: str, new: str, count: int = -1) -> str:
    """Implement `string.replace(old, new, count)`."""
    # Counted first, so that a text that would be too long is never made.
    times = string.count(old)
    frame.budget.text(
        len(string) + (times if count < 0 else min(times, count)) * (len(new) - len(old))
    )
    return string.replace(old, new, count)


@REPLACED.add(strings.replace_with_dict)
def replaced_each(
    frame: VariableFrame,
    string: str,
    str_func: Callable[[Any], str],
    replacements: Mapping[Any, Any],
    count: int = -1,
) -> str:
    """Implement `string.replace({old => new}, count)`."""
    for old, new in replacements.items():
        frame.budget.spend(1 + (len(string) >> 8))
        string = replaced(frame, string, str_func(old), str_func(new), count)
    return string


def _bound_stripping(strip: Callable[..., Any]) -> None:
    """Replace a function that strips characters from a text by one with bounded work."""

    @REPLACED.add(strip)
    def bounded(frame: VariableFrame, string: str | None, *rest: Any) -> Any:
        *texts, chars = rest
        if chars is not None:
            # Duplicates would multiply the work.
            chars = "".join(dict.fromkeys(chars))
            frame.budget.work(len(string or "") * len(chars) // 64)
        return strip(string, *texts, chars)


for _strip in (strings.trim, strings.trim_left, strings.trim_right, strings.norm, strings.is_empty):
    _bound_stripping(_strip)


@REPLACED.add(strings.last_index_of, strings.last_index_of_)
def last_index(frame: VariableFrame, string: str, sub: str, *bounds: int) -> Any:
    """Implement `string.lastIndexOf(sub, ...)`, with bounded work.

    Python compares at every position.
    """
    frame.budget.work(len(string) * len(sub))
    return (strings.last_index_of_ if len(bounds) == 2 else strings.last_index_of)(
        string, sub, *bounds
    )


@REPLACED.add(strings.right_split)
def split_right(
    frame: VariableFrame, string: str, separator: str | None = None, max_splits: int = -1
) -> list[str]:
    """Implement `string.rightSplit(separator, maxSplits)`; see `last_index`."""
    frame.budget.work(len(string) * len(separator or ""))
    return string.rsplit(separator, max_splits)


@REPLACED.add(strings.str_)
def text_of(frame: VariableFrame, value: Any) -> str:
    """Implement `str(value)`.

    Raise NotEvaluatedError if the result would contain a memory address.
    """
    if _opaque(value):
        raise NotEvaluatedError("the string form of an object, a class, or a lazy sequence")
    return str(strings.str_(value))


def _opaque(value: Any) -> bool:
    """Return whether a value contains one that has no notation of its own."""
    stack = [value]
    while stack:
        current = stack.pop()
        if isinstance(current, Mapping):
            stack += (*current, *current.values())
        elif isinstance(current, (tuple, list, frozenset)):
            stack += current
        elif not isinstance(current, _WITH_NOTATION) and not hasattr(current, "__yaqlization__"):
            return True
    return False


@REPLACED.add(date_time.datetime_from_string)
def date_of(frame: VariableFrame, string: str, format__: str | None = None) -> Any:
    """Implement `datetime(string, format)`."""
    if len(string) > EVALUATION_DATE.most or len(format__ or "") > EVALUATION_DATE.most:
        raise ExhaustedError(
            f"a date or its format is longer than {EVALUATION_DATE.most} characters"
        )
    return date_time.datetime_from_string(string, format__)


@REPLACED.add(date_time.format_)
def date_as(frame: VariableFrame, dt: Any, format__: str) -> str:
    """Implement `datetime.format(format)`."""
    if len(format__) > EVALUATION_DATE.most or re.search(r"%\D{0,2}\d{4}", format__):
        raise ExhaustedError(
            f"the format of a date asks for more than {EVALUATION_DATE.most} characters"
        )
    return str(date_time.format_(dt, format__))


@REPLACED.add(date_time.now, date_time.localtz, math.random_, math.random__)
def unknown_time(frame: VariableFrame, *_arguments: Any) -> Any:
    """Raise NotEvaluatedError for functions whose results differ from call to call."""
    raise NotEvaluatedError("a value that differs from run to run")


@REPLACED.add(strings.characters)
def characters(frame: VariableFrame, *arguments: Any) -> tuple[str, ...]:
    """Implement `characters(digits => true, ...)`, sorted.

    Two of yaql's sets do not exist in Python 3.
    """
    try:
        return tuple(sorted(strings.characters(*arguments)))
    except AttributeError:
        raise EvaluationError("Python no longer has this set of characters") from None
