"""The abstract interpretation of expressions.

`ExpressionWalk` visits each part of an expression once, with one method for each kind of part. What
names mean, and what is reported, differs between method bodies and UI definitions: their subclasses
answer it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from muranopl.expression.tree import (
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
    word,
)
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.functions.signatures import (
    FUNCTION,
    FunctionSignatures,
    Signature,
)
from muranopl.semantics.abstract.overloads import (
    NO_ARGUMENTS,
    CallArgument,
    CallArguments,
)
from muranopl.semantics.abstract.scope import S
from muranopl.semantics.abstract.values import (
    BOOL,
    UNKNOWN,
    Dictionary,
    Items,
    Value,
    constant,
    item_of,
    nullable,
    of,
    one,
    union,
    without_null,
)

_WITH_ALL_PAIRS = frozenset({"dict", "set"})
"""Functions that evaluate all of their `key => value`; others look for the first that applies."""


_METHODS = {
    Variable: "variable",
    Keyword: "keyword",
    Literal: "_literal",
    Omitted: "_omitted",
    Group: "_group",
    ListDisplay: "_list",
    MapDisplay: "_map",
    Pair: "_pair",
    Unary: "unary",
    Binary: "binary",
    Call: "call",
    Index: "_index",
}
"""The methods of `ExpressionWalk` by the kind of expression."""


class ExpressionWalk(ABC, Generic[S]):
    """Finds the abstract values of expressions.

    `list_kind` is the kind of lists that expressions write; `reports_possible_null` is set if a value
    that may be null is reported, so that nothing but a known reason makes a value so.
    """

    list_kind: ClassVar[int] = kinds.LIST
    reports_possible_null: ClassVar[bool] = False
    _methods: ClassVar[Mapping[type, Callable[..., Value]]]

    def __init_subclass__(cls) -> None:
        """Look the methods up once, with those that the subclass overrides."""
        super().__init_subclass__()
        cls._methods = {kind: getattr(cls, name) for kind, name in _METHODS.items()}

    # What subclasses answer

    @abstractmethod
    def functions(self, scope: S) -> FunctionSignatures:
        """Return the functions that the expression may call."""

    @abstractmethod
    def variable(self, tree: Variable, scope: S) -> Value:
        """Return the value of a variable."""

    @abstractmethod
    def attribute(self, tree: Binary, receiver: Value, name: str, scope: S) -> Value:
        """Return the value of `receiver.name`."""

    @abstractmethod
    def function(self, tree: Call, given: CallArguments, scope: S) -> Value:
        """Return the result of a function that is called without a receiver."""

    @abstractmethod
    def method(self, tree: Binary, part: Call, receiver: Value, scope: S) -> Value:
        """Return the result of the call `part` on a receiver."""

    @abstractmethod
    def operator(
        self, form: str, tree: Unary | Binary, given: CallArguments, scope: S
    ) -> Value:
        """Return the result of an operator of the table of functions."""

    @abstractmethod
    def item(
        self, tree: Index, receiver: Value, given: CallArguments, scope: S
    ) -> Value:
        """Return the value of `receiver[arguments]`."""

    def whole(self, tree: Expression, scope: S) -> Value:
        """Return the value of a part that is used as a whole, not only some attribute of it."""
        return self.visit(tree, scope)

    def keyword(self, tree: Keyword, scope: S) -> Value:  # noqa: ARG002 - bodies need it
        """Return the value of a bare word: a text."""
        return constant(tree.name)

    def check_words(self, operands: Sequence[Expression], scope: S) -> None:
        """Report operands that are texts, where a text makes no sense."""

    def check_compared(self, tree: Binary, scope: S) -> None:
        """Report the operands of a comparison."""

    def check_names(self, tree: Binary, left: Value, scope: S) -> None:
        """Report the left side of `->`, if it has no names for the right one."""

    def check_member(self, tree: Binary, scope: S) -> None:
        """Report what stands behind a `.`, and is neither a name nor a call."""

    def foreign(self, scope: S) -> S:
        """Return the scope of code that runs elsewhere, with other variables."""
        return scope.within(UNKNOWN)

    # The walk

    def visit(self, tree: Expression, scope: S) -> Value:
        """Return the value of a part of an expression."""
        return self._methods[tree.__class__](self, tree, scope)

    def _group(self, tree: Group, scope: S) -> Value:
        return self.visit(tree.inner, scope)

    def _literal(self, tree: Literal, _scope: S) -> Value:
        return constant(tree.value)

    def _omitted(self, _tree: Omitted, _scope: S) -> Value:
        return UNKNOWN

    def _list(self, tree: ListDisplay, scope: S) -> Value:
        items = tuple([self.whole(part, scope) for part in tree.arguments])
        return one(Items(kind=self.list_kind, items=items))

    def _map(self, tree: MapDisplay, scope: S) -> Value:
        entries: dict[str, Value] = {}
        others: Value | None = None
        for part in tree.arguments:
            if not isinstance(part, Pair):
                self.whole(part, scope)
                others = UNKNOWN
                continue
            if not isinstance(part.key, Keyword):
                self.whole(part.key, scope)
            value = self.whole(part.value, scope)
            name = word(part.key)
            if name is None:
                others = UNKNOWN
            else:
                entries[name] = value
        return one(Dictionary(entries=entries, others=others))

    def _pair(self, tree: Pair, scope: S) -> Value:
        self.whole(tree.key, scope)
        self.whole(tree.value, scope)
        return UNKNOWN

    def unary(self, tree: Unary, scope: S) -> Value:
        """Return the value of `-x` and the like."""
        operand = self.whole(tree.operand, scope)
        if tree.operator == "not":
            self.check_words((tree.operand,), scope)
            return BOOL
        given = CallArguments((CallArgument(tree.operand, operand),))
        return self.operator("unary", tree, given, scope)

    def binary(self, tree: Binary, scope: S) -> Value:
        """Return the value of `x + y` and the like."""
        visit = _OPERATORS.get(tree.operator)
        if visit is not None:
            return visit(self, tree, scope)
        left = CallArgument(tree.left, self.whole(tree.left, scope))
        right = CallArgument(tree.right, self.whole(tree.right, scope))
        return self.operator("binary", tree, CallArguments((left, right)), scope)

    def _comparison(self, tree: Binary, scope: S) -> Value:
        self.whole(tree.left, scope)
        self.whole(tree.right, scope)
        self.check_compared(tree, scope)
        return BOOL

    def _logical(self, tree: Binary, scope: S) -> Value:
        """Return one of the sides of `and` or `or`: the left one decides about the right one."""
        left = self.whole(tree.left, scope)
        right = self.whole(tree.right, scope.perhaps())
        self.check_words((tree.left, tree.right), scope)
        return union((left, right))

    def _arrow(self, tree: Binary, scope: S) -> Value:
        left = self.whole(tree.left, scope)
        self.whole(tree.right, scope.within(UNKNOWN))
        self.check_names(tree, left, scope)
        return UNKNOWN

    def _dot(self, tree: Binary, scope: S) -> Value:
        """Return the value of `left.name` or `left.name(arguments)`."""
        part = tree.right
        if part.__class__ is Keyword:
            left = self.visit(tree.left, scope)
        else:
            left = self.whole(tree.left, scope)
        if tree.operator == "?.":
            return self._unless_null(tree, left, scope)
        return self._member(tree, left, scope)

    def _unless_null(self, tree: Binary, left: Value, scope: S) -> Value:
        """Return the value of `left?.name` and the like: null if `left` is."""
        if left.is_null:
            return left
        if not left.may_be(kinds.NULL):
            return self._member(tree, left, scope)
        result = self._member(tree, without_null(left), scope.perhaps())
        if left.known:
            return union((result, of(left.nulls)))
        return UNKNOWN if self.reports_possible_null else nullable(result)

    def _member(self, tree: Binary, receiver: Value, scope: S) -> Value:
        part = tree.right
        if isinstance(part, Keyword):
            return self.attribute(tree, receiver, part.name, scope)
        if isinstance(part, Call):
            return self.method(tree, part, receiver, scope)
        self.whole(part, scope.within(UNKNOWN))
        self.check_member(tree, scope)
        return UNKNOWN

    def call(self, tree: Call, scope: S) -> Value:
        """Return the value of a call without a receiver."""
        forms = self.functions(scope).taking_code(FUNCTION, tree.name)
        return self.function(tree, self.arguments(tree.arguments, forms, scope), scope)

    def _index(self, tree: Index, scope: S) -> Value:
        receiver = self.whole(tree.receiver, scope)
        forms = self.functions(scope).taking_code("index", "[]")
        given = self.arguments(tree.arguments, forms, scope, receiver)
        return self.item(tree, receiver, given, scope)

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
        positional: list[CallArgument] = []
        named: dict[str, CallArgument] = {}
        # The receiver is the first parameter of a method.
        offset = 0 if receiver is None else 1
        pairs = next((form for form in forms if form.takes_pairs), None)
        first = receiver
        for part in arguments:
            name = word(part.key) if part.__class__ is Pair else None
            if part.__class__ is Pair and (pairs is not None or name is None):
                positional.append(CallArgument(part, self._paired(part, pairs, scope)))
                continue
            code = _code(forms, len(positional) + offset, name) if forms else None
            inside = scope if code is None else self._inside(code, scope, first)
            if code == "Each":
                # One text for all items is a mistake.
                self.check_words((part,), inside)
            if part.__class__ is Pair and name is not None:
                named[name] = CallArgument(part.value, self.whole(part.value, inside))
                continue
            value = self.whole(part, inside)
            positional.append(
                CallArgument(None if part.__class__ is Omitted else part, value)
            )
            first = first or value
        return CallArguments(tuple(positional), named)

    def _paired(self, pair: Pair, form: Signature | None, scope: S) -> Value:
        """Return the value of a positional argument `key => value`."""
        inside = scope
        if form is not None and "Case" in {
            parameter.code for parameter in form.parameters
        }:
            inside = scope.within(UNKNOWN)
        if form is None or form.name not in _WITH_ALL_PAIRS:
            inside = inside.perhaps()
        if not isinstance(pair.key, Keyword):
            self.whole(pair.key, inside)
        return self.whole(pair.value, inside)

    def _inside(self, code: str, scope: S, first: Value | None) -> S:
        if code == "Each":
            return scope.within(UNKNOWN if first is None else item_of(first))
        if code == "Foreign":
            return self.foreign(scope)
        return scope.perhaps() if code == "Outer" else scope.within(UNKNOWN)


def _code(forms: Sequence[Signature], at: int, name: str | None) -> str | None:
    """Return how overloads run an argument, by position or name, as code; None if it is a value."""
    parameters = [form.parameter(at, name) for form in forms]
    result = {parameter.code for parameter in parameters if parameter is not None}
    if len(result) > 1:
        return "Foreign" if "Foreign" in result else "Lambda"
    return result.pop() if result else None


_OPERATORS: Mapping[str, Callable[[Any, Binary, Any], Value]] = {
    ".": ExpressionWalk._dot,
    "?.": ExpressionWalk._dot,
    "and": ExpressionWalk._logical,
    "or": ExpressionWalk._logical,
    "->": ExpressionWalk._arrow,
    "=": ExpressionWalk._comparison,
    "!=": ExpressionWalk._comparison,
}
