"""Regular expressions under a limit of time: the `regex` module runs what Python's `re` accepts.

`re` cannot be stopped, and a pattern like `(a+)+$` takes it for ever. The notation of `regex` is a superset, so what
only that module would understand is written out as plain characters, as `re` takes it.
"""

from __future__ import annotations

import functools
import itertools
import re
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from yaql.standard_library import regex as std

from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.bounds import Budget
    from muranopl.semantics.evaluation.frames import Frame

# The parts of a pattern that matter here: escapes, the begin of a class of characters, quantifiers.
_INSIDE = re.compile(r"\\N\{[^}]*\}|\\.|.", re.DOTALL)
_OUTSIDE = re.compile(r"\[\^?\]?|\{(?:\d+(?:,\d*)?|,\d*)\}|" + _INSIDE.pattern, re.DOTALL)
# What the two modules do not agree about: numerals and combining marks are letters to `\w` in one of them only, four
# control characters are space to `\s`. And `\B` is in an empty text in one of them.
_CLASSES = re.compile(r"\\[wWbBsS]")
_UNUSUAL = r"[\p{No}\p{Nl}\p{M}\x1c-\x1f]"


class Pattern:
    """A regular expression: what `regex()` gives. It has nothing that expressions could reach."""

    __slots__ = ("compiled",)

    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled

    def __repr__(self) -> str:
        return f"regex({self.compiled.pattern!r})"


def compiled(text: str, budget: Budget, flags: int = 0) -> Any:
    """A pattern of the `regex` module.

    Raises EvaluationError where it is no regular expression, ExhaustedError, NotEvaluatedError where `regex` alone
    refuses it.
    """
    if len(text) > budget.limits.pattern:
        raise ExhaustedError(f"a regular expression is longer than {budget.limits.pattern} characters")
    try:
        return _compiled(text, flags)
    except (re.error, OverflowError) as error:
        raise EvaluationError(f"{text!r} is no regular expression: {error}") from None


@functools.lru_cache(256)
def _compiled(text: str, flags: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        re.compile(text, flags)
        try:
            return _regex().compile(as_in_re(text), flags | _regex().VERSION0)
        except _regex().error:
            raise NotEvaluatedError(f"the regular expression {text!r}") from None


def _regex() -> Any:
    import regex  # noqa: PLC0415 - slow to import, and not always needed

    return regex


@functools.cache
def _unusual() -> Any:
    return _regex().compile(_UNUSUAL)


def as_in_re(text: str) -> str:
    """The same pattern for `regex`, whose notation says more.

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


def new(frame: Frame, pattern: str, ignore_case: bool, multi_line: bool, dot_all: bool) -> Pattern:
    """`regex(pattern, ignoreCase, multiLine, dotAll)`."""
    flags = re.UNICODE | (re.IGNORECASE * ignore_case) | (re.MULTILINE * multi_line) | (re.DOTALL * dot_all)
    return Pattern(compiled(pattern, frame.run.budget, int(flags)))


def _found(frame: Frame, pattern: Pattern | str, string: str) -> Any:
    expression = compiled(pattern, frame.run.budget) if isinstance(pattern, str) else pattern.compiled
    _check_known(expression, string)
    return frame.run.budget.matching(expression.search, string)


def _check_known(expression: Any, string: str) -> None:
    """Raise NotEvaluatedError where the two modules may not agree."""
    if (_unusual().search(string) and _CLASSES.search(expression.pattern)) or (
        not string and r"\B" in expression.pattern
    ):
        message = "a regular expression on unusual characters"
        raise NotEvaluatedError(message)


def matches(frame: Frame, regexp: Pattern, string: str) -> bool:
    """`regexp.matches(string)`."""
    return _found(frame, regexp, string) is not None


def text_matches(frame: Frame, string: str, regexp: Pattern | str) -> bool:
    """`string.matches(regexp)` and `string =~ regexp`."""
    return _found(frame, regexp, string) is not None


def text_does_not_match(frame: Frame, string: str, regexp: Pattern | str) -> bool:
    """`string !~ regexp`."""
    return _found(frame, regexp, string) is None


def _publish(context: Any, match: Any) -> None:
    """The groups of a match as variables: `$1` is all of it, `$2` the first group, a named group has its name as well.

    yaql itself fails on every pattern with named groups, so their names are only known to be what was intended.
    """
    for number in range(match.re.groups + 1):
        context[f"${number + 1}"] = _group(match, number)
    if match.groupdict():
        message = "a pattern with named groups cannot be used with a selector"
        raise EvaluationError(message)


def _group(match: Any, number: int) -> dict[str, Any]:
    return {"value": match.group(number), "start": match.start(number), "end": match.end(number)}


def search(frame: Frame, context: Any, regexp: Pattern, string: str, selector: Callable[[Any], Any] | None) -> Any:
    """`regexp.search(string, selector)`."""
    match = _found(frame, regexp, string)
    if match is None or selector is None:
        return None if match is None else match.group()
    below = context.create_child_context()
    _publish(below, match)
    return selector(below)


def search_all(
    frame: Frame, context: Any, regexp: Pattern, string: str, selector: Callable[[Any], Any] | None
) -> Iterator[Any]:
    """`regexp.searchAll(string, selector)`."""
    for match in _matches(frame, regexp, string):
        if selector is None:
            yield match.group()
            continue
        below = context.create_child_context()
        _publish(below, match)
        yield selector(below)


def _matches(frame: Frame, regexp: Pattern, string: str) -> Iterator[Any]:
    """All matches, each taken under the time that is left when it is asked for."""
    budget = frame.run.budget
    _check_known(regexp.compiled, string)
    scanner = budget.matching(regexp.compiled.finditer, string)
    while True:
        budget.spend(1)
        match = budget.matching(lambda **_: next(scanner, None))
        if match is None:
            return
        yield match


def split(frame: Frame, regexp: Pattern, string: str, max_split: int) -> Any:
    """`regexp.split(string, maxSplit)`."""
    _check_known(regexp.compiled, string)
    return frame.run.budget.matching(regexp.compiled.split, string, max_split)


def text_split(frame: Frame, string: str, regexp: Pattern, max_split: int) -> Any:
    """`string.split(regexp, maxSplit)`."""
    return split(frame, regexp, string, max_split)


def replace(frame: Frame, regexp: Pattern, string: str, repl: str, count: int) -> str:
    """`regexp.replace(string, repl, count)`; `repl` may refer to groups."""
    _check_template(regexp.compiled, repl)
    return _substituted(frame, regexp, string, lambda match: match.expand(repl), count)


def _check_template(pattern: Any, repl: str) -> None:
    """Let `re` refuse what it would refuse, with a pattern that has the same groups and never takes time."""
    if "\\" not in repl:
        return
    names = {number: f"?P<{name}>" for name, number in pattern.groupindex.items()}
    groups = "".join(f"({names.get(number, '')})" for number in range(1, pattern.groups + 1))
    try:
        re.sub(groups, repl, "")
    except (re.error, IndexError) as error:
        raise EvaluationError(f"{repl!r} is no replacement: {error}") from None


def text_replace(frame: Frame, string: str, regexp: Pattern, repl: str, count: int) -> str:
    """`string.replace(regexp, repl, count)`."""
    return replace(frame, regexp, string, repl, count)


def replace_by(frame: Frame, context: Any, regexp: Pattern, string: str, repl: Callable[[Any], str], count: int) -> str:
    """`regexp.replaceBy(string, repl, count)`; the groups stay visible in what comes after, as yaql has it."""

    def replacement(match: Any) -> str:
        below = context.create_child_context()
        _publish(context, match)
        return repl(below)

    return _substituted(frame, regexp, string, replacement, count)


def text_replace_by(
    frame: Frame, context: Any, string: str, regexp: Pattern, repl: Callable[[Any], str], count: int
) -> str:
    """`string.replaceBy(regexp, repl, count)`."""
    return replace_by(frame, context, regexp, string, repl, count)


def _substituted(frame: Frame, regexp: Pattern, string: str, replacement: Callable[[Any], str], count: int) -> str:
    parts: list[str] = []
    end = 0
    length = len(string)
    for match in itertools.islice(_matches(frame, regexp, string), count or None) if count >= 0 else ():
        parts += (string[end : match.start()], replacement(match))
        end = match.end()
        length += len(parts[-1])
        frame.run.budget.text(length)
    return "".join((*parts, string[end:]))


def is_regex(frame: Frame, value: Any) -> bool:
    """`isRegex(value)`."""
    return isinstance(value, Pattern)


REPLACED = {
    std.regex: new,
    std.matches: matches,
    std.matches_: text_matches,
    std.matches_operator_regex: text_matches,
    std.matches_operator_string: text_matches,
    std.not_matches_operator_regex: text_does_not_match,
    std.not_matches_operator_string: text_does_not_match,
    std.search: search,
    std.search_all: search_all,
    std.split: split,
    std.split_string: text_split,
    std.replace: replace,
    std.replace_string: text_replace,
    std.replace_by: replace_by,
    std.replace_by_string: text_replace_by,
    std.is_regex: is_regex,
}
