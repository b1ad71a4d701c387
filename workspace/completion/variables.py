"""Variables that code at the cursor may read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.location import locate, parse_line

_VARIABLE = re.compile(r"\$([^\W\d]\w*)")
_OWN = {
    "$": "The object of the class, or the value in a predicate; in an argument of a function such as "
    "`select()` the item.",
    "$this": "The object of the class.",
}


def variables(cursor: Cursor, start: int) -> Iterator[Completion]:
    """Yield the variables that the code above sets, and `$` and `$this`."""
    for name, words in _OWN.items():
        yield Completion(name, CompletionKind.VARIABLE, name, start + 1, words=words, order=3)
    steps = cursor.location.steps
    if "Methods" not in steps[:1] and "Workflow" not in steps[:1]:
        return
    for name, words in _of_method(cursor).items():
        if name != "$this":
            yield Completion(name, CompletionKind.VARIABLE, name, start + 1, words=words, order=2)


def _of_method(cursor: Cursor) -> dict[str, str]:
    """Return the variables of the method around the cursor: its arguments, and what it sets."""
    numbers = cursor.location.lines
    begin = numbers[1] if len(numbers) > 1 else cursor.line
    result: dict[str, str] = {}
    for number in range(begin, cursor.line):
        text = cursor.lines[number]
        for name in _VARIABLE.findall(text):
            result.setdefault(f"${name}", "A variable of the method.")
        result.update(_named(text, number, cursor.lines))
    return result


def _named(text: str, number: int, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what a line declares: an argument, or the variable of `For` or `As`."""
    line = parse_line(text)
    if not line.entries:
        return
    key = line.entries[-1].key
    if key in {"For", "As"} and line.rest:
        yield f"${line.rest.split()[0]}", "A variable of the method."
    elif line.entries[0].key is None and key is not None and not line.rest:
        steps = locate(lines, number, line.entries[-1].column).steps
        if steps[2:] == ("Arguments", None):
            yield f"${key}", "An argument of the method."
