"""Functions that newer releases of yaql lack, and their replacements."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.yaql.tree import Call, Expression, word
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.fixes import Applicability
from muranopl.semantics.abstract.functions.signatures import GONE, Signature
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.bodies.rewriting import as_sum, replaced, unfilled
from muranopl.semantics.bodies.scope import ExpressionScope


def report_removed(
    call: Call,
    forms: Iterable[Signature],
    arguments: CallArguments,
    scope: ExpressionScope,
    whole: Expression | None = None,
) -> None:
    """Report a call if newer releases lack all `forms` of its function.

    `given` begins with the receiver, if any. `whole` is the call with its receiver.
    """
    for form in forms:
        if form.where != GONE:
            return
    problem = _unfilled(arguments)
    if problem is not None:
        scope.report(rules.WRONG_ARGUMENTS, call, what=f"{call.name}()", problem=problem)
        return
    instead = _instead(whole or call, arguments, scope)
    suggestion = None if instead is None else f"write `{instead}`"
    fixes = scope.fix(whole or call, instead, Applicability.UNSAFE)
    scope.report(rules.FUNCTION_GONE, call, name=call.name, suggestion=suggestion, fixes=fixes)


def _unfilled(arguments: CallArguments) -> str | None:
    """Return why `format()` fails in all releases.

    Its template names values that are not passed.
    """
    first, *rest = arguments.positional
    template = None if first.expression is None else word(first.expression)
    return None if template is None else unfilled(template, len(rest), arguments.named)


def _instead(call: Expression, arguments: CallArguments, scope: ExpressionScope) -> str | None:
    """Return the text that `format()` creates, written without it."""
    first, *rest = arguments.positional
    if first.expression is None:
        return None
    template = word(first.expression)
    if template is None:
        return replaced(first.expression, rest, arguments.named, scope)
    text = as_sum(template, rest, arguments.named, scope)
    if text is None:
        return None
    # YAML interprets a quote at the start of a scalar, and `.` binds tighter than `+`.
    apart = (call.start == 0 and text[0] in "'\"") or scope.text_between(
        call.end, len(scope.node.text)
    )[:1] in {".", "["}
    return f"({text})" if apart else text
