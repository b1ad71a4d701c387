"""Calls of functions in UI definitions: the overloads and their results.

The table of functions is that of method bodies (`muranopl.semantics.inference.functions`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from muranopl.diagnostics.catalogue import ui_expressions as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.expression.tree import Call, Expression
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import (
    STRING,
    UNKNOWN,
    Alternative,
    ConstantValue,
    Items,
    Null,
    Value,
    one,
    plain,
    union,
)
from muranopl.semantics.inference.functions import signatures
from muranopl.semantics.inference.functions.signatures import FUNCTION, METHOD, Signature
from muranopl.semantics.inference.overloads import (
    CallArgument,
    CallArguments,
    matching_forms,
    refusal,
)
from muranopl.semantics.ui.scope import EvaluationStage, Scope
from muranopl.semantics.ui.values import ObjectId


class Argument(msgspec.Struct, frozen=True, eq=False):
    """An argument; `expression` is None if it is left out between commas."""

    expression: Expression | None
    value: Value


class Arguments(msgspec.Struct, frozen=True, eq=False):
    """The arguments of a call: positional, a receiver first, and named (`name => value`)."""

    positional: tuple[Argument, ...] = ()
    named: Mapping[str, Argument] = MappingProxyType({})

    def get(self, position: int, name: str) -> Argument | None:
        """Return the argument for a parameter, or None."""
        return (
            self.positional[position] if position < len(self.positional) else self.named.get(name)
        )


class Refused(msgspec.Struct, frozen=True):
    """Why a call fails: certainly, or only if `argument` is null (`because` of something)."""

    problem: str
    sure: bool
    nulls: tuple[Null, ...]
    argument: Argument | None = None
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


def function(tree: Call, given: Arguments, scope: Scope) -> Value | None:
    """Return the result of a function, None after a report."""
    name, functions = tree.name, scope.stage.functions
    forms = functions.functions(name)
    if scope.bound is None or name in scope.bound:  # def()
        return None
    if not forms:
        _report_missing(tree, FUNCTION, scope)
        return None
    if name == "name":
        remedy = (
            "write `$.workflowManagement.application_name`"
            if scope.stage is EvaluationStage.MODEL
            else None
        )
        scope.report(rules.BROKEN_FUNCTION, tree, name=name, where="", suggestion=remedy)
        return None
    if name == "ref" and scope.stage is EvaluationStage.FORM_VALIDATOR:
        scope.report(rules.BROKEN_FUNCTION, tree, name=name, where=f" {scope.stage.value}")
        return None
    return _checked(tree, FUNCTION, given, scope)


def method(tree: Call, given: Arguments, scope: Scope) -> Value:
    """Return the result of a method."""
    forms = scope.stage.functions.methods(tree.name)
    if not forms:
        _report_missing(tree, METHOD, scope)
        return UNKNOWN
    return _checked(tree, METHOD, given, scope) or UNKNOWN


def _checked(tree: Call, form: str, given: Arguments, scope: Scope) -> Value | None:
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


def refused(form: str, name: str, given: Arguments, scope: Scope) -> Refused | None:
    """Return why a function refuses the arguments, or some of their alternatives, or None.

    A possible null is reported only if the call is always made: else the condition may test for it.
    """
    functions = scope.stage.functions
    whole = _typed(given)
    every = (*given.positional, *given.named.values())
    if not matching_forms(form, name, whole, functions):
        forms = functions.forms(form, name)
        shown = _typed(given, shown=True)
        written = CallArguments(shown.positional[1:], shown.named) if form == METHOD else shown
        nulls = tuple(null for item in every if item.value.is_null for null in item.value.nulls)
        return Refused(refusal(forms, shown, written, functions), True, nulls)
    # A condition before may have excluded null.
    if not scope.certain:
        return None
    for argument in every:
        alternatives = argument.value.alternatives or ()
        for null in argument.value.nulls[:1]:
            if len(alternatives) == len(argument.value.nulls):
                break
            only = _typed(_with(given, argument, one(null)))
            if not matching_forms(form, name, only, functions):
                because = f" {null.because}" if null.because else ""
                what = (
                    ""
                    if argument.expression is None
                    else f"`{scope.text(argument.expression)}`, which is "
                )
                problem = (
                    f"does not take {what}null{because}" if what else f"does not take null{because}"
                )
                return Refused(problem, False, argument.value.nulls, argument, because)
    return None


def _with(given: Arguments, argument: Argument, value: Value) -> Arguments:
    def other(each: Argument) -> Argument:
        return Argument(each.expression, value) if each is argument else each

    return Arguments(
        tuple(map(other, given.positional)),
        {name: other(item) for name, item in given.named.items()},
    )


def _typed(given: Arguments, *, shown: bool = False) -> CallArguments:
    def typed(each: Argument) -> CallArgument:
        return CallArgument(each.expression, type_of(each.value, shown=shown))

    return CallArguments(
        tuple(map(typed, given.positional)),
        {name: typed(value) for name, value in given.named.items()},
    )


def type_of(value: Value, *, shown: bool = False) -> Value:
    """Return the kinds of a value for functions; a list may be a lazy sequence, unless `shown`."""
    if value.alternatives is None:
        return plain(kinds.UNKNOWN)
    match = 0
    for alternative in value.alternatives:
        match |= (
            _kind(alternative)
            if not shown or isinstance(alternative, ObjectId)
            else alternative.kind
        )
    return plain(match)


def _kind(alternative: Alternative) -> int:
    if alternative.kind & kinds.LIST:
        return kinds.ITEMS
    if alternative.kind == kinds.OBJECT:
        return kinds.DICT
    if isinstance(alternative, ObjectId):
        return kinds.UNKNOWN  # the id of ref() becomes a text only at the end
    return alternative.kind


def result(form: str, name: str, given: Arguments, scope: Scope) -> Value:
    """Return the union of the results of the overloads that take the arguments."""
    forms = matching_forms(form, name, _typed(given), scope.stage.functions)
    return union(_given(item, given) for item in forms)


def _given(signature: Signature, given: Arguments) -> Value:
    told = signature.result
    first = given.positional[0].value if given.positional else UNKNOWN
    if told.as_first == "same":
        return first
    if told.as_first == "item":
        alone = len(given.positional) == 1 and not given.named  # without a value for what is empty
        return _chosen(item_of(first)) if alone else UNKNOWN
    if told.kinds & kinds.UNKNOWN:
        return UNKNOWN
    if told.items is not None:
        return one(Items(item=_items(signature, first, given)))
    if told.kinds == kinds.NUMBER and all(item.value.only(kinds.INT) for item in given.positional):
        return plain(kinds.INT)
    # Which numbers JSON gets is not known.
    return UNKNOWN if told.kinds & kinds.FLOAT else plain(told.kinds)


def _items(signature: Signature, first: Value, given: Arguments) -> Value | None:
    """Return the items of a collection that a function gives."""
    name = signature.result.items
    if name == "item":
        item = item_of(first)
        return item if signature.name in _KEEP_ALL else _chosen(item)
    if name in _ITEMS:
        return _ITEMS[name]
    position = next(
        at for at, parameter in enumerate(signature.parameters) if parameter.name == name
    )
    argument = given.get(position, name or "")
    return None if argument is None else argument.value


def _chosen(item: Value) -> Value:
    """Return the value of items selected by a condition, UNKNOWN if one is null or constant."""
    alternatives = item.alternatives or ()
    return (
        UNKNOWN
        if any(isinstance(alternative, (Null, ConstantValue)) for alternative in alternatives)
        else item
    )


def item_of(value: Value) -> Value:
    """Return the value of the items of a list."""
    values: list[Value] = []
    for alternative in value.alternatives or ():
        if isinstance(alternative, Null):
            continue
        if not isinstance(alternative, Items):
            return UNKNOWN
        if alternative.items is not None:
            values += alternative.items
        else:
            values.append(alternative.item or UNKNOWN)
    return union(values)


_KEEP_ALL = frozenset(
    {
        "cycle",
        "memorize",
        "orderBy",
        "orderByDescending",
        "reverse",
        "thenBy",
        "thenByDescending",
        "toList",
        "values",
    }
)
"""Functions that return a collection with all of the same items."""
_ITEMS = {"Int": plain(kinds.INT), "String": STRING}


def code(forms: Sequence[Signature], at: int, name: str | None) -> str | None:
    """Return how overloads run an argument, by position or name, as code; None if it is a value."""
    parameters = [form.parameter(at, name) for form in forms]
    match = {parameter.code for parameter in parameters if parameter is not None}
    if len(match) > 1:
        return "Lambda"
    return match.pop() if match else None


def _report_missing(tree: Call, form: str, scope: Scope) -> None:
    name, functions = tree.name, scope.stage.functions
    elsewhere = [item for item in signatures.named(name) if item.form in {FUNCTION, METHOD, "both"}]
    other = functions.methods(name) if form == FUNCTION else functions.functions(name)
    if other:
        suggestion: Callable[[], str | None] | str = (
            f"write `x.{name}()`" if form == FUNCTION else f"write `{name}(x)`"
        )
    elif any(item.where == signatures.UI for item in elsewhere):
        suggestion = "only the value is at hand there: use it where the value is used"
    elif elsewhere:
        suggestion = (
            "it is a function of MuranoPL: only those of YAQL and of the dashboard are there"
        )
    else:
        suggestion = scope.definition.slips.suggestion(
            name,
            (form, functions.places),
            lambda: (item for item in signatures.names() if functions.forms(form, item)),
        )
    where = (
        scope.stage.value
        if any(item.where == signatures.UI for item in elsewhere)
        else "in UI definitions"
    )
    scope.report(
        rules.UNKNOWN_FUNCTION, tree, kind=form, name=name, where=where, suggestion=suggestion
    )
