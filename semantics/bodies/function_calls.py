"""Reports calls of functions without a receiver, and operators, that fail in bodies."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from muranopl.ard.yaql.tree import Binary, Call
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Applicability, Severity
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.semantics.abstract.application import (
    Application,
    FunctionApplication,
    as_texts,
    report,
    report_failing,
)
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import CORE, GONE, Signature
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.value_contents import shown
from muranopl.semantics.abstract.values import without_null
from muranopl.semantics.bodies.bare_words import (
    ALL_ALIKE,
    TAKE_WORDS,
    WORD_FORMS,
    did_you_mean_variable,
    report_words,
)
from muranopl.semantics.bodies.operators import COMPARING, check_comparison
from muranopl.semantics.bodies.scope import ExpressionScope


def report_if_failing(tree: Call, arguments: CallArguments, scope: ExpressionScope) -> bool:
    """Return whether a function does not exist, or requires null, and report it then."""
    if not scope.functions.functions(tree.name):
        _report_missing(tree, scope)
        return True
    if tree.name != "require" or not arguments.positional:
        return False
    first = arguments.positional[0]
    return scope.null_fails(first.value, first.expression or tree, "require() fails on null", tree)


def report_refused(application: FunctionApplication, scope: ExpressionScope) -> None:
    """Report that no overload takes the arguments; null is reported at its cause."""
    tree, arguments = application.tree, application.arguments
    suggestion = _meant(arguments, scope)
    if not application.is_operator:
        if not scope.blame(item.value for item in arguments.every()):
            problem = application.refusal(scope.functions)
            wrong = application.unpaired(scope.functions)
            text = None
            if wrong is not None and suggestion is None and isinstance(tree, Call):
                from muranopl.semantics.bodies.rewriting import as_switch

                text = as_switch(tree, scope)
            report(
                application,
                problem,
                scope,
                suggestion=f"write `{text}`" if text else suggestion,
                # The value is evaluated for each of its cases then
                fixes=scope.fix(tree, text, Applicability.UNSAFE),
                at=wrong,
            )
        return
    because = f"`{application.name}` does not accept null"
    for operand in arguments.positional:
        cause = operand.expression or tree
        if scope.null_fails(operand.value, cause, because, tree):
            return
    # Null is not the reason here, unless it is all that there is
    operands = [item.value for item in arguments.positional]
    values = " and ".join(shown(item if item.is_null else without_null(item)) for item in operands)
    suggestion = suggestion or as_texts(application, scope)
    report(application, f"does not accept {values}", scope, suggestion=suggestion)


def report_failure(application: FunctionApplication, problem: str, scope: ExpressionScope) -> None:
    """Report that a function or an operator fails on these values.

    A word that was meant as a variable is reported as such.
    """
    if _meant(application.arguments, scope) is None:
        report_failing(application, problem, scope, severity=scope.severity)


def check_arguments(
    _form: str,
    tree: Application,
    arguments: CallArguments,
    taken: Sequence[Signature],
    scope: ExpressionScope,
) -> None:
    """Report bare words that are operated on, and functions that newer releases lack.

    `taken` are the overloads that take the arguments.
    """
    operands = arguments.positional
    if tree.__class__ is Call:
        if tree.name in TAKE_WORDS:
            operands = ()
        elif tree.name not in ALL_ALIKE:
            operands = operands[:1]
        if taken[0].where == GONE:
            from muranopl.semantics.bodies.other_forms import report_removed

            report_removed(tree, taken, arguments, scope)
    elif tree.__class__ is Binary and tree.operator in COMPARING:
        left, right = operands
        check_comparison(tree, left.value, right.value, scope)
        if tree.operator == "in":
            operands = operands[1:]  # the left one may be meant as a text
    for operand in operands:
        if operand.expression.__class__ in WORD_FORMS:
            report_words((operand.expression,), scope)


def _meant(arguments: CallArguments, scope: ExpressionScope) -> str | None:
    """Return the suggestion for the first bare word among arguments that names a variable."""
    for argument in arguments.positional:
        meant = did_you_mean_variable(argument.expression, scope)
        if meant is not None:
            return meant
    return None


def _report_missing(tree: Call, scope: ExpressionScope) -> None:
    name, method = tree.name, scope.method
    # Overloads of other versions of MuranoPL, or of other places.
    overloads = [form for form in signatures.named(name) if form.is_function]
    from muranopl.semantics.bodies.other_forms import elsewhere_facts, other_ways

    if overloads and any(form.where is None for form in overloads):
        scope.report(rules.OTHER_VERSION, tree, **elsewhere_facts(tree, overloads, scope))
        return
    own = name in method.own.methods or name in LIFE_CYCLE
    from muranopl.semantics.bodies.rewriting import of_other_languages, on_receiver

    suggestion = other_ways(tree, scope) or of_other_languages(tree, scope)
    if own:
        suggestion = f"it is a method of this class: write `{on_receiver('$', tree, scope) or f'$.{name}(...)'}`"
    if suggestion is None and overloads and all(form.where == CORE for form in overloads):
        suggestion = "remove the call: only classes of the core library have this function"
    # What other versions have as a method is no slip for another name
    if suggestion is None and not signatures.named(name):
        functions = (item for item in signatures.names() if method.functions.functions(item))
        own_methods = (item for item in method.own.methods if item[:1] not in "._")
        near = method.nearest(
            name, itertools.chain(functions, own_methods), ("functions", method.own.id)
        )
        if near is not None:
            suggestion = did_you_mean(near if method.functions.functions(near) else f"$.{near}")
    severity = Severity.WARNING if method.own.incomplete and own else None
    scope.report(rules.NO_FUNCTION, tree, name=name, suggestion=suggestion, severity=severity)
