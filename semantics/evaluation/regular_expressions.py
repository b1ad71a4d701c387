"""Regular expressions under a limit of time: the `regex` module runs what Python's `re` accepts.

`re` cannot be stopped, and a pattern like `(a+)+$` takes it for ever. The notation of `regex` is a superset, so what
only that module would understand is written out as plain characters, as `re` takes it.
"""

from __future__ import annotations

import functools
import re
import warnings
from typing import Any

from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError
from muranopl.semantics.evaluation.pattern_size import expanded_size

# The parts of a pattern that matter here: escapes, the begin of a class of characters, quantifiers.
_INSIDE = re.compile(r"\\N\{[^}]*\}|\\.|.", re.DOTALL)
_OUTSIDE = re.compile(r"\[\^?\]?|\{(?:\d+(?:,\d*)?|,\d*)\}|" + _INSIDE.pattern, re.DOTALL)
# What the two modules do not agree about: numerals and combining marks are letters to `\w` in one of them only, four
# control characters are space to `\s`. And `\B` is in an empty text in one of them.
_CLASSES = re.compile(r"\\[wWbBsS]")
_UNUSUAL = r"[\p{No}\p{Nl}\p{M}\x1c-\x1f]"

_FLAGS = "AILMSUX"
_PARTS_A_STEP = 3
"""The power of 2 of the parts of a pattern that are a step: 40 µs to compile."""


class Pattern:
    """A regular expression: what `regex()` gives. It has nothing that expressions could reach."""

    __slots__ = ("compiled",)

    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled

    def __repr__(self) -> str:
        return f"regex({self.compiled.pattern!r})"


def compiled(text: str, budget: Budget, flags: int = 0) -> Any:
    """Return a pattern compiled by the `regex` module.

    Raise EvaluationError where it is no regular expression, ExhaustedError, NotEvaluatedError where `regex` alone
    refuses it. What it expands to is counted before it is compiled, and charged to the budget each time.
    """
    limits = budget.limits
    if len(text) > limits.pattern:
        raise ExhaustedError(f"a regular expression is longer than {limits.pattern} characters")
    try:
        size = expanded_size(text, flags)
        if size > limits.pattern_parts:
            problem = f"the counted repeats of a regular expression make it larger than {limits.pattern_parts} parts"
            raise ExhaustedError(problem)
        budget.spend(size >> _PARTS_A_STEP)
        return _compiled(text, flags)
    except (re.error, ValueError, OverflowError) as error:
        raise EvaluationError(f"{text!r} is no regular expression: {error}").known_as(error_name(error)) from None


def error_name(error: Exception) -> str:
    """Return the name under which Catch knows an error of `re`."""
    return "re.error" if isinstance(error, re.error) else type(error).__name__


@functools.lru_cache(64)  # the largest take 13 MB
def _compiled(text: str, flags: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        re.compile(text, flags)
        try:
            options = _in_regex(flags) | _regex().VERSION0
            return _regex().compile(as_in_re(text), options, cache_pattern=False)
        except (_regex().error, ValueError):
            raise NotEvaluatedError(f"the regular expression {text!r}") from None


def _in_regex(flags: int) -> int:
    """Return flags of `re` as `regex` has them: not all have the same number there."""
    return sum(int(getattr(_regex(), flag)) for flag in _FLAGS if flags & getattr(re, flag))


def _regex() -> Any:
    import regex  # slow to import, and not always needed

    return regex


@functools.cache
def _unusual() -> Any:
    return _regex().compile(_UNUSUAL)


def as_in_re(text: str) -> str:
    """Return the same pattern for `regex`, whose notation says more.

    Braces that are no quantifier (there: fuzzy matching) and brackets inside a class of characters (there: POSIX
    classes) are escaped.
    """
    result: list[str] = []
    at, inside = 0, False
    while at < len(text):
        found = (_INSIDE if inside else _OUTSIDE).match(text, at)
        part = found[0] if found else text[at]
        literal = part == "{" or (inside and part == "[")
        inside = part != "]" if inside else part.startswith("[")
        result.append("\\" + part if literal else part)
        at += len(part)
    return "".join(result)


def check_known(expression: Any, string: str) -> None:
    """Raise NotEvaluatedError where the two modules may not agree."""
    if (_unusual().search(string) and _CLASSES.search(expression.pattern)) or (
        not string and r"\B" in expression.pattern
    ):
        message = "a regular expression on unusual characters"
        raise NotEvaluatedError(message)
