"""Suggests how to call functions that exist otherwise than they are called.

They exist as methods, in other versions of MuranoPL, or only in older releases of yaql; newer ones have
replacements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from muranopl.ard.yaql.tree import Binary, Call, Expression, word
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Applicability
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import GONE, FunctionSignatures, Signature
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.bodies.rewriting import (
    as_function,
    as_method,
    as_sum,
    as_switch,
    replaced,
    unfilled,
)
from muranopl.semantics.bodies.scope import ExpressionScope


def other_ways(tree: Binary | Call, scope: ExpressionScope) -> str | None:
    """Return how to call something that exists in the other form only.

    `x.name()` as `name(x)` or vice versa.
    """
    instead, _ = _other_form(tree, scope)
    if instead is None:
        return None
    return f"it is a {'method' if isinstance(tree, Call) else 'function'}: {instead}"


def _other_form(tree: Binary | Call, scope: ExpressionScope) -> tuple[str | None, str | None]:
    """Return the suggestion of the form that this version has, and the call in that form."""
    functions = scope.functions
    if isinstance(tree, Call):
        if not any(form.is_method for form in _existing(tree.name, functions)):
            return None, None
        text = as_method(tree, scope)
        return f"write `{text or f'value.{tree.name}(...)'}`", text
    part = tree.right
    assert isinstance(part, Call)  # noqa: S101 - checked by callers
    if not any(form.is_function for form in _existing(part.name, functions)):
        return None, None
    if part.name == "switch":
        text = as_switch(part, scope, tree.left)
        return None if text is None else f"write `{text}`", text
    text = as_function(tree, part, scope)
    return f"write `{text or f'{part.name}(value, ...)'}`", text


def _existing(name: str, functions: FunctionSignatures) -> list[Signature]:
    return [
        form for form in signatures.named(name) if form.exists(functions.runtime, functions.places)
    ]


def elsewhere_facts(
    tree: Binary | Call, overloads: Sequence[Signature], scope: ExpressionScope
) -> dict[str, Any]:
    """Return the facts of OTHER_VERSION about overloads in other versions of MuranoPL."""
    functions = scope.functions
    first = min(form.first for form in overloads)
    last = max(form.last for form in overloads)
    name = overloads[0].name
    what = f"{name}()"
    if _existing(name, functions):
        what += " as a function" if isinstance(tree, Call) else " as a method"
    since, until = signatures.version_text(first), signatures.version_text(last)
    versions = f"in MuranoPL {since} to {until}"
    if first == signatures.FIRST:
        versions = f"in MuranoPL {until} and earlier"
    elif last == signatures.LATEST:
        versions = f"in MuranoPL {since} and later"
    suggestion, text = _other_form(tree, scope)
    # What stands before `.switch()` is evaluated for each of its cases then
    applicability = Applicability.UNSAFE if name == "switch" else Applicability.SAFE
    if suggestion is None and functions.runtime < first:
        suggestion = f"write `Format: {since}` or later in manifest.yaml"
    return {
        "what": what,
        "versions": versions,
        "here": functions.version,
        "suggestion": suggestion,
        "fixes": scope.fix(tree, text, applicability),
    }


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
    # Called for each call of a function: a loop is faster than a generator
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
