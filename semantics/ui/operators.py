"""Operators in UI definitions: their operands and results."""

from __future__ import annotations

from muranopl.diagnostics.catalogue import ui_expressions as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.expression.tree import Binary, Expression, Index, Unary
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.overloads import CallArgument, CallArguments
from muranopl.semantics.abstract.results import constant_of
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Items,
    Value,
    described,
    union,
)
from muranopl.semantics.ui.calls import Refused, refused, result
from muranopl.semantics.ui.lacking import report_lacking
from muranopl.semantics.ui.scope import Scope


def operation(
    form: str, tree: Unary | Binary, given: CallArguments, scope: Scope
) -> Value:
    """Evaluate `-x`, `x + y`, `x < y` and the like."""
    functions = scope.stage.functions
    forms = functions.forms(form, tree.operator)
    problem = refused(form, tree.operator, given, scope) if forms else None
    if problem is not None:
        _report(tree, given.positional, problem, scope)
        if problem.sure:
            return UNKNOWN
    return result(form, tree.operator, given, scope) if forms else UNKNOWN


def _report(
    tree: Unary | Binary,
    operands: tuple[CallArgument, ...],
    problem: Refused,
    scope: Scope,
) -> None:
    if problem.blame(scope):
        return
    if problem.sure:
        match = " and ".join(described(operand.value) for operand in operands)
    else:
        match = (
            f"null, which `{_text(problem.argument, scope)}` may be{problem.because}"
        )
    scope.report(
        rules.BAD_OPERANDS,
        tree,
        severity=None if problem.sure else Severity.WARNING,
        operator=tree.operator,
        found=match,
        suggestion=_as_texts(tree, operands, scope)
        if problem.sure
        else problem.remedy(scope),
    )


def _text(argument: CallArgument | None, scope: Scope) -> str:
    if argument is None or argument.expression is None:
        return ""
    return scope.text(argument.expression)


def _as_texts(
    tree: Expression, operands: tuple[CallArgument, ...], scope: Scope
) -> str | None:
    """Return the sum of a text and another value as it has to be written."""
    texts = [operand.value.only(kinds.STRING) for operand in operands]
    if not isinstance(tree, Binary) or tree.operator != "+" or not any(texts):
        return None
    parts = [_text(operand, scope) for operand in operands]
    written = [
        text if is_text else f"str({text})"
        for text, is_text in zip(parts, texts, strict=True)
    ]
    return f"write `{' + '.join(written)}`"


def index(tree: Index, receiver: Value, given: CallArguments, scope: Scope) -> Value:
    """Evaluate `x[y]`: an item of a list, or all items for which y is true.

    Nothing else has items.
    """
    if receiver.alternatives is None:
        return UNKNOWN
    lacking = [
        alternative
        for alternative in receiver.alternatives
        if alternative.kind & ~kinds.ITEMS
    ]
    if lacking:
        report_lacking(tree, receiver, lacking, "items", scope)
    lists = [
        alternative
        for alternative in receiver.alternatives
        if isinstance(alternative, Items)
    ]
    if len(given.positional) == 1:
        number = constant_of(given.positional[0].value)
    else:
        number = None
    if not isinstance(number, int):
        return UNKNOWN
    match = [_item(list_, number) for list_ in lists]
    return union(match) if match else UNKNOWN


def _item(items: Items, at: int) -> Value:
    if items.items is None:
        return UNKNOWN  # lazy sequences have no items by number
    return items.items[at] if -len(items.items) <= at < len(items.items) else UNKNOWN
