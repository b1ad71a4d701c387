"""Infer the types of expressions as far as possible.

Each part is inferred once, and problems are reported. There is one function for each kind of
expression; it infers its parts and returns its own type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from muranopl.ard.nodes import Yaql
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
from muranopl.semantics.abstract.bound_variables import NO_VARIABLES, bound_variables
from muranopl.semantics.abstract.functions.signatures import FUNCTION, PAIRS, Signature
from muranopl.semantics.abstract.overloads import NO_ARGUMENTS, CallArgument, CallArguments
from muranopl.semantics.abstract.values import (
    BOOL,
    NULL,
    UNKNOWN,
    ClassType,
    Dictionary,
    Items,
    Null,
    Value,
    constant,
    instances,
    item_of,
    items,
    nullable,
    one,
    union,
    without_null,
)
from muranopl.semantics.inference import (
    bare_words,
    function_calls,
    method_calls,
    operators,
    properties,
)
from muranopl.semantics.inference.scope import ExpressionScope, MethodContext


def evaluate(node: Yaql, method: MethodContext) -> Value:
    """Return the type of an expression that is a scalar in a body."""
    bound = bound_variables(node) if "(" in node.text else NO_VARIABLES
    scope = ExpressionScope(method, node, method.this, bound=bound)
    return infer(node.tree, scope)


def infer(tree: Expression, scope: ExpressionScope) -> Value:
    """Return the type of a part of an expression."""
    return _KINDS[tree.__class__](tree, scope)


def _variable(tree: Variable, scope: ExpressionScope) -> Value:
    name, method = tree.name, scope.method
    if name in {"$", "$1"}:
        return UNKNOWN if "1" in method.variables.assigned and not scope.inner else scope.dollar
    if name == "$this":
        return UNKNOWN if "this" in method.variables.assigned else method.this
    name = name[1:]
    # Arguments of lambdas and variables of the expression itself are not tracked.
    if (scope.inner and name.isdecimal()) or scope.bound is None or name in scope.bound:
        method.variables.used.add(name)
        return UNKNOWN
    result = method.variables.read(name, scope.node, tree)
    if result is None:
        return (
            UNKNOWN
            if name in method.variables.assigned
            else one(Null(blamed=(id(scope.node), id(tree))))
        )
    return result


def _group(tree: Group, scope: ExpressionScope) -> Value:
    return infer(tree.inner, scope)


def _list(tree: ListDisplay, scope: ExpressionScope) -> Value:
    return one(Items(kind=kinds.LIST, items=tuple([infer(part, scope) for part in tree.arguments])))


def _map(tree: MapDisplay, scope: ExpressionScope) -> Value:
    entries: dict[str, Value] = {}
    others: Value | None = None
    for part in tree.arguments:
        if not isinstance(part, Pair):
            infer(part, scope)
            others = UNKNOWN
            continue
        if not isinstance(part.key, Keyword):
            infer(part.key, scope)
        value = infer(part.value, scope)
        name = word(part.key)
        if name is None:
            others = UNKNOWN
        else:
            entries[name] = value
    return one(Dictionary(entries=entries, others=others))


def _pair(tree: Pair, scope: ExpressionScope) -> Value:
    infer(tree.key, scope)
    infer(tree.value, scope)
    return UNKNOWN


def _unary(tree: Unary, scope: ExpressionScope) -> Value:
    if tree.operator == ":":
        return operators.class_named(tree, scope)
    operand = infer(tree.operand, scope)
    if tree.operator == "not":
        bare_words.report_words((tree.operand,), scope)
        return BOOL
    return operators.unary(tree, operand, scope)


def _binary(tree: Binary, scope: ExpressionScope) -> Value:
    return _OPERATORS.get(tree.operator, _operator)(tree, scope)


def _operator(tree: Binary, scope: ExpressionScope) -> Value:
    return operators.binary(tree, infer(tree.left, scope), infer(tree.right, scope), scope)


def _is(tree: Binary, scope: ExpressionScope) -> Value:
    return operators.is_instance(tree, infer(tree.left, scope), infer(tree.right, scope), scope)


def _logical(tree: Binary, scope: ExpressionScope) -> Value:
    """Infer `and` and `or`: the left side decides whether the right one is evaluated."""
    left = infer(tree.left, scope)
    right = infer(tree.right, scope.behind_guard())
    bare_words.report_words((tree.left, tree.right), scope)
    return union((left, right))


def _arrow(tree: Binary, scope: ExpressionScope) -> Value:
    left = infer(tree.left, scope)
    infer(tree.right, scope.within(UNKNOWN))
    return operators.arrow(tree, left, scope)


def _dots(tree: Binary, scope: ExpressionScope) -> Value:
    """Infer a chain of `.` and `?.`, from its root on."""
    links = [tree]
    root = tree.left
    # From the last link back to the root of the chain.
    while root.__class__ is Binary and root.operator in _DOTS:
        links.append(root)
        root = root.left
    type_ = infer(root, scope)
    for link in reversed(links):
        type_ = _member(link, type_, scope)
    return type_


def _member(tree: Binary, left: Value, scope: ExpressionScope) -> Value:
    """Infer `left.name` and `left.name(arguments)`.

    With `?.` null gives null, and no more is inferred.
    """
    part = tree.right
    if part.__class__ not in _MEMBERS:
        infer(part, scope.within(UNKNOWN))
        if isinstance(part, Literal):
            operators.report_no_name(tree, scope)
        return UNKNOWN
    receiver, here = left, scope
    if tree.operator == "?.":
        if left.kinds == kinds.NULL:
            return NULL
        receiver = without_null(left)
        here = scope.behind_guard() if left.may_be(kinds.NULL) else scope
    if isinstance(part, Call):
        signatures = method_calls.forms(receiver, part.name, scope) if part.arguments else ()
        arguments = _arguments(part.arguments, signatures, scope, receiver)
        result = method_calls.call(tree, receiver, arguments, here)
    else:
        result = properties.read(tree, receiver, part.name, here)
    return result if tree.operator == "." else nullable(result)


def _call(tree: Call, scope: ExpressionScope) -> Value:
    functions = scope.method.functions
    if tree.name in _SUPER and functions.functions(tree.name):
        return _super(tree, scope)
    signatures = functions.taking_code(FUNCTION, tree.name)
    return function_calls.call(tree, _arguments(tree.arguments, signatures, scope, None), scope)


_SUPER = frozenset({"super", "psuper"})


def _super(tree: Call, scope: ExpressionScope) -> Value:
    """Infer `super($, code)`.

    In the code, `$` is the object seen as each parent of the enclosing class.
    """
    parents = scope.method.own.parents
    # Members are looked up from the parent on, as if the object were exactly of it.
    view = instances([ClassType(parent, exact=True) for parent in parents]) if parents else UNKNOWN
    arguments: list[CallArgument] = []
    for position, part in enumerate(tree.arguments):
        inside = scope.within(view) if position else scope
        arguments.append(CallArgument(part, infer(part, inside)))
    function_calls.call(tree, CallArguments(tuple(arguments)), scope)
    return items(arguments[1].value if len(arguments) > 1 else view)


def _index(tree: Index, scope: ExpressionScope) -> Value:
    receiver = infer(tree.receiver, scope)
    forms = scope.method.functions.taking_code("index", "[]")
    given = _arguments(tree.arguments, forms, scope, receiver)
    return operators.index(tree, receiver, given, scope)


def _arguments(
    arguments: Sequence[Expression],
    forms: Sequence[Signature],
    scope: ExpressionScope,
    receiver: Value | None,
) -> CallArguments:
    """Return the arguments of a call.

    Code passed to functions is inferred with the `$` it runs with. `forms` are the overloads that
    the call may mean, if one of them takes code.
    """
    if not arguments:
        return NO_ARGUMENTS
    positional: list[CallArgument] = []
    named: dict[str, CallArgument] = {}
    # The receiver is the first parameter of a method.
    offset = 0 if receiver is None else 1
    rules = (
        {
            parameter.code
            for form in forms
            for parameter in form.parameters
            if parameter.code in PAIRS
        }
        if forms
        else ()
    )
    first = receiver
    for part in arguments:
        name = word(part.key) if part.__class__ is Pair else None
        if part.__class__ is Pair and (rules or name is None):
            # Only one of several `key => value` arguments is evaluated.
            apart = (scope.within(UNKNOWN) if "Case" in rules else scope).behind_guard()
            if not isinstance(part.key, Keyword):
                infer(part.key, apart)
            positional.append(CallArgument(part, infer(part.value, apart)))
            continue
        at = len(positional) + offset
        code = _code(forms, at, name) if forms else None
        inside = scope if code is None else _inside(code, scope, first)
        if code == "Each":  # one text for all items is a mistake
            bare_words.report_words((part,), inside)
        if part.__class__ is Pair and name is not None:
            named[name] = CallArgument(part.value, infer(part.value, inside))
            continue
        type_ = infer(part, inside)
        positional.append(CallArgument(None if part.__class__ is Omitted else part, type_))
        first = first or type_
    return CallArguments(tuple(positional), named)


def _code(forms: Sequence[Signature], at: int, name: str | None) -> str | None:
    """Return how overloads run an argument, by position or name, as code; None if it is a value."""
    parameters = [form.parameter(at, name) for form in forms]
    result = {parameter.code for parameter in parameters if parameter is not None}
    if len(result) > 1:
        return "Foreign" if "Foreign" in result else "Lambda"
    return result.pop() if result else None


def _inside(code: str, scope: ExpressionScope, first: Value | None) -> ExpressionScope:
    if code == "Each":
        return scope.within(UNKNOWN if first is None else item_of(first))
    if code == "Foreign":
        return scope.foreign()
    return scope.behind_guard() if code == "Outer" else scope.within(UNKNOWN)


_DOTS = frozenset({".", "?."})
_MEMBERS = frozenset({Keyword, Call})
_OPERATORS: dict[str, Callable[[Binary, ExpressionScope], Value]] = {
    ".": _dots,
    "?.": _dots,
    ":": operators.class_named,
    "and": _logical,
    "or": _logical,
    "->": _arrow,
    "is": _is,
}
_KINDS: dict[type, Callable[[Any, ExpressionScope], Value]] = {
    Variable: _variable,
    Keyword: bare_words.keyword,
    Literal: lambda tree, _scope: constant(tree.value),
    Omitted: lambda _tree, _scope: UNKNOWN,
    Group: _group,
    ListDisplay: _list,
    MapDisplay: _map,
    Pair: _pair,
    Unary: _unary,
    Binary: _binary,
    Call: _call,
    Index: _index,
}
