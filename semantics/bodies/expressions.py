"""Infers the values of expressions in bodies as far as possible, and reports problems in them.

Each part is inferred once.
"""

from __future__ import annotations

from typing import ClassVar

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Unary, Variable
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.semantics.abstract.application import NO_VARIABLES, bound_variables
from muranopl.semantics.abstract.functions.signatures import METHOD
from muranopl.semantics.abstract.overloads import NO_ARGUMENTS, CallArgument, CallArguments
from muranopl.semantics.abstract.value_contents import items
from muranopl.semantics.abstract.values import UNKNOWN, ClassType, Null, Value, instances, one
from muranopl.semantics.abstract.walk import ExpressionWalk
from muranopl.semantics.bodies import (
    bare_words,
    creation,
    function_calls,
    method_calls,
    operators,
    properties,
)
from muranopl.semantics.bodies.scope import ExpressionScope, MethodContext


def evaluate(node: Yaql, method: MethodContext) -> Value:
    """Return the value of an expression that is a scalar in a body."""
    bound = bound_variables(node) if "(" in node.text else NO_VARIABLES
    scope = ExpressionScope(node, method.functions, method.this, bound, method=method)
    if method.observer is None:
        return _BODY.visit(node.tree, scope)
    method.observer.enter(node, method)
    return _OBSERVED.visit(node.tree, scope)


def infer(tree: Expression, scope: ExpressionScope) -> Value:
    """Return the value of a part of an expression."""
    walk = _BODY if scope.method.observer is None else _OBSERVED
    return walk.visit(tree, scope)


class _BodyWalk(ExpressionWalk[ExpressionScope]):
    """Expressions of bodies: `$` is an object, and names are those of its class."""

    attribute_value = staticmethod(properties.read)
    item_value = staticmethod(operators.index)
    refined_result = staticmethod(creation.refined_result)
    report_if_failing = staticmethod(function_calls.report_if_failing)
    report_refused = staticmethod(function_calls.report_refused)
    report_failure = staticmethod(function_calls.report_failure)
    check_arguments = staticmethod(function_calls.check_arguments)
    check_words = staticmethod(bare_words.report_words)
    check_names = staticmethod(operators.check_names)
    check_member = staticmethod(operators.check_member)

    def visit_variable(self, tree: Variable, scope: ExpressionScope) -> Value:
        name, method = tree.name, scope.method
        if name in {"$", "$1"}:
            if "1" in method.variables.assigned and not scope.inner:
                return UNKNOWN
            return scope.dollar
        if name == "$this":
            return UNKNOWN if "this" in method.variables.assigned else method.this
        name = name[1:]
        # Arguments of lambdas and variables of the expression itself are not tracked.
        if (scope.inner and name.isdecimal()) or scope.bound is None or name in scope.bound:
            method.variables.used.add(name)
            return UNKNOWN
        result = method.variables.read(name, scope.node, tree)
        if result is not None:
            return result
        if name in method.variables.assigned:
            return UNKNOWN
        return one(Null(blamed=(id(scope.node), id(tree))))

    def is_variable(self, tree: Expression, scope: ExpressionScope) -> bool:
        if not isinstance(tree, Variable):
            return False
        name = tree.name[1:]
        return (
            scope.bound is None
            or name in scope.bound
            or name in scope.method.variables.assigned
            or scope.method.variables.value(name) is not None
        )

    def visit_silently(self, tree: Expression, scope: ExpressionScope) -> None:
        scope.method.variables.used.update(
            part.name[1:] for part in parts_of(tree) if isinstance(part, Variable)
        )

    def visit_keyword(self, tree: Keyword, scope: ExpressionScope) -> Value:
        return bare_words.keyword(tree, scope)

    def method_result(
        self, tree: Binary, part: Call, receiver: Value, scope: ExpressionScope
    ) -> Value:
        if part.arguments:
            forms = scope.functions.taking_code(METHOD, part.name)
            if forms and receiver.known:
                forms = method_calls.forms_on(receiver, part.name, forms, scope)
            arguments = self.arguments(part.arguments, forms, scope, receiver)
        else:
            arguments = NO_ARGUMENTS
        return method_calls.call(tree, part, receiver, arguments, scope)

    def check_compared(
        self, tree: Binary, left: Value, right: Value, scope: ExpressionScope
    ) -> None:
        bare_words.report_compared(tree.left, tree.right, scope)
        operators.check_comparison(tree, left, right, scope)

    def visit_unary(self, tree: Unary, scope: ExpressionScope) -> Value:
        if tree.operator == ":":
            return operators.class_named(tree, scope)
        return super().visit_unary(tree, scope)

    def _visit_is(self, tree: Binary, scope: ExpressionScope) -> Value:
        left, right = self.visit(tree.left, scope), self.visit(tree.right, scope)
        return operators.is_instance(tree, left, right, scope)

    def _visit_super(self, tree: Call, scope: ExpressionScope) -> Value:
        """Infer `super($, code)`.

        In the code, `$` is the object seen as each parent of the enclosing class.
        """
        if not scope.functions.functions(tree.name):
            return self.visit_function(tree, scope)
        parents = scope.method.own.parents
        # Members are looked up from the parent on, as if the object were exactly of it.
        if parents:
            view = instances([ClassType(parent, exact=True) for parent in parents])
        else:
            view = UNKNOWN
        arguments: list[CallArgument] = []
        for position, part in enumerate(tree.arguments):
            inside = scope.within(view) if position else scope
            arguments.append(CallArgument(part, self.visit(part, inside)))
        self.function_result(tree, CallArguments(tuple(arguments)), scope)
        return items(arguments[1].value if len(arguments) > 1 else view)

    own_operators: ClassVar = {
        ":": lambda _walk, *part: operators.class_named(*part),
        "is": _visit_is,
    }
    own_functions: ClassVar = {"super": _visit_super, "psuper": _visit_super}


class _ObservedBodyWalk(_BodyWalk):
    """The same, with each value recorded."""

    def visit(self, tree: Expression, scope: ExpressionScope) -> Value:
        value = super().visit(tree, scope)
        if scope.method.observer is not None:
            scope.method.observer.note(scope.node, tree, value)
        return value

    visit_whole = visit


_BODY = _BodyWalk()
_OBSERVED = _ObservedBodyWalk()
