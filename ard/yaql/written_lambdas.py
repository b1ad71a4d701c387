"""Recognises lambdas of other languages, `x -> $x + 1`, and writes them as YAQL has them.

YAQL has none: code takes its argument as `$`. Checks of contracts and bodies suggest the result.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.yaql.tree import Binary, Expression, Keyword, Pair, Variable, bare, children


class WrittenLambda(msgspec.Struct, frozen=True):
    """A lambda: the name of its parameter, where that is written, and the code that reads it."""

    name: str
    head: Expression
    code: Expression


def written_lambda(tree: Binary | Pair) -> WrittenLambda | None:
    """Return the lambda that `x -> x + 1`, `$x => $x + 1` and the like are meant as, or None."""
    if isinstance(tree, Pair):
        head, code = tree.key, tree.value
    else:
        head, code = tree.left, tree.right
    name = _name(bare(head))
    if not name or not reads(name, code):
        return None
    return WrittenLambda(name, head, code)


def reads(name: str, code: Expression) -> bool:
    """Return whether code has the name of a parameter as a variable or a word."""
    return any(_name(part) == name for part in values_in(code))


def values_in(tree: Expression) -> Iterator[Expression]:
    """Yield the parts of an expression but names of attributes and of arguments."""
    pending = [tree]
    while pending:
        part = pending.pop()
        yield part
        left_out: Expression | None = None
        if isinstance(part, Binary) and part.operator in {".", "?."}:
            left_out = part.right
        elif isinstance(part, Pair):
            left_out = part.key
        pending += [
            child
            for child in children(part)
            if child is not left_out or not isinstance(child, Keyword)
        ]


def as_code(name: str, code: Expression, text: str) -> str:
    """Return what to write in place of a lambda with a parameter `name`.

    `text` is that of its code.
    """
    written, at = "", 0
    for part in sorted(values_in(code), key=lambda item: item.start):
        if _name(part) == name:
            written += f"{text[at : part.start - code.start]}$"
            at = part.end - code.start
    return f"YAQL has no lambda: write `{written}{text[at:]}`, where `$` is the argument"


def _name(tree: Expression) -> str | None:
    if isinstance(tree, Keyword):
        return tree.name
    return tree.name[1:] if isinstance(tree, Variable) else None
