"""Proposes functions of Heat templates, by the version of the template."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.read.heat.arguments import LISTS, MAPPINGS, argument_words, keys_of
from muranopl.read.heat.readers import HeatCondition, HeatValue
from muranopl.read.heat.versions import FUNCTION_WORDS, condition_functions, functions
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import indented, key

_WRITTEN = re.compile(r"(?P<brace>\{\s*)?(?P<text>[\w:]*)\Z")
_NAMING = frozenset({"get_param", "get_resource", "get_attr", "get_file", "resource_facade"})
_IN_LISTS = frozenset({*LISTS, "get_attr"})


def proposals(
    cursor: Cursor, shape: HeatValue | HeatCondition, text: str, *, in_value: bool
) -> Iterator[Completion]:
    """Yield the functions that may be called at the cursor, and the keys of their arguments.

    `text` is the written part of what stands there.
    """
    steps = cursor.location.steps
    arguments = () if in_value or not steps else keys_of(steps[-1] or "")
    for name in arguments:
        if name not in cursor.location.siblings:
            yield key(cursor, name, f"Argument of `{steps[-1]}`.", " ")
    named = next((step for step in reversed(steps) if step is not None), None)
    # A call is the only key of its mapping
    has_keys = bool(cursor.location.siblings) and not in_value
    if arguments or has_keys or named in _NAMING:
        return
    written = _WRITTEN.match(text)
    if written is None:
        return
    version = cursor.heat_version
    is_condition = isinstance(shape, HeatCondition)
    allowed = condition_functions(version) if is_condition else functions(version)
    for name in sorted(allowed):
        yield _call(cursor, name, len(written["text"]), is_value=in_value)


def _call(cursor: Cursor, name: str, typed: int, *, is_value: bool) -> Completion:
    """Return the proposal of a call: in a value in braces, else as the key of a mapping."""
    argument = _argument(name, is_value=is_value)
    text = f"{name}: {argument}" if argument[:1] != "\n" else f"{name}:{argument}"
    return Completion(
        name,
        CompletionKind.FUNCTION,
        f"{{ {text} }}" if is_value else indented(text, cursor.location.start),
        cursor.column - typed + 1,
        snippet=True,
        words=FUNCTION_WORDS[name],
        detail=argument_words(name) or "",
        order=7,
    )


def _argument(name: str, *, is_value: bool) -> str:
    """Return the argument of a function, with the places to fill in."""
    required, _ = MAPPINGS.get(name, ((), ()))
    if required:
        keys = keys_of(name)
        if not is_value:
            return "".join(f"\n  {key}: ${at}" for at, key in enumerate(keys, 1))
        inner = ", ".join(f"{key}: ${at}" for at, key in enumerate(keys, 1))
        return f"{{ {inner} }}"
    return "[$1]" if name in _IN_LISTS else "$1"
