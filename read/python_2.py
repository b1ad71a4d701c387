"""Rewrites Python 2 so that Python 3 can parse it; nearly all characters keep their line and column.

Agents that run on Python 2 take execution plans with what only it has: `print` and `exec` statements,
`except E, name`, backticks, `<>`, numbers such as `0777` and `10L`, tuples as parameters of a lambda. What a
rewritten text does is not what the plan does: it has the same names and the same faults of syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.diagnostics.patterns import lazy_pattern

_TOKEN = lazy_pattern(
    r"""
    (?P<text>[a-zA-Z]{0,2}(?:'''(?:\\.|[^\\])*?'''|\"""(?:\\.|[^\\])*?\"""|'(?:\\.|[^\\'\n])*'|"(?:\\.|[^\\"\n])*"))
    |(?P<comment>\#[^\n]*)
    |(?P<name>[^\W\d]\w*)
    |(?P<number>\d[\w.]*)
    |(?P<line>\n)
    |(?P<blank>(?:[^\S\n]|\\\n)+)
    |(?P<sign><>|>>|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_STATEMENTS = {"print": "(1),", "exec": "exec,", "raise": "(1),"}
"""Statements that become tuples with what follows them."""
_ALL = "globals"
"""The name that replaces `*` in `import *`: any name may be defined then."""
_NAMES = frozenset({"async", "await", "nonlocal"})
"""Names that became keywords."""
_OCTAL = lazy_pattern(r"0\d+")


def rewritten(text: str) -> str:
    """Return a text of Python 2 as one that Python 3 can parse."""
    return "".join(_rewritten(text))


def _rewritten(text: str) -> Iterator[str]:
    before, depth, statement = "", 0, ""
    open_backtick = False
    lambda_parentheses: list[int] = []
    for token in _TOKEN.finditer(text):
        kind, word = token.lastgroup, token[0]
        if kind in {"blank", "comment"}:
            yield word
            continue
        starts = before in {"", "\n", ";", ":"} and not depth
        if starts:
            statement = word
        result = word
        if kind == "line":
            # Within brackets a line goes on
            word = before if depth else word
        elif kind == "text" and word[:2].lower() == "ur":
            result = " " + word[1:]
        elif kind == "number":
            result = word.removesuffix("L").removesuffix("l").ljust(len(word))
            if _OCTAL.fullmatch(result.rstrip()):
                result = "1" + result[1:]
        elif kind == "name" and starts and word in _STATEMENTS:
            result = _STATEMENTS[word].ljust(len(word))
        elif kind == "name" and word in _NAMES:
            result = "_" + word[1:]
        elif word == "<>":
            result = "!="
        elif word == ">>" and statement == before == "print":
            result = "  "
        elif word == "," and statement == "except" and not depth:
            result = " as"
        elif word == "*" and before == "import":
            result = _ALL
        elif word == "`":
            result = ")" if open_backtick else "("
            open_backtick = not open_backtick
        elif word in {"(", "[", "{"}:
            depth += 1
            if word == "(" and before == "lambda":
                result = " "
                lambda_parentheses.append(depth)
        elif word in {")", "]", "}"}:
            if lambda_parentheses and lambda_parentheses[-1] == depth:
                lambda_parentheses.pop()
                result = " "
            depth = max(depth - 1, 0)
        yield result
        before = word
