"""Infers the abstract values of expressions in UI definitions, and reports calls that fail, or may fail.

The table of functions is that of method bodies (`muranopl.semantics.abstract.functions`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from muranopl.ard.yaql.tree import Binary, Call, Expression, Pair, Variable
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.application import (
    Application,
    FunctionApplication,
    as_texts,
    report,
    report_failing,
)
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import FUNCTION, METHOD, Signature
from muranopl.semantics.abstract.overloads import CallArgument, CallArguments, matching_forms
from muranopl.semantics.abstract.value_contents import described
from muranopl.semantics.abstract.values import UNKNOWN, Null, Value, one
from muranopl.semantics.abstract.walk import ExpressionWalk
from muranopl.semantics.forms import receivers, special
from muranopl.semantics.forms.scope import EvaluationStage, Scope


def report_refused(application: FunctionApplication, scope: Scope) -> None:
    """Report that no overload takes the arguments."""
    arguments = application.arguments
    if scope.blame(item.value for item in arguments.every() if item.value.is_null):
        return
    if application.is_operator:
        values = " and ".join(described(item.value) for item in arguments.positional)
        problem = f"does not accept {values}"
    else:
        problem = application.refusal(scope.functions)
    report(application, problem, scope, suggestion=as_texts(application, scope))


def check_nulls(
    form: str,
    tree: Application,
    arguments: CallArguments,
    _taken: Sequence[Signature],
    scope: Scope,
) -> None:
    """Report an argument that may be null, if no overload takes null for it.

    This is reported only if the call is always made: else the condition may test for null.
    """
    # Code in a case of switch() or after `and` may be there because of null.
    if not scope.certain:
        return
    application = FunctionApplication(form, tree, arguments)
    argument = _refusing_null(application, scope)
    if argument is None or scope.blame([argument.value], sure=False):
        return
    null, remedy = argument.value.nulls[0], None
    because = f" {null.because}" if null.because else ""
    problem = f"does not accept null{because}"
    if argument.expression is not None:
        text = scope.text(argument.expression)
        problem = f"does not accept `{text}`, which is null{because}"
        if application.is_operator:
            problem = f"does not accept null, but `{text}` may be null{because}"
        remedy = f"make the field required, or write `coalesce({text}, ...)`"
    report(application, problem, scope, severity=Severity.WARNING, suggestion=remedy)


def _refusing_null(application: FunctionApplication, scope: Scope) -> CallArgument | None:
    """Return the first argument that may be null where no overload takes null."""
    form, name, arguments = application.form, application.name, application.arguments
    for argument in arguments.every():
        nulls = () if argument.value.is_null else argument.value.nulls
        # All nulls are alike to overloads.
        for null in nulls[:1]:
            only = _with_null(arguments, argument, null)
            if not matching_forms(form, name, only, scope.functions):
                return argument
    return None


def _with_null(arguments: CallArguments, replaced: CallArgument, null: Null) -> CallArguments:
    """Return the arguments with null in place of one of them."""

    def other(argument: CallArgument) -> CallArgument:
        if argument is not replaced:
            return argument
        return CallArgument(argument.expression, one(null))

    return CallArguments(
        tuple(map(other, arguments.positional)),
        {name: other(item) for name, item in arguments.named.items()},
    )


def report_if_failing(tree: Call, _arguments: CallArguments, scope: Scope) -> bool:
    """Return whether a function does not exist, or always fails, and report it then."""
    if not scope.functions.functions(tree.name):
        report_missing(tree, tree, scope)
        return True
    where, remedy = "", None
    if tree.name == "name":
        if scope.stage is EvaluationStage.MODEL:
            remedy = "write `$.workflowManagement.application_name`"
    elif tree.name == "ref" and scope.stage is EvaluationStage.FORM_VALIDATOR:
        where = f" {scope.stage.value}"
    else:
        return False
    scope.report(rules.BROKEN_FUNCTION, tree, name=tree.name, where=where, suggestion=remedy)
    return True


def report_missing(tree: Binary | Call, part: Call, scope: Scope) -> None:
    """Report a function or a method that does not exist; `part` is the call in `tree`."""
    form = FUNCTION if isinstance(tree, Call) else METHOD
    name, functions = part.name, scope.functions
    from muranopl.semantics.bodies.rewriting import as_function, as_method, of_other_languages

    instead = of_other_languages(tree, scope)
    elsewhere = [item for item in signatures.named(name) if item.form in {FUNCTION, METHOD, "both"}]
    in_dashboard = any(item.where == signatures.UI for item in elsewhere)
    other = functions.methods(name) if form == FUNCTION else functions.functions(name)
    if other:
        if isinstance(tree, Call):
            text = as_method(tree, scope) or f"x.{name}(...)"
        else:
            text = as_function(tree, part, scope) or f"{name}(x, ...)"
        suggestion: Callable[[], str | None] | str = f"write `{text}`"
    elif instead is not None:
        suggestion = instead
    elif in_dashboard:
        suggestion = "call it where the value is used: validators of fields see only the value"
    elif elsewhere:
        suggestion = (
            "use a function of YAQL or of the dashboard: this one is a function of MuranoPL"
        )
    else:
        suggestion = scope.definition.similar_names.suggestion(
            name,
            (item for item in signatures.names() if functions.forms(form, item)),
            (form, functions.places),
        )
    where = scope.stage.value if in_dashboard else "in UI definitions"
    scope.report(
        rules.UNKNOWN_FUNCTION, part, kind=form, name=name, where=where, suggestion=suggestion
    )


def value_of(tree: Expression, scope: Scope) -> Value:
    """Return the value of an expression that is used as a whole."""
    walk = _FORM if scope.definition.observer is None else _OBSERVED
    return walk.visit_whole(tree, scope)


class _FormWalk(ExpressionWalk[Scope]):
    """Expressions of UI definitions: `$` is data of forms, and names are those of their fields."""

    # Data of forms may have lazy sequences in place of lists.
    list_kind = kinds.ITEMS
    reports_possible_null = True
    attribute_value = staticmethod(receivers.attribute)
    item_value = staticmethod(receivers.item)
    report_if_failing = staticmethod(report_if_failing)
    report_refused = staticmethod(report_refused)
    report_failure = staticmethod(report_failing)
    check_arguments = staticmethod(check_nulls)

    def visit_whole(self, tree: Expression, scope: Scope) -> Value:
        value = self.visit(tree, scope)
        scope.definition.whole(value)
        return value

    def visit_variable(self, tree: Variable, scope: Scope) -> Value:
        name = tree.name[1:]
        if name in {"", "1"}:
            return scope.dollar
        if name.isdecimal() or scope.bound is None or name in scope.bound:
            return UNKNOWN
        return scope.definition.variable(name, tree, scope)

    def visit_silently(self, tree: Expression, scope: Scope) -> None:
        self.visit_whole(tree, scope.muted_with(scope.dollar))

    def method_result(self, tree: Binary, part: Call, receiver: Value, scope: Scope) -> Value:
        if part.name == special.SWITCH:
            return self._switch(tree, receiver, part.arguments, scope)
        functions = scope.functions
        forms = functions.taking_code(METHOD, part.name)
        arguments = self.arguments(part.arguments, forms, scope, receiver)
        if not functions.methods(part.name):
            report_missing(tree, part, scope)
            return UNKNOWN
        with_receiver = arguments.called_on(CallArgument(tree.left, receiver))
        return self.apply(METHOD, part.name, part, with_receiver, scope) or UNKNOWN

    def _visit_switch(self, tree: Call, scope: Scope) -> Value:
        if not tree.arguments:
            return self.visit_function(tree, scope)
        first, *rest = tree.arguments
        value = self.visit_whole(first, scope)
        if isinstance(first, Pair):
            special.report_no_value(tree, scope)
        return self._switch(tree, value, rest, scope)

    own_functions: ClassVar = {special.SWITCH: _visit_switch}

    def refined_result(
        self, tree: Call, arguments: CallArguments, result: Value | None, scope: Scope
    ) -> Value:
        own = special.FUNCTIONS.get(tree.name)
        if result is None:
            return UNKNOWN
        return result if own is None else own(tree, arguments, scope)

    def _switch(
        self, tree: Expression, value: Value, cases: Sequence[Expression], scope: Scope
    ) -> Value:
        """Evaluate `switch(value, condition => result, ...)`; in its cases `$` is the value."""
        inside = scope.within(value)
        match: list[special.SwitchCase] = []
        for part in cases:
            if not isinstance(part, Pair):
                self.visit_whole(part, inside)
                continue
            # The first condition is always evaluated.
            case_scope = inside if match else inside.as_certain_as(scope)
            self.visit_whole(part.key, case_scope)
            narrowed = special.narrowed(value, part.key)
            result = self.visit_whole(part.value, scope.within(narrowed))
            match.append(special.SwitchCase(part.key, part.value, result))
        return special.result(tree, value, match, scope)


class _ObservedFormWalk(_FormWalk):
    """The same, with each value recorded."""

    def visit(self, tree: Expression, scope: Scope) -> Value:
        value = super().visit(tree, scope)
        if scope.definition.observer is not None:
            scope.definition.observer.note(scope.node, tree, value)
        return value


_FORM = _FormWalk()
_OBSERVED = _ObservedFormWalk()
