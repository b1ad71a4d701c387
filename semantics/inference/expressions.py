"""An expression gone through: every part is looked at once, and what it gives is told as far as it is known.

Parts are generators that ask for the types of their own parts, run by `run`, so that no depth of nesting is a depth of
Python calls. What has no parts to wait for takes no generator: variables, literals, `$.property.property`, and three
in five of all operators and calls, those of such parts.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Generator, Sequence
from typing import Any, cast

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
    walk,
    word,
)
from muranopl.language.contracts import kinds
from muranopl.semantics.inference import access, calls, methods, operators
from muranopl.semantics.inference.functions.signatures import PAIRS, Signature
from muranopl.semantics.inference.given import Argument, Given, parameter_of
from muranopl.semantics.inference.scope import Method, Scope
from muranopl.semantics.inference.types import (
    ANY,
    BOOL,
    CONSTANTS,
    NULL,
    STRING,
    Class,
    Type,
    items,
    nullable,
    union,
    without_null,
)

Inference = Generator[Any, Type, Type]
Outcome = Type | Inference
"""What a handler of a kind of expression gives: its type if nothing has to be waited for, else the generator of it."""

_BINDING = frozenset({"let", "with", "unpack", "as", "def"})
# Texts repeat, and remembering them takes a tenth of searching them.
_may_bind = functools.lru_cache(8192)(re.compile(rf"\b(?:{'|'.join(sorted(_BINDING))})\b").search)
_NONE: frozenset[str] = frozenset()
_ACCESS = frozenset({".", "?."})


def evaluate(node: Yaql, method: Method) -> Type:
    """What the expression of a scalar in a body gives; what is wrong with it is reported."""
    bound = _bound(node) if _may_bind(node.text) else _NONE
    return run(node.tree, Scope(method, node, method.this, bound=bound))


def run(tree: Expression, scope: Scope) -> Type:
    """The type of a part of an expression."""
    found = _simple(tree, scope) or _infer(tree, scope)
    if isinstance(found, Type):
        return found
    stack = [found]
    value: Any = None  # None starts a generator
    while stack:
        try:
            part, place = stack[-1].send(value)
        except StopIteration as stop:
            value = stop.value
            stack.pop()
            continue
        value = _simple(part, place) or _infer(part, place)
        if not isinstance(value, Type):
            stack.append(value)
            value = None
    return cast(Type, value)


def _bound(node: Yaql) -> frozenset[str] | None:
    """The variables that an expression makes itself; None where they cannot be told."""
    found: set[str] = set()
    for part in walk(node.tree):
        if isinstance(part, Call) and part.name in _BINDING:
            names = [word(each) for each in _names(part)]
            if None in names:
                return None
            found.update(each for each in names if each is not None)
    return frozenset(found)


def _names(call: Call) -> Sequence[Expression]:
    """The parts of a call that name what it makes: `let(name => 1)`, `unpack(name)`, `as(... => name)`, `def(name)`."""
    arguments = call.arguments
    if call.name in {"let", "with"}:
        return [each.key for each in arguments if isinstance(each, Pair)]
    if call.name == "as":
        return [each.value for each in arguments if isinstance(each, Pair)]
    return arguments[:1] if call.name == "def" else arguments


def _simple(tree: Expression, scope: Scope) -> Type | None:
    """The type of an expression that has no parts to wait for, None for others."""
    kind = type(tree)
    if kind is Variable:
        return _variable(tree, scope)  # type: ignore[arg-type]
    if kind is Keyword:
        return STRING
    if kind is Literal:
        return CONSTANTS[type(tree.value)]  # type: ignore[attr-defined]
    if kind is Omitted:
        return ANY
    if kind is Binary and tree.operator in _ACCESS and type(tree.right) is Keyword:  # type: ignore[attr-defined]
        return _path(tree, scope)  # type: ignore[arg-type]
    return None


_LONGEST = 4
"""How many attributes of a path are followed at once: nearly none has more."""


def _path(tree: Binary, scope: Scope) -> Type | None:
    """The type of `$x.a.b`, None for paths that begin otherwise."""
    steps = [tree]
    left = tree.left
    while type(left) is Binary and type(left.right) is Keyword and left.operator in _ACCESS:
        if len(steps) == _LONGEST:
            return None
        steps.append(left)
        left = left.left
    if type(left) is not Variable:
        return None
    found = _variable(left, scope)
    for step in reversed(steps):
        found = _attribute(step, found, scope)
    return found


def _variable(tree: Variable, scope: Scope) -> Type:
    name, method = tree.name, scope.method
    if name in {"$", "$1"}:
        return ANY if "1" in method.variables.assigned and not scope.inner else scope.dollar
    if name == "$this":
        return ANY if "this" in method.variables.assigned else method.this
    name = name[1:]
    if (scope.inner and name.isdecimal()) or scope.bound is None or name in scope.bound:
        method.variables.used.add(name)
        return ANY
    found = method.variables.read(name, scope.node, tree)
    if found is None:
        return ANY if name in method.variables.assigned else Type(kinds.NULL, unset=(id(scope.node), id(tree)))
    return found


def _infer(tree: Expression, scope: Scope) -> Outcome:
    kind = type(tree)
    if kind is Binary:
        return _OPERATORS.get(tree.operator, _binary)(tree, scope)  # type: ignore[attr-defined,arg-type]
    return _KINDS.get(kind, _anything)(tree, scope)


def _anything(_tree: Any, _scope: Scope) -> Type:
    return ANY


def _group(tree: Group, scope: Scope) -> Inference:
    return (yield tree.inner, scope)


def _list(tree: ListDisplay, scope: Scope) -> Inference:
    found: list[Type] = []
    for part in tree.arguments:
        found += ((yield part, scope),)
    return Type(kinds.LIST, item=union(found) if found else None)


def _map(tree: MapDisplay, scope: Scope) -> Inference:
    fields: dict[str, Type] = {}
    values = []
    for part in tree.arguments:
        if not isinstance(part, Pair):
            yield part, scope
            continue
        yield part.key, scope
        value = yield part.value, scope
        values.append(value)
        name = word(part.key)
        if name is not None:
            fields[name] = value
    return Type(kinds.DICT, item=union(values) if values else None, fields=fields)


def _pair(tree: Pair, scope: Scope) -> Inference:
    yield tree.key, scope
    yield tree.value, scope
    return ANY


def _unary(tree: Unary, scope: Scope) -> Outcome:
    if tree.operator == ":":
        return methods.class_named(tree, scope)
    operand = _simple(tree.operand, scope)
    return _unary_of(tree, scope) if operand is None else _signed(tree, operand, scope)


def _unary_of(tree: Unary, scope: Scope) -> Inference:
    return _signed(tree, (yield tree.operand, scope), scope)


def _signed(tree: Unary, operand: Type, scope: Scope) -> Type:
    return BOOL if tree.operator == "not" else operators.unary(tree, operand, scope)


def _binary(tree: Binary, scope: Scope) -> Outcome:
    left = _simple(tree.left, scope)
    right = None if left is None else _simple(tree.right, scope)
    if left is None or right is None:
        return _binary_of(tree, left, scope)
    return operators.binary(tree, left, right, scope)


def _binary_of(tree: Binary, left: Type | None, scope: Scope) -> Inference:
    left = left or (yield tree.left, scope)
    right = yield tree.right, scope
    return operators.binary(tree, left, right, scope)


def _is(tree: Binary, scope: Scope) -> Inference:
    left = yield tree.left, scope
    yield tree.right, scope
    return operators.is_instance(tree, left, scope)


def _logical(tree: Binary, scope: Scope) -> Inference:
    """`and`, `or`: whether the right side is looked at depends on the left one."""
    left = yield tree.left, scope
    right = yield tree.right, scope.behind_guard()
    return union((left, right))


def _arrow(tree: Binary, scope: Scope) -> Inference:
    yield tree.left, scope
    yield tree.right, scope.within(ANY)
    return ANY


def _dot(tree: Binary, scope: Scope) -> Outcome:
    left = _simple(tree.left, scope)
    if left is None or type(tree.right) is not Call:
        return _dot_of(tree, left, scope)
    return _method(tree, left, scope)


def _dot_of(tree: Binary, left: Type | None, scope: Scope) -> Inference:
    left = left or (yield tree.left, scope)
    if isinstance(tree.right, Keyword):
        return _attribute(tree, left, scope)
    if isinstance(tree.right, Call):
        called = _method(tree, left, scope)
        return called if isinstance(called, Type) else (yield from called)
    yield tree.right, scope.within(ANY)
    if isinstance(tree.right, Literal):
        operators.report_no_name(tree, scope)
    return ANY


def _method(tree: Binary, left: Type, scope: Scope) -> Outcome:
    """`left.name(arguments)`."""
    receiver = left
    if tree.operator == "?.":
        if left.kinds == kinds.NULL:
            return NULL
        receiver = without_null(left)
    call: Call = tree.right  # type: ignore[assignment]
    if not call.arguments:
        return _called(tree, left, _NOTHING, scope)
    forms = methods.forms(receiver, call.name, scope)
    given = _arguments(call.arguments, forms, scope, receiver)
    return _called(tree, left, given, scope) if isinstance(given, Given) else _method_of(tree, left, given, scope)


def _method_of(tree: Binary, left: Type, arguments: Generator[Any, Type, Given], scope: Scope) -> Inference:
    return _called(tree, left, (yield from arguments), scope)


def _called(tree: Binary, left: Type, given: Given, scope: Scope) -> Type:
    if tree.operator == ".":
        return methods.call(tree, left, given, scope)
    perhaps = scope.behind_guard() if left.may_be(kinds.NULL) else scope
    return nullable(methods.call(tree, without_null(left), given, perhaps))


def _attribute(tree: Binary, left: Type, scope: Scope) -> Type:
    name = tree.right.name  # type: ignore[attr-defined]
    if tree.operator == ".":
        return access.read(tree, left, name, scope)
    if left.kinds == kinds.NULL:
        return NULL
    perhaps = scope.behind_guard() if left.may_be(kinds.NULL) else scope
    return nullable(access.read(tree, without_null(left), name, perhaps))


def _call(tree: Call, scope: Scope) -> Outcome:
    forms = scope.method.functions.functions(tree.name)
    if tree.name in _SUPER and forms:
        return _super(tree, scope)
    given = _arguments(tree.arguments, forms, scope, None)
    return calls.call(tree, given, scope) if isinstance(given, Given) else _call_of(tree, given, scope)


def _call_of(tree: Call, arguments: Generator[Any, Type, Given], scope: Scope) -> Inference:
    return calls.call(tree, (yield from arguments), scope)


_SUPER = frozenset({"super", "psuper"})


def _super(tree: Call, scope: Scope) -> Inference:
    """`super($, code)`: `$` of the code is the object as each of the parents of the class around."""
    parents = scope.method.own.parents
    view = union(Type(kinds.OBJECT, (Class(parent, exact=True),)) for parent in parents) if parents else ANY
    arguments: list[Argument] = []
    for position, part in enumerate(tree.arguments):
        inside = scope.within(view) if position else scope
        arguments += (Argument(part, (yield part, inside)),)
    calls.call(tree, Given(tuple(arguments)), scope)
    return items(arguments[1].type if len(arguments) > 1 else view)


def _index(tree: Index, scope: Scope) -> Inference:
    receiver = yield tree.receiver, scope
    forms = scope.method.functions.forms("index", "[]")
    given = yield from _given(tree.arguments, forms, scope, receiver, positional=[], named={})
    return operators.index(tree, receiver, given, scope)


_NOTHING = Given()


def _arguments(
    arguments: Sequence[Expression], forms: Sequence[Signature], scope: Scope, receiver: Type | None
) -> Given | Generator[Any, Type, Given]:
    """The arguments of a call, if none of them may be code or has parts to wait for; else the generator of the rest."""
    positional: list[Argument] = []
    named: dict[str, Argument] = {}
    done = 0
    for part in () if any(form.takes_code for form in forms) else arguments:
        name, value = (word(part.key), part.value) if isinstance(part, Pair) else (None, part)
        type_ = None if name is None and value is not part else _simple(value, scope)
        if type_ is None:
            break
        if name is not None:
            named[name] = Argument(value, type_)
        else:
            positional.append(Argument(None if type(part) is Omitted else part, type_))
        done += 1
    if done == len(arguments):
        return Given(tuple(positional), named)
    return _given(arguments[done:], forms, scope, receiver, positional=positional, named=named)


def _given(
    arguments: Sequence[Expression],
    forms: Sequence[Signature],
    scope: Scope,
    receiver: Type | None,
    *,
    positional: list[Argument],
    named: dict[str, Argument],
) -> Generator[Any, Type, Given]:
    """The arguments of a call, behind those that are there already.

    What functions take as code is looked at with the `$` that it is run with.
    """
    offset = 0 if receiver is None else 1
    coded = [form for form in forms if form.takes_code]  # few functions do
    rules = {each.code for form in coded for each in form.parameters if each.code in PAIRS}
    first = receiver
    for part in arguments:
        name = word(part.key) if isinstance(part, Pair) else None
        if isinstance(part, Pair) and (rules or name is None):
            apart = (scope.within(ANY) if "Case" in rules else scope).behind_guard()
            yield part.key, apart
            positional.append(Argument(part, (yield part.value, apart)))
            continue
        at = len(positional) + offset
        code = _code(forms, _by_position(at) if name is None else _by_name(name)) if coded else None
        inside = scope if code is None else _inside(code, scope, first)
        if isinstance(part, Pair) and name is not None:
            named[name] = Argument(part.value, (yield part.value, inside))
            continue
        type_ = _simple(part, inside) or (yield part, inside)
        positional.append(Argument(None if isinstance(part, Omitted) else part, type_))
        first = first or type_
    return Given(tuple(positional), named)


def _by_position(at: int) -> Callable[[Signature], Any]:
    return lambda form: parameter_of(form, at)


def _by_name(name: str) -> Callable[[Signature], Any]:
    return lambda form: next((each for each in form.parameters if each.name == name), None)


def _code(forms: Sequence[Signature], parameter: Callable[[Signature], Any]) -> str | None:
    """How the forms of a function run an argument as code; None where none does."""
    found = {each.code for each in map(parameter, forms) if each is not None}
    if not found or found == {None}:
        return None
    if len(found) == 1:
        return cast(str, found.pop())
    return "Foreign" if "Foreign" in found else "Lambda"


def _inside(code: str, scope: Scope, first: Type | None) -> Scope:
    if code == "Each":
        item = first.item if first is not None and first.only(kinds.ITEMS | kinds.NULL) else None
        return scope.within(item or ANY)
    if code == "Foreign":
        return scope.foreign()
    return scope.behind_guard() if code == "Outer" else scope.within(ANY)


_OPERATORS: dict[str, Callable[[Binary, Scope], Outcome]] = {
    ".": _dot,
    "?.": _dot,
    ":": methods.class_named,
    "and": _logical,
    "or": _logical,
    "->": _arrow,
    "is": _is,
}
_KINDS: dict[type, Callable[[Any, Scope], Outcome]] = {
    Group: _group,
    ListDisplay: _list,
    MapDisplay: _map,
    Pair: _pair,
    Unary: _unary,
    Call: _call,
    Index: _index,
}
