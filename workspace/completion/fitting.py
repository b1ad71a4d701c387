"""Fits proposals to the text behind the cursor: the word that they replace, and what is written after it."""

from __future__ import annotations

import re

import msgspec

from muranopl.workspace.completion.completion import Completion, CompletionKind

_NAME = re.compile(r"\w*")
_SCALAR = re.compile(r"(?:[\w./-]|:(?=\w))*")
_COLON = re.compile(r"\s*:(?:\s|\Z)")
_KEY = re.compile(r"""(?:- )?(?:'[^']*'|"[^"]*"|(?:[^\s:]|:(?=\S))+)(?=:(?:\s|\Z))""")
_END = re.compile(r"[\s\])},]*(?:#.*)?")
_NAMES = frozenset(
    {
        CompletionKind.PROPERTY,
        CompletionKind.METHOD,
        CompletionKind.ARGUMENT,
        CompletionKind.VARIABLE,
        CompletionKind.FUNCTION,
        CompletionKind.FORM,
        CompletionKind.FIELD,
    }
)
"""The kinds of parts of expressions."""
_QUOTES, _PAIRS = frozenset("'\""), {"(": ")", "[": "]", "{": "}"}
_BLOCKS = frozenset({CompletionKind.SKELETON, CompletionKind.INSTRUCTION})


def fitted(item: Completion, cursor: int, rest: str) -> Completion | None:
    """Return a proposal at a cursor, a column from 1, with the `rest` of its line behind that.

    None for one that has no place before what is written there.
    """
    is_key = _COLON.match(rest, _behind(_NAME, rest)) is not None
    is_name = item.kind in _NAMES and not is_key
    # A whole contract replaces one that is written
    is_value = item.kind is CompletionKind.SKELETON and "\n" not in item.text
    length = _value(rest) if is_value else _behind(_NAME if is_name else _SCALAR, rest)
    # Right before a name another one may begin, but two values next to each other are none
    is_glued = is_name or (item.start < cursor and not is_value)
    result = item if is_value else _before(item, rest[length:])
    return result and msgspec.structs.replace(
        result,
        insert_end=cursor if is_glued else cursor + length,
        replace_end=cursor + length,
    )


def _behind(pattern: re.Pattern[str], rest: str) -> int:
    match = pattern.match(rest)
    return 0 if match is None else match.end()


def _value(rest: str) -> int:
    """Return the length of the value that the rest of a line begins with, without a comment behind it."""
    closing: list[str] = []
    for at, sign in enumerate(rest):
        if closing and sign == closing[-1]:
            closing.pop()
        elif closing and closing[-1] in _QUOTES:
            continue
        elif sign in _QUOTES:
            closing.append(sign)
        elif sign in _PAIRS:
            closing.append(_PAIRS[sign])
        elif not closing and (sign in ",)]}" or (rest[:at].endswith(" ") and sign == "#")):
            return len(rest[:at].rstrip())
    return len(rest.rstrip())


def _before(item: Completion, after: str) -> Completion | None:
    """Return a proposal without the parts of its text that are written behind it already."""
    text = item.text
    if _END.fullmatch(after):
        return item
    if _COLON.match(after):
        key = _KEY.match(text)
        if item.kind in _BLOCKS and (key is None or key[0].removeprefix("- ") != item.label):
            return None
        return _shortened(item, text if key is None else key[0])
    if item.kind in _BLOCKS:
        return None
    if after[0] in "([" and after[0] in text:
        return _shortened(item, text.partition(after[0])[0])
    if after.lstrip().startswith("=>"):
        return _shortened(item, text.removesuffix(" => "))
    first = text.partition("\n")[0]
    return _shortened(item, first.removesuffix(" ") if after[0] == " " else first)


def _shortened(item: Completion, text: str) -> Completion:
    if text == item.text:
        return item
    return msgspec.structs.replace(item, text=text, snippet=False)
