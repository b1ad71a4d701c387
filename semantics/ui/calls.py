"""Calls of functions in UI definitions: the overloads and their results.

The table of functions is that of method bodies (`muranopl.semantics.abstract.functions`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec

from muranopl.diagnostics.catalogue import ui_expressions as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.expression.tree import Call
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import FUNCTION, METHOD
from muranopl.semantics.abstract.overloads import (
    CallArgument,
    CallArguments,
    matching_forms,
    refusal,
)
from muranopl.semantics.abstract.results import results
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Null,
    Value,
    one,
)
from muranopl.semantics.ui.scope import EvaluationStage, Scope


class Refused(msgspec.Struct, frozen=True):
    """Why a call fails: certainly, or only if `argument` is null (`because` of something)."""

    problem: str
    sure: bool
    nulls: tuple[Null, ...]
    argument: CallArgument | None = None
    because: str = ""

    def remedy(self, scope: Scope) -> str | None:
        """Return how to avoid null, if the value is not always null."""
        if self.sure or self.argument is None or self.argument.expression is None:
            return None
        return f"make the field required, or write `coalesce({scope.text(self.argument.expression)}, ...)`"

    def blame(self, scope: Scope) -> bool:
        """Blame undefined names for the nulls; return whether there are any.

        The undefined name is the only defect then.
        """
        blamed = [null for null in self.nulls if null.blamed is not None]
        for item in blamed:
            scope.blame(item, sure=self.sure)
        return bool(blamed)


def function(tree: Call, given: CallArguments, scope: Scope) -> Value | None:
    """Return the result of a function, None after a report."""
    name, functions = tree.name, scope.stage.functions
    forms = functions.functions(name)
    if scope.bound is None or name in scope.bound:  # def()
        return None
    if not forms:
        _report_missing(tree, FUNCTION, scope)
        return None
    if name == "name":
        if scope.stage is EvaluationStage.MODEL:
            remedy = "write `$.workflowManagement.application_name`"
        else:
            remedy = None
        scope.report(
            rules.BROKEN_FUNCTION, tree, name=name, where="", suggestion=remedy
        )
        return None
    if name == "ref" and scope.stage is EvaluationStage.FORM_VALIDATOR:
        scope.report(
            rules.BROKEN_FUNCTION, tree, name=name, where=f" {scope.stage.value}"
        )
        return None
    return _checked(tree, FUNCTION, given, scope)


def method(tree: Call, given: CallArguments, scope: Scope) -> Value:
    """Return the result of a method."""
    forms = scope.stage.functions.methods(tree.name)
    if not forms:
        _report_missing(tree, METHOD, scope)
        return UNKNOWN
    return _checked(tree, METHOD, given, scope) or UNKNOWN


def _checked(tree: Call, form: str, given: CallArguments, scope: Scope) -> Value | None:
    problem = refused(form, tree.name, given, scope)
    if problem is not None:
        if not problem.blame(scope):
            severity = None if problem.sure else Severity.WARNING
            what = f"{tree.name}()"
            scope.report(
                rules.FUNCTION_ARGUMENTS,
                tree,
                severity=severity,
                what=what,
                problem=problem.problem,
                suggestion=problem.remedy(scope),
            )
        if problem.sure:
            return None
    return result(form, tree.name, given, scope)


def refused(form: str, name: str, given: CallArguments, scope: Scope) -> Refused | None:
    """Return why a function refuses the arguments, or some of their alternatives, or None.

    A possible null is reported only if the call is always made: else the condition may test for it.
    """
    functions = scope.stage.functions
    if not matching_forms(form, name, given, functions):
        forms = functions.forms(form, name)
        nulls = [item.value.nulls for item in given.every() if item.value.is_null]
        problem = refusal(forms, given, functions, receivers=int(form == METHOD))
        return Refused(problem, True, tuple(itertools.chain.from_iterable(nulls)))
    # A condition before may have excluded null.
    if not scope.certain:
        return None
    for argument in given.every():
        if argument.value.is_null:
            continue
        for null in argument.value.nulls[:1]:
            only = _with(given, argument, one(null))
            if not matching_forms(form, name, only, functions):
                because = f" {null.because}" if null.because else ""
                if argument.expression is None:
                    what = ""
                else:
                    what = f"`{scope.text(argument.expression)}`, which is "
                if what:
                    problem = f"does not take {what}null{because}"
                else:
                    problem = f"does not take null{because}"
                return Refused(problem, False, argument.value.nulls, argument, because)
    return None


def _with(given: CallArguments, argument: CallArgument, value: Value) -> CallArguments:
    def other(each: CallArgument) -> CallArgument:
        return CallArgument(each.expression, value) if each is argument else each

    return CallArguments(
        tuple(map(other, given.positional)),
        {name: other(item) for name, item in given.named.items()},
    )


def result(form: str, name: str, given: CallArguments, scope: Scope) -> Value:
    """Return the union of the results of the overloads that take the arguments."""
    return results(matching_forms(form, name, given, scope.stage.functions), given)


def _report_missing(tree: Call, form: str, scope: Scope) -> None:
    name, functions = tree.name, scope.stage.functions
    elsewhere = [
        item
        for item in signatures.named(name)
        if item.form in {FUNCTION, METHOD, "both"}
    ]
    other = functions.methods(name) if form == FUNCTION else functions.functions(name)
    if other:
        suggestion: Callable[[], str | None] | str = (
            f"write `x.{name}()`" if form == FUNCTION else f"write `{name}(x)`"
        )
    elif any(item.where == signatures.UI for item in elsewhere):
        suggestion = "only the value is at hand there: use it where the value is used"
    elif elsewhere:
        suggestion = "it is a function of MuranoPL: only those of YAQL and of the dashboard are there"
    else:
        suggestion = scope.definition.similar_names.suggestion(
            name,
            (item for item in signatures.names() if functions.forms(form, item)),
            (form, functions.places),
        )
    if any(item.where == signatures.UI for item in elsewhere):
        where = scope.stage.value
    else:
        where = "in UI definitions"
    scope.report(
        rules.UNKNOWN_FUNCTION,
        tree,
        kind=form,
        name=name,
        where=where,
        suggestion=suggestion,
    )
