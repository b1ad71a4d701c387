"""Replaces yaql's functions of regular expressions by those with a time limit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

from yaql.standard_library import regex as std

from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.parameters import Replacements
from muranopl.semantics.evaluation.regular_expressions import (
    Pattern,
    check_known,
    compiled,
    error_name,
)

Selector = Callable[[VariableFrame], Any]

REPLACED = Replacements()


@REPLACED.add(std.regex)
def new(
    frame: VariableFrame, pattern: str, ignore_case: bool, multi_line: bool, dot_all: bool
) -> Pattern:
    """Implement `regex(pattern, ignoreCase, multiLine, dotAll)`."""
    flags = (
        re.UNICODE
        | (re.IGNORECASE * ignore_case)
        | (re.MULTILINE * multi_line)
        | (re.DOTALL * dot_all)
    )
    return Pattern(compiled(pattern, frame.budget, int(flags)))


def _found(frame: VariableFrame, pattern: Pattern | str, string: str) -> Any:
    if isinstance(pattern, str):
        expression = compiled(pattern, frame.budget)
    else:
        expression = pattern.compiled
    check_known(expression, string)
    return frame.budget.matching(expression.search, string)


@REPLACED.add(std.matches)
@REPLACED.add(std.matches_, std.matches_operator_regex, std.matches_operator_string, swapped=True)
def matches(frame: VariableFrame, regexp: Pattern | str, string: str) -> bool:
    """Implement `regexp.matches(string)`, `string.matches(regexp)` and `string =~ regexp`."""
    return _found(frame, regexp, string) is not None


@REPLACED.add(std.not_matches_operator_regex, std.not_matches_operator_string, swapped=True)
def does_not_match(frame: VariableFrame, regexp: Pattern | str, string: str) -> bool:
    """Implement `string !~ regexp`."""
    return _found(frame, regexp, string) is None


def _publish(frame: VariableFrame, match: Any) -> None:
    """Set the groups of a match as variables: `$1` is the match, `$2` the first group.

    A named group would be available by its name too: yaql fails on every pattern with named groups,
    so that only the intention is known.
    """
    for number in range(match.re.groups + 1):
        frame[f"${number + 1}"] = _group(match, number)
    if match.groupdict():
        raise EvaluationError("a pattern with named groups cannot be used with a selector")


def _group(match: Any, number: int) -> dict[str, Any]:
    return {"value": match.group(number), "start": match.start(number), "end": match.end(number)}


def _selected(frame: VariableFrame, match: Any, selector: Selector | None) -> Any:
    if selector is None:
        return match.group()
    below = frame.create_child_context()
    _publish(below, match)
    return selector(below)


@REPLACED.add(std.search)
def search(frame: VariableFrame, regexp: Pattern, string: str, selector: Selector | None) -> Any:
    """Implement `regexp.search(string, selector)`."""
    match = _found(frame, regexp, string)
    if match is None:
        return None
    return _selected(frame, match, selector)


@REPLACED.add(std.search_all)
def search_all(
    frame: VariableFrame, regexp: Pattern, string: str, selector: Selector | None
) -> Iterator[Any]:
    """Implement `regexp.searchAll(string, selector)`."""
    return (_selected(frame, match, selector) for match in _matches(frame, regexp, string))


def _matches(frame: VariableFrame, regexp: Pattern, string: str) -> Iterator[Any]:
    """Yield all matches; each is searched for with the time that is left by then."""
    budget = frame.budget
    check_known(regexp.compiled, string)
    scanner = budget.matching(regexp.compiled.finditer, string)
    while True:
        budget.spend(1)
        # The scanner has its own timeout, so that of `matching` is dropped.
        match = budget.matching(lambda **_: next(scanner, None))
        if match is None:
            return
        yield match


@REPLACED.add(std.split)
@REPLACED.add(std.split_string, swapped=True)
def split(frame: VariableFrame, regexp: Pattern, string: str, max_split: int) -> Any:
    """Implement `regexp.split(string, maxSplit)` and `string.split(regexp, maxSplit)`."""
    check_known(regexp.compiled, string)
    return frame.budget.matching(regexp.compiled.split, string, max_split)


@REPLACED.add(std.replace)
@REPLACED.add(std.replace_string, swapped=True)
def replace(frame: VariableFrame, regexp: Pattern, string: str, repl: str, count: int) -> str:
    """Implement `regexp.replace(string, repl, count)`, and the same called on the string.

    `repl` may refer to groups.
    """
    _check_template(regexp.compiled, repl)
    return _substituted(frame, regexp, string, lambda match: match.expand(repl), count)


def _check_template(pattern: Any, repl: str) -> None:
    """Raise EvaluationError for a template that `re` refuses.

    It is checked with a pattern that has the same groups and takes no time.
    """
    if "\\" not in repl:
        return
    names = {number: f"?P<{name}>" for name, number in pattern.groupindex.items()}
    groups = "".join(f"({names.get(number, '')})" for number in range(1, pattern.groups + 1))
    try:
        re.sub(groups, repl, "")
    except (re.error, IndexError) as error:
        raise EvaluationError(f"{repl!r} is not a replacement: {error}").known_as(
            error_name(error)
        ) from None


@REPLACED.add(std.replace_by)
@REPLACED.add(std.replace_by_string, swapped=True)
def replace_by(
    frame: VariableFrame, regexp: Pattern, string: str, repl: Selector, count: int
) -> str:
    """Implement `regexp.replaceBy(string, repl, count)`, and the same called on the string.

    As in yaql, the groups remain visible in later expressions. Null is replaced by an empty text.
    """

    def replacement(match: Any) -> str:
        below = frame.create_child_context()
        _publish(frame, match)
        text: str | None = repl(below)
        return "" if text is None else text

    return _substituted(frame, regexp, string, replacement, count)


def _substituted(
    frame: VariableFrame,
    regexp: Pattern,
    string: str,
    replacement: Callable[[Any], str],
    count: int,
) -> str:
    parts: list[str] = []
    end = 0
    length = len(string)
    if count < 0:
        return string
    for match in itertools.islice(_matches(frame, regexp, string), count or None):
        parts += (string[end : match.start()], replacement(match))
        end = match.end()
        length += len(parts[-1])
        frame.budget.text(length)
    return "".join((*parts, string[end:]))


@REPLACED.add(std.is_regex)
def is_regex(frame: VariableFrame, value: Any) -> bool:
    """Implement `isRegex(value)`."""
    return isinstance(value, Pattern)
