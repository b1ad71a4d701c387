"""Interprets expressions abstractly: visits each part once, with one method for each kind of part.

What names mean, and what is reported, differs between method bodies and UI definitions: the subclasses of
`ExpressionWalk` answer it.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Group,
    Index,
    Keyword,
    ListDisplay,
    Literal,
    MapDisplay,
    Omitted,
    Pair,
    Unary,
    Variable,
    bare,
    word,
)
from muranopl.ard.yaql.written_lambdas import WrittenLambda, as_code, written_lambda
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.application import Application, FunctionApplication, S
from muranopl.semantics.abstract.failures import MAY_FAIL, failure
from muranopl.semantics.abstract.functions.signatures import FUNCTION, Signature, parameters_of
from muranopl.semantics.abstract.overloads import (
    NO_ARGUMENTS,
    OMITTED_ARGUMENT,
    CallArgument,
    CallArguments,
    matching_forms,
)
from muranopl.semantics.abstract.results import results
from muranopl.semantics.abstract.value_contents import has_items, item_of
from muranopl.semantics.abstract.values import (
    BOOL,
    UNKNOWN,
    Dictionary,
    Items,
    Value,
    constant,
    nullable,
    of,
    one,
    union,
    without_null,
)

_NOT_VALUES = frozenset({Pair, Omitted})
_WITH_ALL_PAIRS = frozenset({"dict", "set"})
"""Functions that evaluate all of their `key => value`; others look for the first that applies."""


_METHODS = {
    Variable: "visit_variable",
    Keyword: "visit_keyword",
    Omitted: "_visit_omitted",
    Group: "_visit_group",
    ListDisplay: "_visit_list",
    MapDisplay: "_visit_map",
    Pair: "_visit_pair",
    Unary: "visit_unary",
    Index: "_visit_index",
}
"""The methods of `ExpressionWalk` by the kind of expression.

Those of `Binary` are by operator, those of `Call` by name.
"""

_VisitBinary = Callable[[Any, Binary, Any], Value]
"""Returns the value of a binary expression: (walk, expression, scope) -> value."""
_VisitCall = Callable[[Any, Call, Any], Value]
"""Returns the value of a call without a receiver: (walk, call, scope) -> value."""


class ExpressionWalk(ABC, Generic[S]):
    """Finds the abstract values of expressions.

    `list_kind` is the kind of lists that expressions write; `reports_possible_null` is set if a value
    that may be null is reported, so that nothing but a known reason makes a value so.
    `own_operators` and `own_functions` are the binary operators and the functions whose operands
    the walk visits in a way of its own.
    """

    list_kind: ClassVar[int] = kinds.LIST
    reports_possible_null: ClassVar[bool] = False
    own_operators: ClassVar[Mapping[str, _VisitBinary]] = {}
    own_functions: ClassVar[Mapping[str, _VisitCall]] = {}
    _methods: ClassVar[Mapping[type, Callable[..., Value]]]
    _operators: ClassVar[Mapping[str, _VisitBinary]]

    def __init_subclass__(cls) -> None:
        """Look the methods up once, with those that the subclass overrides."""
        super().__init_subclass__()
        cls._methods = {kind: getattr(cls, name) for kind, name in _METHODS.items()}
        cls._operators = {**_OPERATORS, **cls.own_operators}

    # What subclasses answer

    @abstractmethod
    def visit_variable(self, tree: Variable, scope: S) -> Value:
        """Return the value of a variable."""

    @abstractmethod
    def attribute_value(self, tree: Binary, receiver: Value, name: str, scope: S) -> Value:
        """Return the value of `receiver.name`."""

    @abstractmethod
    def report_if_failing(self, tree: Call, arguments: CallArguments, scope: S, /) -> bool:
        """Return whether a call of a function certainly fails, and report it then."""

    @abstractmethod
    def refined_result(
        self, tree: Call, arguments: CallArguments, result: Value | None, scope: S
    ) -> Value:
        """Return what a call gives; `result` is by the table, None after a report."""

    @abstractmethod
    def method_result(self, tree: Binary, part: Call, receiver: Value, scope: S) -> Value:
        """Return the result of the call `part` on a receiver."""

    @abstractmethod
    def item_value(self, tree: Index, receiver: Value, arguments: CallArguments, scope: S) -> Value:
        """Return the value of `receiver[arguments]`."""

    @abstractmethod
    def report_refused(self, application: FunctionApplication, scope: S, /) -> None:
        """Report that no overload takes the arguments."""

    @abstractmethod
    def report_failure(self, application: FunctionApplication, problem: str, scope: S, /) -> None:
        """Report that a function or an operator fails on these values of the right kinds."""

    @abstractmethod
    def check_arguments(
        self,
        form: str,
        tree: Application,
        arguments: CallArguments,
        taken: Sequence[Signature],
        scope: S,
        /,
    ) -> None:
        """Report questionable arguments; `taken` are the overloads that take them."""

    def visit_keyword(self, tree: Keyword, scope: S) -> Value:  # noqa: ARG002 - bodies need it
        """Return the value of a bare word: a text."""
        return constant(tree.name)

    def check_words(self, operands: Sequence[Expression], scope: S) -> None:
        """Report operands that are texts, where a text makes no sense."""

    def check_compared(self, tree: Binary, left: Value, right: Value, scope: S) -> None:
        """Report the operands of a comparison."""

    def check_names(self, tree: Binary, left: Value, scope: S) -> None:
        """Report the left side of `->`, if it has no names for the right one."""

    def is_variable(self, tree: Expression, scope: S) -> bool:  # noqa: ARG002 - bodies need it
        """Return whether an expression may be a variable that exists."""
        return isinstance(tree, Variable)

    def visit_silently(self, tree: Expression, scope: S) -> None:
        """Note what an expression uses, and report nothing."""

    def check_member(self, tree: Binary, scope: S) -> None:
        """Report what stands after a `.`, and is neither a name nor a call."""

    # The walk

    def visit(self, tree: Expression, scope: S) -> Value:
        """Return the value of a part of an expression."""
        if tree.__class__ is Binary:
            infix = self._operators.get(tree.operator, ExpressionWalk._visit_operator)
            return infix(self, tree, scope)
        if tree.__class__ is Literal:
            return constant(tree.value)
        if tree.__class__ is Call:
            function = self.own_functions.get(tree.name, ExpressionWalk.visit_function)
            return function(self, tree, scope)
        return self._methods[tree.__class__](self, tree, scope)

    # The value of a part that is used as a whole, not only some attribute of it.
    visit_whole = visit

    def _visit_group(self, tree: Group, scope: S) -> Value:
        return self.visit(tree.inner, scope)

    def _visit_omitted(self, _tree: Omitted, _scope: S) -> Value:
        return UNKNOWN

    def _visit_list(self, tree: ListDisplay, scope: S) -> Value:
        items = tuple([self.visit_whole(part, scope) for part in tree.arguments])
        return one(Items(kind=self.list_kind, items=items))

    def _visit_map(self, tree: MapDisplay, scope: S) -> Value:
        entries: dict[str, Value] = {}
        others: Value | None = None
        for part in tree.arguments:
            if not isinstance(part, Pair):
                self.visit_whole(part, scope)
                others = UNKNOWN
                continue
            if not isinstance(part.key, Keyword):
                self.visit_whole(part.key, scope)
            value = self.visit_whole(part.value, scope)
            name = word(part.key)
            if name is None:
                others = UNKNOWN
            else:
                entries[name] = value
        return one(Dictionary(entries=entries, others=others))

    def _visit_pair(self, tree: Pair, scope: S) -> Value:
        self.visit_whole(tree.key, scope)
        self.visit_whole(tree.value, scope)
        return UNKNOWN

    def visit_unary(self, tree: Unary, scope: S) -> Value:
        """Return the value of `-x` and the like."""
        operand = self.visit_whole(tree.operand, scope)
        if tree.operator == "not":
            self.check_words((tree.operand,), scope)
            return BOOL
        arguments = CallArguments((CallArgument(tree.operand, operand),))
        return self.apply("unary", tree.operator, tree, arguments, scope) or UNKNOWN

    def _visit_operator(self, tree: Binary, scope: S) -> Value:
        left = CallArgument(tree.left, self.visit_whole(tree.left, scope))
        right = CallArgument(tree.right, self.visit_whole(tree.right, scope))
        arguments = CallArguments((left, right))
        return self.apply("binary", tree.operator, tree, arguments, scope) or UNKNOWN

    def _visit_comparison(self, tree: Binary, scope: S) -> Value:
        left = self.visit_whole(tree.left, scope)
        right = self.visit_whole(tree.right, scope)
        self.check_compared(tree, left, right, scope)
        return BOOL

    def apply(
        self, form: str, name: str, tree: Application, arguments: CallArguments, scope: S
    ) -> Value | None:
        """Return what a function or an operator gives; None after a report that it fails.

        The parameters are as in `FunctionApplication`, which is made for reports alone.
        """
        signatures = matching_forms(form, name, arguments, scope.functions)
        if not signatures:
            # An operator that does not exist is no matter of its operands.
            if scope.functions.forms(form, name):
                self.report_refused(FunctionApplication(form, tree, arguments), scope)
            return None
        self.check_arguments(form, tree, arguments, signatures, scope)
        problem = failure(name, arguments, scope) if name in MAY_FAIL else None
        if problem is not None:
            self.report_failure(FunctionApplication(form, tree, arguments), problem, scope)
            return None
        return results(signatures, arguments)

    def _visit_logical(self, tree: Binary, scope: S) -> Value:
        """Return one of the sides of `and` or `or`: the left one decides about the right one."""
        left = self.visit_whole(tree.left, scope)
        right = self.visit_whole(tree.right, scope.perhaps())
        self.check_words((tree.left, tree.right), scope)
        return union((left, right))

    def _visit_arrow(self, tree: Binary, scope: S) -> Value:
        written = written_lambda(tree)
        if written is not None and not self.is_variable(bare(written.head), scope):
            self._report_lambda(tree, written, scope)
            return UNKNOWN
        left = self.visit_whole(tree.left, scope)
        self.visit_whole(tree.right, scope.within(UNKNOWN))
        self.check_names(tree, left, scope)
        return UNKNOWN

    def _report_lambda(self, tree: Binary | Pair, written: WrittenLambda, scope: S) -> None:
        self.visit_silently(written.code, scope)
        head, code = scope.text(written.head), written.code
        arrow = "=>" if isinstance(tree, Pair) else "->"
        # Only a word is certainly no mapping with names for the code
        is_text = isinstance(bare(written.head), Keyword)
        scope.report(
            scope.rules.operands,
            tree,
            severity=None if is_text else Severity.WARNING,
            problem=f"`{head} {arrow} ...` is not a function in YAQL",
            suggestion=as_code(written.name, code, scope.text(code)),
        )

    def _visit_dot(self, tree: Binary, scope: S) -> Value:
        """Return the value of `left.name` or `left.name(arguments)`."""
        part = tree.right
        if part.__class__ is Keyword:
            # An attribute is only a part of the value.
            return self.attribute_value(tree, self.visit(tree.left, scope), part.name, scope)
        receiver = self.visit_whole(tree.left, scope)
        if part.__class__ is Call:
            return self.method_result(tree, part, receiver, scope)
        return self._member_value(tree, receiver, scope)

    def _visit_null_safe(self, tree: Binary, scope: S) -> Value:
        """Return the value of `left?.name` and the like: null if `left` is."""
        visit = self.visit if tree.right.__class__ is Keyword else self.visit_whole
        left = visit(tree.left, scope)
        if left.is_null:
            return left
        if not left.may_be(kinds.NULL):
            return self._member_value(tree, left, scope)
        result = self._member_value(tree, without_null(left), scope.perhaps())
        if left.known:
            return union((result, of(left.nulls)))
        return UNKNOWN if self.reports_possible_null else nullable(result)

    def _member_value(self, tree: Binary, receiver: Value, scope: S) -> Value:
        part = tree.right
        if part.__class__ is Keyword:
            return self.attribute_value(tree, receiver, part.name, scope)
        if part.__class__ is Call:
            return self.method_result(tree, part, receiver, scope)
        self.visit_whole(part, scope.within(UNKNOWN))
        self.check_member(tree, scope)
        return UNKNOWN

    def visit_function(self, tree: Call, scope: S) -> Value:
        """Return the value of a call without a receiver."""
        forms = scope.functions.taking_code(FUNCTION, tree.name)
        return self.function_result(tree, self.arguments(tree.arguments, forms, scope), scope)

    def function_result(self, tree: Call, arguments: CallArguments, scope: S) -> Value:
        """Return the result of a function that is called without a receiver."""
        # A name that the expression defines by def() may be any function.
        if scope.bound is None or tree.name in scope.bound:
            return UNKNOWN
        if self.report_if_failing(tree, arguments, scope):
            return UNKNOWN
        result = self.apply(FUNCTION, tree.name, tree, arguments, scope)
        return self.refined_result(tree, arguments, result, scope)

    def _visit_index(self, tree: Index, scope: S) -> Value:
        receiver = self.visit_whole(tree.receiver, scope)
        forms = scope.functions.taking_code("index", "[]")
        arguments = self.arguments(tree.arguments, forms, scope, receiver)
        return self.item_value(tree, receiver, arguments, scope)

    # Arguments

    def arguments(
        self,
        arguments: Sequence[Expression],
        forms: Sequence[Signature],
        scope: S,
        receiver: Value | None = None,
    ) -> CallArguments:
        """Return the arguments of a call, without the receiver.

        Code passed to functions is visited with the `$` it runs with. `forms` are the overloads
        that the call may mean, if one of them takes code.
        """
        if not arguments:
            return NO_ARGUMENTS
        if not forms and _NOT_VALUES.isdisjoint(map(type, arguments)):
            # As most: no function takes code, so nothing depends on the position.
            values = map(self.visit_whole, arguments, itertools.repeat(scope))
            return CallArguments(tuple(map(CallArgument, arguments, values)))
        positional: list[CallArgument] = []
        named: dict[str, CallArgument] = {}
        # The receiver is the first parameter of a method.
        offset = 0 if receiver is None else 1
        pairs = next((form for form in forms if form.takes_pairs), None)
        first = receiver
        for part in arguments:
            name = word(part.key) if part.__class__ is Pair else None
            if part.__class__ is Pair and pairs is None and forms:
                written = written_lambda(part)
                if written is not None and name is None:
                    self._report_lambda(part, written, scope)
                    positional.append(CallArgument(part, UNKNOWN))
                    continue
                if written is not None and name not in parameters_of(forms):
                    # The name is reported, with the code that is meant.
                    self.visit_silently(written.code, scope)
                    named[written.name] = CallArgument(part.value, UNKNOWN)
                    continue
            if part.__class__ is Pair and (pairs is not None or name is None):
                positional.append(CallArgument(part, self._pair_value(part, pairs, scope)))
                continue
            code = _code(forms, len(positional) + offset, name) if forms else None
            inside = scope if code is None else self._code_scope(code, scope, first)
            if code == "Each":
                # One text for all items is a mistake.
                self.check_words((part,), inside)
            if part.__class__ is Pair and name is not None:
                named[name] = CallArgument(part.value, self.visit_whole(part.value, inside))
                continue
            value = self.visit_whole(part, inside)
            omitted = part.__class__ is Omitted
            positional.append(OMITTED_ARGUMENT if omitted else CallArgument(part, value))
            first = first or value
        return CallArguments(tuple(positional), named)

    def _pair_value(self, pair: Pair, form: Signature | None, scope: S) -> Value:
        """Return the value of a positional argument `key => value`."""
        inside = scope
        if form is not None and "Case" in {parameter.code for parameter in form.parameters}:
            inside = scope.within(UNKNOWN)
        if form is None or form.name not in _WITH_ALL_PAIRS:
            inside = inside.perhaps()
        if not isinstance(pair.key, Keyword):
            self.visit_whole(pair.key, inside)
        return self.visit_whole(pair.value, inside)

    def _code_scope(self, code: str, scope: S, first: Value | None) -> S:
        if code == "Each":
            if first is None:
                return scope.within(UNKNOWN)
            # The code runs for each item, so surely where there is one
            sure = scope.certain and has_items(first)
            return scope.within(item_of(first), certain=sure)
        if code == "Foreign":
            return scope.foreign()
        return scope.perhaps() if code == "Outer" else scope.within(UNKNOWN)


def _code(forms: Sequence[Signature], at: int, name: str | None) -> str | None:
    """Return how overloads run an argument, by position or name, as code; None if it is a value."""
    parameters = [form.parameter(at, name) for form in forms]
    result = {parameter.code for parameter in parameters if parameter is not None}
    if len(result) > 1:
        return "Foreign" if "Foreign" in result else "Lambda"
    return result.pop() if result else None


_OPERATORS: Mapping[str, _VisitBinary] = {
    ".": ExpressionWalk._visit_dot,
    "?.": ExpressionWalk._visit_null_safe,
    "and": ExpressionWalk._visit_logical,
    "or": ExpressionWalk._visit_logical,
    "->": ExpressionWalk._visit_arrow,
    "=": ExpressionWalk._visit_comparison,
    "!=": ExpressionWalk._visit_comparison,
}
