"""Calls of functions without a receiver."""

from __future__ import annotations

import itertools
from typing import Any

from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.expression.tree import Call
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import CORE, FUNCTION
from muranopl.semantics.abstract.overloads import CallArguments, matching_forms, refusal
from muranopl.semantics.abstract.results import results
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.inference import creation
from muranopl.semantics.inference.bare_words import (
    did_you_mean_variable,
    report_arguments,
    variable_meant,
)
from muranopl.semantics.inference.method_calls import elsewhere_facts, other_ways
from muranopl.semantics.inference.removed import report_removed
from muranopl.semantics.inference.rewriting import on_receiver
from muranopl.semantics.inference.scope import ExpressionScope


def call(tree: Call, given: CallArguments, scope: ExpressionScope) -> Value:
    """Return the result type of a function.

    Report it if it is unknown or no overload takes the arguments.
    """
    functions = scope.method.functions
    forms = functions.functions(tree.name)
    if scope.bound is None or tree.name in scope.bound:
        return UNKNOWN
    if not forms:
        _report_missing(tree, scope)
        return UNKNOWN
    # No overload takes the kinds of the arguments if this is empty.
    fitting = matching_forms(FUNCTION, tree.name, given, functions)
    if not fitting:
        if not _given_unset(given, scope):
            problem = refusal(forms, given, functions)
            meant = next(
                filter(
                    None,
                    (
                        did_you_mean_variable(argument, scope)
                        for argument in tree.arguments
                    ),
                ),
                None,
            )
            facts: dict[str, Any] = {
                "what": f"function {tree.name}()",
                "problem": problem,
                "suggestion": meant,
            }
            scope.report(rules.WRONG_ARGUMENTS, tree, **facts)
        return creation.created_type(tree, given, scope) or UNKNOWN
    if tree.name == "require" and _null_required(tree, given, scope):
        return UNKNOWN
    report_arguments(tree, given, scope)
    failing = scope.failure(tree.name, given)
    if failing is not None:
        # A word that was meant as a variable is reported as such.
        if not any(variable_meant(argument, scope) for argument in tree.arguments):
            facts = {"what": f"function {tree.name}()", "problem": failing}
            scope.report(rules.WRONG_ARGUMENTS, tree, severity=scope.severity, **facts)
        return UNKNOWN
    report_removed(tree, fitting, given, scope)
    return creation.created_type(tree, given, scope) or results(fitting, given)


def _null_required(tree: Call, given: CallArguments, scope: ExpressionScope) -> bool:
    first = given.positional[0]
    return scope.null_fails(
        first.value, first.expression or tree, "require() fails on null", tree
    )


def _given_unset(given: CallArguments, scope: ExpressionScope) -> bool:
    """Return whether an argument is a variable that is never set: the cause, reported elsewhere."""
    result = [
        item.value.blamed for item in given.every() if item.value.blamed is not None
    ]
    if scope.certain:
        scope.method.variables.fatal.update(result)
    return bool(result)


def _report_missing(tree: Call, scope: ExpressionScope) -> None:
    name, method = tree.name, scope.method
    # Overloads of other versions of MuranoPL, or of other places.
    known = [form for form in signatures.named(name) if form.is_function]
    if known and any(form.where is None for form in known):
        scope.report(rules.OTHER_VERSION, tree, **elsewhere_facts(tree, known, scope))
        return
    own = name in method.own.methods or name in LIFE_CYCLE
    suggestion = other_ways(tree, scope)
    if own:
        suggestion = f"it is a method of this class: write `{on_receiver('$', tree, scope) or f'$.{name}(...)'}`"
    if suggestion is None and known and all(form.where == CORE for form in known):
        suggestion = "only classes of the core library have it"
    if suggestion is None:
        functions = (
            item for item in signatures.names() if method.functions.functions(item)
        )
        own_methods = (item for item in method.own.methods if item[:1] not in "._")
        near = method.nearest(
            name, itertools.chain(functions, own_methods), ("functions", method.own.id)
        )
        if near is not None:
            suggestion = did_you_mean(
                near if method.functions.functions(near) else f"$.{near}"
            )
    severity = Severity.WARNING if method.own.incomplete and own else None
    scope.report(
        rules.NO_FUNCTION, tree, name=name, suggestion=suggestion, severity=severity
    )
