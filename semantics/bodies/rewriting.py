"""Rewrites parts of expressions for suggestions, so that the result can replace the original."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Keyword,
    Literal,
    Pair,
    Unary,
    Variable,
    walk,
)
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.application import PartScope
from muranopl.semantics.abstract.overloads import CallArgument
from muranopl.semantics.bodies.scope import ExpressionScope

LONGEST = 200
"""Longer suggestions, in characters, are left out."""
_VALUE = lazy_pattern(r"\$(?!\w)")
"""The value itself in an expression."""
_LENGTHS = frozenset({"length", "size"})
"""Names that other languages have for what `len()` gives."""
_TIGHT = frozenset({".", "?."})


def as_function(tree: Binary, call: Call, scope: PartScope) -> str | None:
    """Return `x.name(y)` as `name(x, y)`."""
    rest = _inside(call, scope)
    return _short(f"{call.name}({scope.text(tree.left)}{', ' if rest else ''}{rest})")


def as_method(call: Call, scope: PartScope) -> str | None:
    """Return `name(x, y)` as `x.name(y)`."""
    if not call.arguments or isinstance(call.arguments[0], Pair):
        return None
    first = call.arguments[0]
    rest = scope.text_between(first.end, call.end - 1).lstrip(", ")
    return _short(f"{tight(first, scope)}.{call.name}({rest})")


def of_other_languages(tree: Binary | Call, scope: PartScope) -> str | None:
    """Return what YAQL has for `not(x)`, `x.length()` and `x.size`; None for other names."""
    if isinstance(tree, Call):
        if tree.name != "not" or not tree.arguments:
            return None
        return f"it is an operator: write `not {scope.text(tree)[len(tree.name) :]}`"
    name = getattr(tree.right, "name", None)
    return f"write `len({scope.text(tree.left)})`" if name in _LENGTHS else None


def as_switch(call: Call, scope: ExpressionScope, *receiver: Expression) -> str | None:
    """Return how to write `switch(value, 1 => a, $ < 5 => b)`, which compares in old versions.

    They also have `value.switch(1 => a)`, with a receiver.
    """
    parts = (*receiver, *call.arguments)
    if call.name != "switch" or len(parts) < 2:
        return None
    value, *cases = parts
    subject, conditions = tight(value, scope), []
    for case in cases:
        if not isinstance(case, Pair):
            return None
        condition = scope.text(case.key)
        if any(isinstance(node, (Variable, Call)) for node in walk(case.key)):
            # `$` is the value there
            condition = _VALUE.sub(lambda _: subject, condition)
        elif not (isinstance(case.key, Literal) and isinstance(case.key.value, bool)):
            condition = f"{subject} = {condition}"
        conditions.append(f"{condition} => {scope.text(case.value)}")
    return _short(f"switch({', '.join(conditions)})")


def on_receiver(receiver: str, call: Call, scope: ExpressionScope) -> str | None:
    """Return `name(x)` as a method of another receiver."""
    return _short(f"{receiver}.{call.name}({_inside(call, scope)})")


def tight(tree: Expression, scope: PartScope) -> str:
    """Return the text of a part as written in front of a `.`, in parentheses if necessary."""
    text = scope.text(tree)
    loose = isinstance(tree, (Literal, Unary, Pair)) or (
        isinstance(tree, Binary) and tree.operator not in _TIGHT
    )
    return f"({text})" if loose else text


def quoted(tree: Expression, scope: ExpressionScope) -> str | None:
    """Return text that was hardly meant as an expression, in quotes, None if it names a value.

    It is the whole scalar if possible, else the part.
    """
    part = tree if _names_a_value(scope.node.tree) else scope.node.tree
    if part.end - part.start > LONGEST or _names_a_value(part):
        return None
    text = scope.text(part)
    return _short(f"'{text}'") if "'" not in text else None


@functools.lru_cache(2)
def _names_a_value(tree: Expression) -> bool:
    """Return whether a variable or a call is inside; cached for the scalar and its current part."""
    return any(isinstance(node, (Variable, Call)) for node in walk(tree))


def as_sum(
    template: str,
    given: Sequence[CallArgument],
    named: Mapping[str, CallArgument],
    scope: ExpressionScope,
) -> str | None:
    """Return the text that a template of `format()` creates, as a sum.

    None if the template is not simple.
    """
    parts: list[str] = []
    # Fields without a name are numbered in order.
    automatic = iter(range(len(given)))
    try:
        for literal, field, specification, conversion in _fields(template):
            if literal:
                parts.append(_literal(literal))
            if field is None:
                continue
            name = field or str(next(automatic))
            value = given[int(name)] if name.isdecimal() else named[name]
            # Only plain fields have an equivalent expression.
            if specification or conversion or value.expression is None:
                return None
            parts.append(_as_text(value.expression, value, scope))
    except (ValueError, LookupError, StopIteration):
        return None
    return _short(" + ".join(parts) or "''")


def unfilled(template: str, count: int, named: Collection[str]) -> str | None:
    """Return why `format()` fails on a template, None if it may not.

    It gets `count` positional values and those `named`.
    """
    automatic = itertools.count()
    try:
        for _, field, _, _ in _fields(template):
            if field is None:
                continue
            name = re.split(r"[.\[]", field, maxsplit=1)[0] or str(next(automatic))
            if name.isdecimal() and int(name) >= count:
                counted_values = {0: "no value", 1: "one value"}.get(count, f"{count} values")
                return f"is given {counted_values}, so there is none for {{{field}}}"
            if not name.isdecimal() and name not in named:
                return f"is given no value for {{{field}}}"
    except ValueError:
        return "cannot parse its string: braces that are not fields are written twice, {{ and }}"
    return None


def replaced(
    template: Expression,
    given: Sequence[CallArgument],
    named: Mapping[str, CallArgument],
    scope: ExpressionScope,
) -> str | None:
    """Return a template that is not a constant with its fields replaced, as `format()` does."""
    fields = [(str(number), item) for number, item in enumerate(given)] + list(named.items())
    if not fields or any(value.expression is None for _, value in fields):
        return None
    pairs = ", ".join(
        f"'{{{name}}}' => {scope.text(value.expression)}"
        for name, value in fields
        if value.expression
    )
    return _short(f"{tight(template, scope)}.replace({{{pairs}}})")


def _as_text(tree: Expression, value: CallArgument, scope: ExpressionScope) -> str:
    """Return a term of a sum of texts: with `str()` around values that may be no text."""
    text = scope.text(tree)
    if not value.value.only(kinds.STRING):
        return f"str({text})"
    loose = isinstance(tree, Binary) and tree.operator not in {*_TIGHT, "+"}
    if loose:
        return f"({text})"
    return _literal(tree.name) if isinstance(tree, Keyword) else text


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    quote = '"' if "'" in text and '"' not in text else "'"
    return quote + escaped.replace(quote, f"\\{quote}") + quote


def _inside(call: Call, scope: PartScope) -> str:
    """Return the text between the parentheses of a call."""
    return scope.text_between(call.start + len(call.name) + 1, call.end - 1).strip()


def _short(text: str) -> str | None:
    text = re.sub(r"\s*\n\s*", " ", text)
    return text if len(text) <= LONGEST else None


def _fields(template: str) -> Iterator[tuple[str, str | None, str | None, str | None]]:
    """Yield the literal texts of a template of `format()`, each with the field behind it.

    Raise ValueError if it is malformed.
    """
    from string import Formatter  # rarely needed

    return iter(Formatter().parse(template))
