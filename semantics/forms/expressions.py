"""Infers the abstract values of expressions in UI definitions; errors are reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from muranopl.ard.yaql.tree import Binary, Call, Expression, Pair, Variable
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.application import report_failing
from muranopl.semantics.abstract.functions.signatures import METHOD
from muranopl.semantics.abstract.overloads import CallArgument, CallArguments
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.abstract.walk import ExpressionWalk
from muranopl.semantics.forms import calls, receivers, special, switches
from muranopl.semantics.forms.scope import Scope


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
    report_if_failing = staticmethod(calls.report_if_failing)
    report_refused = staticmethod(calls.report_refused)
    report_failure = staticmethod(report_failing)
    check_arguments = staticmethod(calls.check_nulls)

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
        if part.name == switches.SWITCH:
            return self._switch(tree, receiver, part.arguments, scope)
        functions = scope.functions
        forms = functions.taking_code(METHOD, part.name)
        arguments = self.arguments(part.arguments, forms, scope, receiver)
        if not functions.methods(part.name):
            calls.report_missing(tree, part, scope)
            return UNKNOWN
        with_receiver = arguments.called_on(CallArgument(tree.left, receiver))
        return self.apply(METHOD, part.name, part, with_receiver, scope) or UNKNOWN

    def _visit_switch(self, tree: Call, scope: Scope) -> Value:
        if not tree.arguments:
            return self.visit_function(tree, scope)
        first, *rest = tree.arguments
        value = self.visit_whole(first, scope)
        if isinstance(first, Pair):
            switches.report_no_value(tree, scope)
        return self._switch(tree, value, rest, scope)

    own_functions: ClassVar = {switches.SWITCH: _visit_switch}

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
        match: list[switches.SwitchCase] = []
        for part in cases:
            if not isinstance(part, Pair):
                self.visit_whole(part, inside)
                continue
            # The first condition is always evaluated.
            case_scope = inside if match else inside.as_certain_as(scope)
            self.visit_whole(part.key, case_scope)
            narrowed = switches.narrowed(value, part.key)
            result = self.visit_whole(part.value, scope.within(narrowed))
            match.append(switches.SwitchCase(part.key, part.value, result))
        return switches.result(tree, value, match, scope)


class _ObservedFormWalk(_FormWalk):
    """The same, with each value recorded."""

    def visit(self, tree: Expression, scope: Scope) -> Value:
        value = super().visit(tree, scope)
        if scope.definition.observer is not None:
            scope.definition.observer.note(scope.node, tree, value)
        return value


_FORM = _FormWalk()
_OBSERVED = _ObservedFormWalk()
