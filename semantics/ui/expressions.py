"""Abstract values of expressions in UI definitions.

Each part is evaluated, and errors are reported. There is one function for each kind of expression,
see `muranopl.semantics.inference.expressions` for those of bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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
from muranopl.semantics.abstract.functions.signatures import PAIRS, Signature
from muranopl.semantics.abstract.overloads import CallArgument, CallArguments
from muranopl.semantics.abstract.values import (
    BOOL,
    UNKNOWN,
    Dictionary,
    Items,
    Null,
    Value,
    constant,
    item_of,
    of,
    one,
    union,
    without_null,
)
from muranopl.semantics.ui import attributes, calls, operators, special, switches
from muranopl.semantics.ui.scope import Scope


def value_of(tree: Expression, scope: Scope) -> Value:
    """Return the value of an expression that is used as a whole."""
    value = _part(tree, scope)
    scope.definition.whole(value)
    return value


def _part(tree: Expression, scope: Scope) -> Value:
    return _KINDS[type(tree)](tree, scope)


def _variable(tree: Variable, scope: Scope) -> Value:
    name = tree.name[1:]
    if name in {"", "1"}:
        return scope.data
    if name.isdecimal() or scope.bound is None or name in scope.bound:
        return UNKNOWN
    return scope.definition.variable(name, tree, scope)


def _group(tree: Group, scope: Scope) -> Value:
    return _part(tree.inner, scope)


def _list(tree: ListDisplay, scope: Scope) -> Value:
    return one(Items(items=tuple([value_of(part, scope) for part in tree.arguments])))


def _map(tree: MapDisplay, scope: Scope) -> Value:
    entries: dict[str, Value] | None = {}
    for part in tree.arguments:
        if not isinstance(part, Pair):
            value_of(part, scope)
            entries = None
            continue
        if not isinstance(part.key, Keyword):
            value_of(part.key, scope)
        value = value_of(part.value, scope)
        name = word(part.key)
        if name is None:
            entries = None
        elif entries is not None:
            entries[name] = value
    return one(Dictionary(entries=entries))


def _pair(tree: Pair, scope: Scope) -> Value:
    value_of(tree.key, scope)
    value_of(tree.value, scope)
    return UNKNOWN


def _unary(tree: Unary, scope: Scope) -> Value:
    operand = value_of(tree.operand, scope)
    return BOOL if tree.operator == "not" else operators.unary(tree, operand, scope)


def _binary(tree: Binary, scope: Scope) -> Value:
    return _OPERATORS.get(tree.operator, _operator)(tree, scope)


def _operator(tree: Binary, scope: Scope) -> Value:
    left = value_of(tree.left, scope)
    right = value_of(tree.right, scope)
    return operators.binary(tree, left, right, scope)


def _logical(tree: Binary, scope: Scope) -> Value:
    """Evaluate `and` and `or`: the result is one of the sides.

    The left one decides about the right one.
    """
    left = value_of(tree.left, scope)
    right = value_of(tree.right, scope.perhaps())
    return union((left, right))


def _arrow(tree: Binary, scope: Scope) -> Value:
    value_of(tree.left, scope)
    value_of(tree.right, scope.within(UNKNOWN))
    return UNKNOWN


def _dot(tree: Binary, scope: Scope) -> Value:
    """Evaluate `left.name` and `left.name(arguments)`; with `?.` null gives null."""
    part = tree.right
    if isinstance(part, Keyword):
        left = _part(tree.left, scope)
    else:
        left = value_of(tree.left, scope)
    nulls: tuple[Null, ...] = ()
    may_be_null = tree.operator == "?." and not left.known  # the result may be null, and is unknown
    if tree.operator == "?.":
        nulls = left.nulls
        if nulls or not left.known:
            scope = scope.perhaps()
        if left.is_null:
            return of(nulls)
        left = without_null(left)
    if isinstance(part, Keyword):
        result = attributes.read(tree, left, part.name, scope)
    elif isinstance(part, Call):
        result = _method(tree, part, left, scope)
    else:
        value_of(part, scope.within(UNKNOWN))
        return UNKNOWN
    if may_be_null:
        return UNKNOWN
    return union((result, of(nulls))) if nulls else result


def _method(tree: Binary, part: Call, receiver: Value, scope: Scope) -> Value:
    if part.name == switches.SWITCH:
        return _switch(tree, receiver, part.arguments, scope)
    forms = scope.stage.functions.methods(part.name)
    given = _arguments(part.arguments, forms, scope, CallArgument(tree.left, receiver))
    return calls.method(part, given, scope)


def _call(tree: Call, scope: Scope) -> Value:
    if tree.name == switches.SWITCH and tree.arguments:
        first, rest = tree.arguments[0], tree.arguments[1:]
        if isinstance(first, Pair):
            switches.report_no_value(tree, scope)
            value_of(first, scope)
            value = UNKNOWN
        else:
            value = value_of(first, scope)
        return _switch(tree, value, rest, scope)
    forms = scope.stage.functions.functions(tree.name)
    given = _arguments(tree.arguments, forms, scope, None)
    result = calls.function(tree, given, scope)
    own = special.FUNCTIONS.get(tree.name)
    if result is None or own is None:
        return UNKNOWN if result is None else result
    return own(tree, given, scope)


def _switch(tree: Expression, value: Value, cases: Sequence[Expression], scope: Scope) -> Value:
    """Evaluate `switch(value, condition => result, ...)`; in its cases `$` is the value."""
    inside = scope.within(value)
    match: list[switches.SwitchCase] = []
    for part in cases:
        if not isinstance(part, Pair):
            value_of(part, inside)
            continue
        # The first condition is always evaluated.
        seen = inside if match else inside.as_certain_as(scope)
        value_of(part.key, seen)
        narrowed = switches.narrowed(value, part.key)
        result = value_of(part.value, scope.within(narrowed))
        match.append(switches.SwitchCase(part.key, part.value, result))
    return switches.result(tree, value, match, scope)


def _index(tree: Index, scope: Scope) -> Value:
    receiver = value_of(tree.receiver, scope)
    inside = scope.within(item_of(receiver))
    arguments = [value_of(part, inside) for part in tree.arguments]
    return operators.index(tree, receiver, arguments, scope)


def _arguments(
    arguments: Sequence[Expression],
    forms: Sequence[Signature],
    scope: Scope,
    receiver: CallArgument | None,
) -> CallArguments:
    """Return the arguments of a call.

    Code passed to functions is evaluated with the `$` it runs with.
    """
    positional: list[CallArgument] = [] if receiver is None else [receiver]
    named: dict[str, CallArgument] = {}
    coded = [form for form in forms if form.takes_code]  # only few functions take code
    rules = {
        parameter.code for form in coded for parameter in form.parameters if parameter.code in PAIRS
    }
    for part in arguments:
        name = word(part.key) if isinstance(part, Pair) else None
        if isinstance(part, Pair) and (rules or name is None):
            inside = scope.within(UNKNOWN) if "Case" in rules else scope
            if not isinstance(part.key, Keyword):
                value_of(part.key, inside)
            positional.append(CallArgument(part, value_of(part.value, inside)))
            continue
        code = calls.code(forms, len(positional), name) if coded else None
        inside = scope if code is None else _inside(code, scope, positional)
        if isinstance(part, Pair) and name is not None:
            named[name] = CallArgument(part.value, value_of(part.value, inside))
            continue
        value = value_of(part, inside)
        positional.append(CallArgument(None if isinstance(part, Omitted) else part, value))
    return CallArguments(tuple(positional), named)


def _inside(code: str, scope: Scope, before: Sequence[CallArgument]) -> Scope:
    if code == "Each":
        return scope.within(item_of(before[0].value) if before else UNKNOWN)
    return scope.perhaps() if code == "Outer" else scope.within(UNKNOWN)


_OPERATORS: dict[str, Callable[[Binary, Scope], Value]] = {
    ".": _dot,
    "?.": _dot,
    "and": _logical,
    "or": _logical,
    "->": _arrow,
}
_KINDS: dict[type, Callable[[Any, Scope], Value]] = {
    Variable: _variable,
    Keyword: lambda tree, _scope: constant(tree.name),
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
