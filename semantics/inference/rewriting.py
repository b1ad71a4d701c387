"""Parts of expressions written another way, for suggestions: what comes out can be pasted in their place."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Mapping, Sequence

from muranopl.expression.tree import Binary, Call, Expression, Keyword, Literal, Pair, Unary, Variable, walk
from muranopl.language.contracts import kinds
from muranopl.semantics.inference.overloads import CallArgument
from muranopl.semantics.inference.scope import ExpressionScope

LONGEST = 200
"""A suggestion of more characters is no help."""
_TIGHT = frozenset({".", "?."})


def as_function(tree: Binary, call: Call, scope: ExpressionScope) -> str | None:
    """`x.name(y)` as `name(x, y)`."""
    rest = _inside(call, scope)
    return _short(f"{call.name}({scope.text(tree.left)}{', ' if rest else ''}{rest})")


def as_method(call: Call, scope: ExpressionScope) -> str | None:
    """`name(x, y)` as `x.name(y)`."""
    if not call.arguments:
        return None
    first = call.arguments[0]
    rest = scope.text_between(first.end, call.end - 1).lstrip(", ")
    return _short(f"{tight(first, scope)}.{call.name}({rest})")


def on_receiver(receiver: str, call: Call, scope: ExpressionScope) -> str | None:
    """`name(x)` as a method of some other receiver."""
    return _short(f"{receiver}.{call.name}({_inside(call, scope)})")


def tight(tree: Expression, scope: ExpressionScope) -> str:
    """A part as it is written in front of a `.`, in parentheses where they are needed."""
    text = scope.text(tree)
    loose = isinstance(tree, (Literal, Unary, Pair)) or (isinstance(tree, Binary) and tree.operator not in _TIGHT)
    return f"({text})" if loose else text


def quoted(tree: Expression, scope: ExpressionScope) -> str | None:
    """What was hardly meant as an expression, in quotes: the whole scalar or a part; None where it names a value."""
    part = tree if _names_a_value(scope.node.tree) else scope.node.tree
    if part.end - part.start > LONGEST or _names_a_value(part):
        return None
    text = scope.text(part)
    return _short(f"'{text}'") if "'" not in text else None


@functools.lru_cache(2)
def _names_a_value(tree: Expression) -> bool:
    """Whether a variable or a call is inside; a scalar is asked for each of its parts, and then for the part."""
    return any(isinstance(node, (Variable, Call)) for node in walk(tree))


def as_sum(
    template: str, given: Sequence[CallArgument], named: Mapping[str, CallArgument], scope: ExpressionScope
) -> str | None:
    """The text that a template of `format()` makes, as the sum of its parts; None where it is no simple template."""
    from string import Formatter  # few templates are offered as sums

    parts: list[str] = []
    automatic = iter(range(len(given)))
    try:
        for literal, field, specification, conversion in Formatter().parse(template):
            if literal:
                parts.append(_literal(literal))
            if field is None:
                continue
            name = field or str(next(automatic))
            value = given[int(name)] if name.isdecimal() else named[name]
            if specification or conversion or value.expression is None:
                return None
            parts.append(_as_text(value.expression, value, scope))
    except (ValueError, LookupError, StopIteration):
        return None
    return _short(" + ".join(parts) or "''")


def unfilled(template: str, count: int, named: Collection[str]) -> str | None:
    """Why `format()` fails on a template, given so many values and those of the names; None where it may not."""
    from string import Formatter  # few templates are at hand

    automatic = itertools.count()
    try:
        for _, field, _, _ in Formatter().parse(template):
            if field is None:
                continue
            name = re.split(r"[.\[]", field, maxsplit=1)[0] or str(next(automatic))
            if name.isdecimal() and int(name) >= count:
                given = {0: "no value", 1: "one value"}.get(count, f"{count} values")
                return f"is given {given}, so there is none for {{{field}}}"
            if not name.isdecimal() and name not in named:
                return f"is given no value for {{{field}}}"
    except ValueError:
        return "cannot read its text: braces that are no fields are written twice, {{ and }}"
    return None


def replaced(
    template: Expression, given: Sequence[CallArgument], named: Mapping[str, CallArgument], scope: ExpressionScope
) -> str | None:
    """A template that is not at hand with its fields replaced, as `format()` does."""
    fields = [(str(number), each) for number, each in enumerate(given)] + list(named.items())
    if not fields or any(each.expression is None for _, each in fields):
        return None
    pairs = ", ".join(f"'{{{name}}}' => {scope.text(each.expression)}" for name, each in fields if each.expression)
    return _short(f"{tight(template, scope)}.replace({{{pairs}}})")


def _as_text(tree: Expression, value: CallArgument, scope: ExpressionScope) -> str:
    """A part of a sum of texts: `str()` around what may be anything else."""
    text = scope.text(tree)
    if not value.type.only(kinds.STRING):
        return f"str({text})"
    loose = isinstance(tree, Binary) and tree.operator not in {*_TIGHT, "+"}
    return f"({text})" if loose else _literal(tree.name) if isinstance(tree, Keyword) else text


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    quote = '"' if "'" in text and '"' not in text else "'"
    return quote + escaped.replace(quote, f"\\{quote}") + quote


def _inside(call: Call, scope: ExpressionScope) -> str:
    """What stands between the parentheses of a call."""
    return scope.text_between(call.start + len(call.name), call.end).strip().removeprefix("(").removesuffix(")").strip()


def _short(text: str) -> str | None:
    text = re.sub(r"\s*\n\s*", " ", text)
    return text if len(text) <= LONGEST else None
