"""Detects expressions of UI definitions that always fail, judging by their form alone (measured)."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Expression,
    Group,
    Index,
    Keyword,
    Literal,
    Unary,
    Variable,
    bare,
    walk,
)
from muranopl.diagnostics.catalogue import ui as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.reading import Reading

_DATA = ("$", "$forms")
_ATTRIBUTE = (".", "?.")
# Operators that do not take bare words as operands, except that of `$.name`. Few expressions have
# any.
_OPERATORS = lazy_pattern(r"[-+*/]|(?<!\$)\.")


class FieldRead(msgspec.Struct, frozen=True):
    """`$.form.field` in an expression: the two names, with their positions."""

    form: Keyword
    field: Keyword


def field_reads(tree: Expression) -> Iterator[FieldRead]:
    """Yield the reads of fields of forms in an expression."""
    for part in walk(tree):
        if (
            isinstance(part, Binary)
            and part.operator in _ATTRIBUTE
            and isinstance(part.right, Keyword)
        ):
            form = _form_read(part.left)
            if form is not None:
                yield FieldRead(form, part.right)


def _form_read(part: Expression) -> Keyword | None:
    """Return the name of the form whose data a part of an expression reads: `$.form`; or None."""
    if (
        isinstance(part, Binary)
        and part.operator in _ATTRIBUTE
        and isinstance(part.right, Keyword)
        and isinstance(part.left, Variable)
        and part.left.name in _DATA
    ):
        return part.right
    return None


def report_text(
    node: Yaql, reading: Reading, what: str, severity: Severity = Severity.ERROR
) -> bool:
    """Report an expression that fails and was meant as text, such as `some-text`.

    Return whether it is one.
    """
    if not is_text(node):
        return False
    reading.report(rules.TEXT_AS_EXPRESSION, node, what=what, text=node.text, severity=severity)
    return True


def is_text(node: Yaql) -> bool:
    """Return whether an expression fails because of its form, so that it was meant as text."""
    return _OPERATORS.search(node.text) is not None and _always_fails(node.tree)


# Equal texts share a tree, and each is examined twice: when it is read and when it is checked.
@functools.lru_cache(4096)
def _always_fails(tree: Expression) -> bool:
    return any(_fails(part) for part in _evaluated(tree))


def reads_form(node: Yaql) -> bool:
    """Return whether an expression always reads a form's data, which fails before there is any."""
    return any(
        isinstance(part, Binary) and part.operator == "." and _form_read(part) is not None
        for part in _evaluated(node.tree)
    )


def _fails(part: Expression) -> bool:
    """Return whether an operator has an operand that no implementation of it takes.

    Such an operand is a bare word, which is text.
    """
    if isinstance(part, Unary):
        return part.operator in {"-", "+"} and _is_word(part.operand)
    if not isinstance(part, Binary):
        return False
    if part.operator in {"-", "/"}:
        return _is_word(part.left) or _is_word(part.right)
    if part.operator == "*":
        return _is_word(part.left) and _is_word(part.right)
    return (
        part.operator == "."
        and isinstance(part.left, (Keyword, Literal))
        and isinstance(part.right, (Keyword, Literal))
    )


def _is_word(operand: Expression) -> bool:
    return isinstance(bare(operand), Keyword)


def _evaluated(tree: Expression) -> Iterator[Expression]:
    """Yield the parts that are evaluated whenever the whole is.

    Arguments are not among them, as functions may skip these.
    """
    stack = [tree]
    while stack:
        part = stack.pop()
        yield part
        if isinstance(part, Binary):
            stack.append(part.left)
            if part.operator not in {"and", "or", "?."}:
                stack.append(part.right)
        elif isinstance(part, Unary):
            stack.append(part.operand)
        elif isinstance(part, Group):
            stack.append(part.inner)
        elif isinstance(part, Index):
            stack.append(part.receiver)
