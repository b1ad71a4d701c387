"""FunctionGroup of regular expressions, under a limit of time."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

from yaql.standard_library import regex as std

from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.regular_expressions import Pattern, check_known, compiled


def new(frame: VariableFrame, pattern: str, ignore_case: bool, multi_line: bool, dot_all: bool) -> Pattern:
    """`regex(pattern, ignoreCase, multiLine, dotAll)`."""
    flags = re.UNICODE | (re.IGNORECASE * ignore_case) | (re.MULTILINE * multi_line) | (re.DOTALL * dot_all)
    return Pattern(compiled(pattern, frame.budget, int(flags)))


def _found(frame: VariableFrame, pattern: Pattern | str, string: str) -> Any:
    expression = compiled(pattern, frame.budget) if isinstance(pattern, str) else pattern.compiled
    check_known(expression, string)
    return frame.budget.matching(expression.search, string)


def matches(frame: VariableFrame, regexp: Pattern, string: str) -> bool:
    """`regexp.matches(string)`."""
    return _found(frame, regexp, string) is not None


def text_matches(frame: VariableFrame, string: str, regexp: Pattern | str) -> bool:
    """`string.matches(regexp)` and `string =~ regexp`."""
    return _found(frame, regexp, string) is not None


def text_does_not_match(frame: VariableFrame, string: str, regexp: Pattern | str) -> bool:
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


def search(
    frame: VariableFrame, context: Any, regexp: Pattern, string: str, selector: Callable[[Any], Any] | None
) -> Any:
    """`regexp.search(string, selector)`."""
    match = _found(frame, regexp, string)
    if match is None or selector is None:
        return None if match is None else match.group()
    below = context.create_child_context()
    _publish(below, match)
    return selector(below)


def search_all(
    frame: VariableFrame, context: Any, regexp: Pattern, string: str, selector: Callable[[Any], Any] | None
) -> Iterator[Any]:
    """`regexp.searchAll(string, selector)`."""
    for match in _matches(frame, regexp, string):
        if selector is None:
            yield match.group()
            continue
        below = context.create_child_context()
        _publish(below, match)
        yield selector(below)


def _matches(frame: VariableFrame, regexp: Pattern, string: str) -> Iterator[Any]:
    """All matches, each taken under the time that is left when it is asked for."""
    budget = frame.budget
    check_known(regexp.compiled, string)
    scanner = budget.matching(regexp.compiled.finditer, string)
    while True:
        budget.spend(1)
        match = budget.matching(lambda **_: next(scanner, None))
        if match is None:
            return
        yield match


def split(frame: VariableFrame, regexp: Pattern, string: str, max_split: int) -> Any:
    """`regexp.split(string, maxSplit)`."""
    check_known(regexp.compiled, string)
    return frame.budget.matching(regexp.compiled.split, string, max_split)


def text_split(frame: VariableFrame, string: str, regexp: Pattern, max_split: int) -> Any:
    """`string.split(regexp, maxSplit)`."""
    return split(frame, regexp, string, max_split)


def replace(frame: VariableFrame, regexp: Pattern, string: str, repl: str, count: int) -> str:
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


def text_replace(frame: VariableFrame, string: str, regexp: Pattern, repl: str, count: int) -> str:
    """`string.replace(regexp, repl, count)`."""
    return replace(frame, regexp, string, repl, count)


def replace_by(
    frame: VariableFrame, context: Any, regexp: Pattern, string: str, repl: Callable[[Any], str], count: int
) -> str:
    """`regexp.replaceBy(string, repl, count)`; the groups stay visible in what comes after, as yaql has it."""

    def replacement(match: Any) -> str:
        below = context.create_child_context()
        _publish(context, match)
        return repl(below)

    return _substituted(frame, regexp, string, replacement, count)


def text_replace_by(
    frame: VariableFrame, context: Any, string: str, regexp: Pattern, repl: Callable[[Any], str], count: int
) -> str:
    """`string.replaceBy(regexp, repl, count)`."""
    return replace_by(frame, context, regexp, string, repl, count)


def _substituted(
    frame: VariableFrame, regexp: Pattern, string: str, replacement: Callable[[Any], str], count: int
) -> str:
    parts: list[str] = []
    end = 0
    length = len(string)
    for match in itertools.islice(_matches(frame, regexp, string), count or None) if count >= 0 else ():
        parts += (string[end : match.start()], replacement(match))
        end = match.end()
        length += len(parts[-1])
        frame.budget.text(length)
    return "".join((*parts, string[end:]))


def is_regex(frame: VariableFrame, value: Any) -> bool:
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
