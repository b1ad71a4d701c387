"""Reads the validators of UI fields and forms, `{expr, message}`; detects expressions that always fail.

Reference: ui-definition, Forms and Fields.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Sequence, Yaql, is_false
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
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.entity import Entity, entity, read, read_entity, replaced
from muranopl.language.grammar.readers import as_written
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, Many, Of, shaped
from muranopl.language.grammar.ui.attributes import check_validator_regexp, items_of, words
from muranopl.language.grammar.ui.keys import respelled, spelling, text_keyed

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


@entity
class Validator(Entity):
    """A validator: `expr` is an expression, or for fields `{regexpValidator: regexp}`."""

    node: Node
    regexp: Node | None = None
    expr: Node | None = read(
        "expr",
        as_written(CODE),
        "The condition: an expression, with `$` as the value of the field, or of a form as "
        "the data of all forms. For fields also `{regexpValidator: ...}`.",
    )
    message: Node | None = read(
        "message", words, "The message for the user if the condition is not true."
    )

    @property
    def is_dropped(self) -> bool:
        """Whether this validator of a field has no effect."""
        return self.regexp is None and self.expr is not None and not isinstance(self.expr, Yaql)


_KEYS = spelling(Validator.TAGS)
_REGEXP = "regexpValidator"
_WANTED = "an expression or {regexpValidator: text}"


@shaped(Many(Of(Validator)))
def form_validators(node: Node, reading: Reading, what: str) -> tuple[Validator, ...]:
    """Return the validators of a form.

    The dashboard reads them when a user submits the form (measured).
    """
    result = _validators(node, reading, what, rewritten=False)
    for validator in result:
        if not isinstance(validator.expr, Yaql):
            _report(validator, reading, what, "an expression", Severity.ERROR)
        _check_expressions(validator, Severity.WARNING, reading, what)
    return result


@shaped(Many(Of(Validator)))
def field_validators(node: Node, reading: Reading, what: str) -> tuple[Validator, ...]:
    """Return the validators of a field; unreadable ones, which were reported, have no `expr`.

    The dashboard silently drops one with an `expr` of another kind (measured).
    """
    if isinstance(node, Yaql):
        return ()
    validators: list[Validator] = []
    for validator in _validators(node, reading, what, rewritten=True):
        regexp = None
        if isinstance(validator.expr, Mapping):
            regexp = _regexp(validator, validator.expr, reading, what)
        elif not isinstance(validator.expr, Yaql):
            _report(validator, reading, what, _WANTED, Severity.WARNING)
        # Beside a regular expression the message goes to the browser as well, which takes text
        # only.
        if isinstance(validator.expr, Mapping):
            severity = Severity.ERROR
        else:
            severity = Severity.WARNING
        _check_expressions(validator, severity, reading, what)
        validators.append(replaced(validator, regexp=regexp))
    items = node.items if isinstance(node, Sequence) else ()
    unread = [item for item in items if not isinstance(item, Mapping)]
    if not isinstance(node, Sequence) and not is_false(node):
        unread = [node]
    return (*validators, *(Validator(node=item) for item in unread))


def _validators(
    node: Node, reading: Reading, what: str, *, rewritten: bool
) -> tuple[Validator, ...]:
    """Return the validators of a list.

    `rewritten` is true if keys may be in camelCase, as below a field.
    """
    title = f"a validator in {what}"
    validators: list[Validator] = []
    for item in items_of(node, reading, what, "a list"):
        if isinstance(item, Mapping):
            if rewritten:
                one = respelled(item, _KEYS, reading, title)
            else:
                one = text_keyed(item, reading, title)
            validators.append(read_entity(Validator, one, reading, title, node=item))
        else:
            reading.wrong_type(item, title, "a mapping of expr and message")
    return tuple(validators)


def _check_expressions(
    validator: Validator, severity: Severity, reading: Reading, what: str
) -> None:
    if isinstance(validator.expr, Yaql):
        report_text(validator.expr, reading, f"expr in {what}")
    message = validator.message
    if isinstance(message, Yaql):
        text, whose = message.text, f"message in {what}"
        reading.report(rules.NOT_EVALUATED, message, what=whose, text=text, severity=severity)


def _regexp(validator: Validator, expr: Mapping, reading: Reading, what: str) -> Node | None:
    """Return the regular expression of a validator, checked; None if it has no effect."""
    value = respelled(expr, spelling([_REGEXP]), reading, f"expr in {what}").get(_REGEXP)
    if value is None or isinstance(value, Yaql):
        _report(validator, reading, what, _WANTED, Severity.WARNING)
        return None
    check_validator_regexp(value, reading, f"{_REGEXP} in {what}")
    return value


def _report(
    validator: Validator, reading: Reading, what: str, wanted: str, severity: Severity
) -> None:
    expr = validator.expr
    place = (validator.node if expr is None else expr).place
    result = "nothing" if expr is None else described(expr)
    reading.report(
        rules.BAD_VALIDATOR, place, what=what, found=result, wanted=wanted, severity=severity
    )
