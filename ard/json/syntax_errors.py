"""Explains syntax errors of JSON for `loader`: the author's likely mistake, and its remedy."""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

import msgspec

from muranopl.ard.descriptions import quoted
from muranopl.ard.nodes import Node
from muranopl.ard.sources.file_names import shown

_BLANKS = " \t\n\r"
_LINE_END = re.compile("[\r\n]|$")
_GOOD_CHARACTERS = re.compile(r'[^"\\\x00-\x1f]*+')
_GOOD_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_BAD_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,4}")
_COMMENT = re.compile("#|//|/[*]")
_NUMBER = re.compile("[-+]?[.]?[0-9]")
_SPELLINGS = {
    "true": "true",
    "false": "false",
    "null": "null",
    "none": "null",
    "nil": "null",
    "undefined": "null",
}
_QUOTES = "'`\u2018\u2019\u201c\u201d\u00ab"


class Expected(enum.Enum):
    """The token that may come next.

    ITEM and FIRST_KEY also allow the end of the container, MORE a comma or the end.
    """

    VALUE = enum.auto()
    ITEM = enum.auto()
    KEY = enum.auto()
    FIRST_KEY = enum.auto()
    COLON = enum.auto()
    MORE = enum.auto()
    END = enum.auto()


class OpenContainer(msgspec.Struct, eq=False):
    """A list or mapping being read, or the whole text.

    The offset of its bracket, and the nodes read so far. Children of a mapping are keys and values
    in turn.
    """

    start: int
    is_mapping: bool
    children: list[Node]


class SyntaxProblem(NamedTuple):
    """A problem of the characters from `start` up to `end`, and its remedy.

    `related` is the offset of the bracket that explains it.
    """

    start: int
    end: int
    problem: str
    remedy: str | None = None
    related: int | None = None


def unexpected(
    text: str, start: int, end: int, expected: Expected, container: OpenContainer | None
) -> SyntaxProblem:
    """Return the problem of a token that is not the expected one."""
    token = text[start:end]
    general = _unprintable(text, start) or _comment(token, start, end)
    if general is not None:
        return general
    named = f"`{token}`" if len(token) == 1 else shown(quoted(token.strip('"')))
    is_closing = token in {"]", "}"} and container is not None
    before = text[:start].rstrip(_BLANKS)
    if is_closing and before.endswith(","):
        problem = f"trailing comma before `{token}`"
        return SyntaxProblem(len(before) - 1, len(before), problem, "remove the comma")
    if expected is Expected.END:
        return SyntaxProblem(
            start, end, f"{named} follows the end of the value", "write a single value in the file"
        )
    if expected is Expected.COLON:
        return SyntaxProblem(start, end, f"a colon must follow the key, not {named}")
    if is_closing and container is not None and expected not in {Expected.VALUE, Expected.KEY}:
        name, sign = ("mapping", "}") if container.is_mapping else ("list", "]")
        problem = f"{named} cannot close a {name}: use `{sign}`"
        return SyntaxProblem(start, start + 1, problem, related=container.start)
    if expected is Expected.MORE:
        problem = "must be preceded by a comma"
        if named == "`:`":
            problem = "cannot follow a value"
        return SyntaxProblem(start, end, f"{named} {problem}")
    # A bracket or sign is not a key without quotes, but a defect of its own.
    is_key = expected in {Expected.KEY, Expected.FIRST_KEY}
    if is_key and token not in set("]}[{:,"):
        remedy = f'write "{shown(token.strip(_QUOTES))}"'
        return SyntaxProblem(start, end, "a key must be in double quotes", remedy)
    return SyntaxProblem(
        start, end, f"{'a key' if is_key else 'a value'} is expected here, not {named}"
    )


def bad_word(text: str, start: int, end: int) -> SyntaxProblem:
    """Return the problem of a word that is not a JSON value."""
    word = text[start:end]
    general = _unprintable(text, start) or _comment(word, start, end)
    if general is not None:
        return general
    problem = f"{shown(quoted(word))} is not a JSON value"
    remedy = "strings must be in double quotes"
    if word[0] in _QUOTES:
        problem, remedy = remedy, 'write "..."'
    elif word.lower() in _SPELLINGS:
        remedy = f"write {_SPELLINGS[word.lower()]}"
    elif _NUMBER.match(word):
        problem = f"{shown(quoted(word))} is not a valid JSON number"
        remedy = "write digits without a leading zero or plus, and digits on both sides of the point; or quote it"
    return SyntaxProblem(start, end, problem, remedy)


def bad_text(text: str, start: int) -> SyntaxProblem:
    """Return the problem of a quoted text that begins at `start`.

    It is not closed, or has a bad escape or a bad character.
    """
    at = _good_end(text, start + 1)
    sign = text[at : at + 1]
    line_end = _LINE_END.search(text, at)
    end = line_end.start() if line_end else len(text)
    if sign == "\\" and at + 1 < end:
        escape = _BAD_ESCAPE.match(text, at)
        end = escape.end() if escape else at + 2
        problem = f"the escape `{shown(text[at:end])}` does not exist"
        return SyntaxProblem(at, end, problem, "write a backslash as `\\\\`")
    if at < end and sign != "\\":
        remedy = "write `\\t`"
        if sign != "\t":
            remedy = f"write `\\u{ord(sign):04x}`"
        return SyntaxProblem(
            at, at + 1, f"the character U+{ord(sign):04X} is not allowed in strings", remedy
        )
    remedy = "add the closing quote; a line end inside a string is written `\\n`"
    return SyntaxProblem(start, end, "the string that begins here has no closing quote", remedy)


def _good_end(text: str, start: int) -> int:
    """Return where the valid part of a quoted text ends.

    One pattern for all of it would be a possessive group of alternatives, which Python matches
    wrongly up to 3.11.4, or take memory for each character.
    """
    at = start
    while True:
        good = _GOOD_CHARACTERS.match(text, at)
        at = good.end() if good else at
        escape = _GOOD_ESCAPE.match(text, at)
        if escape is None:
            return at
        at = escape.end()


def early_end(container: OpenContainer | None) -> SyntaxProblem:
    """Return the problem of a text that ends too early, possibly inside a list or mapping."""
    if container is None:
        return SyntaxProblem(0, 0, "the file is empty")
    name = "mapping" if container.is_mapping else "list"
    return SyntaxProblem(
        container.start, container.start + 1, f"the {name} that begins here is not closed"
    )


def _unprintable(text: str, start: int) -> SyntaxProblem | None:
    sign = text[start]
    if sign.isprintable():
        return None
    remedy = "save the file as UTF-8" if sign == "\0" else None
    return SyntaxProblem(
        start, start + 1, f"the character U+{ord(sign):04X} is not allowed here", remedy
    )


def _comment(token: str, start: int, end: int) -> SyntaxProblem | None:
    if _COMMENT.match(token) is None:
        return None
    return SyntaxProblem(start, end, "JSON has no comments", "remove the comment")
