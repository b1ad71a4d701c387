"""Runs regular expressions with a time limit, and a limit on their size.

The `regex` module runs patterns that Python's `re` accepts. `re` cannot be interrupted, and never
ends for a pattern like `(a+)+$`. The notation of `regex` is a superset, so characters special only
to that module are escaped. It copies a part for each repetition that a pattern demands, and nested
ones multiply: 21 characters can demand ten million parts, which take gigabytes. Measured: up to
1.3 KB and 5 µs for a part, of whatever kind; optional repetitions are not copied.
"""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Iterator
from typing import Any

from muranopl.ard.regular_expressions import parse_pattern
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError

# The relevant parts of a pattern: escapes, starts of character classes, quantifiers.
_INSIDE = re.compile(r"\\N\{[^}]*\}|\\.|.", re.DOTALL)
_OUTSIDE = re.compile(r"\[\^?\]?|\{(?:\d+(?:,\d*)?|,\d*)\}|" + _INSIDE.pattern, re.DOTALL)
# Differences of the modules: numerals and combining marks match `\w` in only one of them, four
# control characters match `\s` in one, and `\B` matches in an empty text in one.
_CLASSES = re.compile(r"\\[wWbBsS]")
_UNUSUAL = r"[\p{No}\p{Nl}\p{M}\x1c-\x1f]"

_FLAGS = "AILMSUX"
# The binary logarithm of the number of parts per step, which take 40 µs to compile.
_PARTS_A_STEP = 3


class Pattern:
    """A regular expression, the result of `regex()`, without attributes for expressions."""

    __slots__ = ("compiled",)

    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled

    def __repr__(self) -> str:
        return f"regex({self.compiled.pattern!r})"


def compiled(text: str, budget: Budget, flags: int = 0) -> Any:
    """Return a pattern compiled by the `regex` module.

    Raise EvaluationError for an invalid pattern, ExhaustedError, and NotEvaluatedError if only
    `regex` refuses it. The number of its parts is charged to the budget before each compilation.
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
        raise EvaluationError(f"{text!r} is not a regular expression: {error}").known_as(
            error_name(error)
        ) from None


def error_name(error: Exception) -> str:
    """Return the name that Catch knows an error of `re` by."""
    if isinstance(error, re.error):
        return "re.error"
    return type(error).__name__


@functools.lru_cache(64)  # the largest take 13 MB
def _compiled(text: str, flags: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # `re` must accept it: errors have its messages.
        re.compile(text, flags)
        try:
            options = _in_regex(flags) | _regex().VERSION0
            return _regex().compile(as_in_re(text), options, cache_pattern=False)
        except (_regex().error, ValueError):
            raise NotEvaluatedError(f"the regular expression {text!r}") from None


def _in_regex(flags: int) -> int:
    """Return flags of `re` as flags of `regex`, whose numbers differ."""
    return sum(int(getattr(_regex(), flag)) for flag in _FLAGS if flags & getattr(re, flag))


def _regex() -> Any:
    import regex  # slow to import, and not always needed

    return regex


@functools.cache
def _unusual() -> Any:
    return _regex().compile(_UNUSUAL)


def as_in_re(text: str) -> str:
    """Return the pattern in the richer notation of `regex`.

    Braces that are no quantifier (there: fuzzy matching) and brackets inside a class of characters
    (there: POSIX classes) are escaped.
    """
    result: list[str] = []
    at, inside = 0, False
    # Read part by part, as brackets and braces mean something else inside a class.
    while at < len(text):
        match = (_INSIDE if inside else _OUTSIDE).match(text, at)
        part = match[0] if match else text[at]
        literal = part == "{" or (inside and part == "[")
        inside = part != "]" if inside else part.startswith("[")
        result.append("\\" + part if literal else part)
        at += len(part)
    return "".join(result)


def check_known(expression: Any, string: str) -> None:
    """Raise NotEvaluatedError if the results of `re` and `regex` may differ."""
    if (_unusual().search(string) and _CLASSES.search(expression.pattern)) or (
        not string and r"\B" in expression.pattern
    ):
        raise NotEvaluatedError("a regular expression on unusual characters")


_REPEATS = re._parser._REPEATCODES  # type: ignore[attr-defined]


@functools.lru_cache(256)
def expanded_size(text: str, flags: int = 0) -> int:
    """Return the number of parts (characters, sets, groups, alternatives) a pattern is compiled to.

    Raise as `re.compile` does.
    """
    total = 0
    stack: list[tuple[Any, int]] = [(parse_pattern(text, flags), 1)]
    while stack:
        sequence, times = stack.pop()
        for operator, argument in sequence:
            total += times
            # Repetitions beyond the minimum are not copied.
            demanded = 1
            if operator in _REPEATS:
                demanded = max(argument[0], 1)
            stack += [(inner, times * demanded) for inner in _sequences(argument)]
    return total


def _sequences(argument: Any) -> Iterator[Any]:
    """Yield the sequences of parts in the argument of an operator of `re`'s parser."""
    if isinstance(argument, re._parser.SubPattern):  # type: ignore[attr-defined]
        yield argument
    elif isinstance(argument, (tuple, list)):
        for item in argument:
            yield from _sequences(item)
