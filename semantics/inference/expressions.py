"""The types of expressions, as far as they are known; every part is inferred once, and problems are reported.

There is one function for each kind of expression, which infers the types of its parts and returns its own. Nesting may
be deep, see `muranopl.diagnostics.recursion`. What is short cannot be: there the parts of the most frequent kinds are
inferred by plain calls, which saves a generator for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from muranopl.ard.nodes import Yaql
from muranopl.diagnostics.recursion import Recursive, result_of
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
from muranopl.semantics.inference import bare_words, function_calls, method_calls, operators, properties
from muranopl.semantics.inference.bound_variables import NO_VARIABLES, bound_variables
from muranopl.semantics.inference.functions.signatures import FUNCTION, PAIRS, Signature
from muranopl.semantics.inference.overloads import NO_ARGUMENTS, CallArgument, CallArguments
from muranopl.semantics.inference.scope import ExpressionScope, MethodContext
from muranopl.semantics.inference.types import (
    ANY,
    BOOL,
    CONSTANTS,
    NULL,
    ClassType,
    Type,
    items,
    nullable,
    union,
    without_null,
)

Inference = Recursive[Type]
InferenceStep = Type | Inference
"""What the function of a kind of expression returns: a type, or the call that returns it."""


def evaluate(node: Yaql, method: MethodContext) -> Type:
    """Return the type of the expression that a scalar in a body is."""
    bound = bound_variables(node) if "(" in node.text else NO_VARIABLES
    scope = ExpressionScope(method, node, method.this, bound=bound)
    return infer(node.tree, scope)


def infer(tree: Expression, scope: ExpressionScope) -> Type:
    """Return the type of a part of an expression."""
    found = _KINDS[tree.__class__](tree, scope)
    return found if found.__class__ is Type else result_of(found)


def _type(tree: Expression, scope: ExpressionScope) -> InferenceStep:
    return _KINDS[tree.__class__](tree, scope)


_SHORT = 100
"""In so many characters nothing nests deeper than plain calls may."""


def _variable(tree: Variable, scope: ExpressionScope) -> Type:
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


def _group(tree: Group, scope: ExpressionScope) -> Inference:
    inner: Type = yield _type(tree.inner, scope)
    return inner


def _list(tree: ListDisplay, scope: ExpressionScope) -> Inference:
    found: list[Type] = []
    for part in tree.arguments:
        found += ((yield _type(part, scope)),)
    return Type(kinds.LIST, item=union(found) if found else None)


def _map(tree: MapDisplay, scope: ExpressionScope) -> Inference:
    fields: dict[str, Type] = {}
    values = []
    for part in tree.arguments:
        if not isinstance(part, Pair):
            yield _type(part, scope)
            continue
        if not isinstance(part.key, Keyword):
            yield _type(part.key, scope)
        value = yield _type(part.value, scope)
        values.append(value)
        name = word(part.key)
        if name is not None:
            fields[name] = value
    return Type(kinds.DICT, item=union(values) if values else None, fields=fields)


def _pair(tree: Pair, scope: ExpressionScope) -> Inference:
    yield _type(tree.key, scope)
    yield _type(tree.value, scope)
    return ANY


def _unary(tree: Unary, scope: ExpressionScope) -> Inference:
    if tree.operator == ":":
        return operators.class_named(tree, scope)
    operand = yield _type(tree.operand, scope)
    if tree.operator == "not":
        bare_words.report_words((tree.operand,), scope)
        return BOOL
    return operators.unary(tree, operand, scope)


def _binary(tree: Binary, scope: ExpressionScope) -> InferenceStep:
    return _OPERATORS.get(tree.operator, _operator)(tree, scope)


def _operator(tree: Binary, scope: ExpressionScope) -> InferenceStep:
    if tree.end - tree.start > _SHORT:
        return _operator_later(tree, scope)
    return operators.binary(tree, infer(tree.left, scope), infer(tree.right, scope), scope)


def _operator_later(tree: Binary, scope: ExpressionScope) -> Inference:
    left = yield _type(tree.left, scope)
    right = yield _type(tree.right, scope)
    return operators.binary(tree, left, right, scope)


def _is(tree: Binary, scope: ExpressionScope) -> Inference:
    left = yield _type(tree.left, scope)
    right = yield _type(tree.right, scope)
    return operators.is_instance(tree, left, right, scope)


def _logical(tree: Binary, scope: ExpressionScope) -> Inference:
    """`and`, `or`: whether the right side is inferred depends on the left one."""
    left = yield _type(tree.left, scope)
    right = yield _type(tree.right, scope.behind_guard())
    bare_words.report_words((tree.left, tree.right), scope)
    return union((left, right))


def _arrow(tree: Binary, scope: ExpressionScope) -> Inference:
    left = yield _type(tree.left, scope)
    yield _type(tree.right, scope.within(ANY))
    return operators.arrow(tree, left, scope)


def _dots(tree: Binary, scope: ExpressionScope) -> InferenceStep:
    """A chain of `.` and `?.`, gone through from its root."""
    links = [tree]
    root = tree.left
    while root.__class__ is Binary and root.operator in _DOTS:
        links.append(root)
        root = root.left
    found = _type(root, scope)
    while found.__class__ is Type and links[-1].right.__class__ in _MEMBERS:
        found = _member(links.pop(), found, scope)
        if not links:
            return found
    return _links(found, links, scope)


def _links(root: InferenceStep, links: list[Binary], scope: ExpressionScope) -> Inference:
    """The links of a chain, of which the last one comes first."""
    found = root if root.__class__ is Type else (yield root)
    while links:
        link = links.pop()
        if link.right.__class__ in _MEMBERS:
            member = _member(link, found, scope)
            found = member if member.__class__ is Type else (yield member)
        else:
            yield _type(link.right, scope.within(ANY))
            if isinstance(link.right, Literal):
                operators.report_no_name(link, scope)
            found = ANY
    return found


def _member(tree: Binary, left: Type, scope: ExpressionScope) -> InferenceStep:
    """`left.name` and `left.name(arguments)`; with `?.` null gives null, and nothing else is inferred."""
    receiver, here = left, scope
    if tree.operator == "?.":
        if left.kinds == kinds.NULL:
            return NULL
        receiver = without_null(left)
        here = scope.behind_guard() if left.may_be(kinds.NULL) else scope
    part = tree.right
    if part.__class__ is Keyword:
        found = properties.read(tree, receiver, part.name, here)
        return found if tree.operator == "." else nullable(found)
    assert isinstance(part, Call)  # noqa: S101 - whoever calls this looked
    forms = method_calls.forms(receiver, part.name, scope) if part.arguments else ()
    given = None if forms else _at_once(part.arguments, scope)
    if given is None:
        arguments = _arguments(part.arguments, forms, scope, receiver)
        return _method_later(tree, receiver, arguments, here)
    return _method(tree, receiver, given, here)


def _method_later(
    tree: Binary, receiver: Type, arguments: Recursive[CallArguments], scope: ExpressionScope
) -> Inference:
    return _method(tree, receiver, (yield from arguments), scope)


def _method(tree: Binary, receiver: Type, given: CallArguments, scope: ExpressionScope) -> Type:
    found = method_calls.call(tree, receiver, given, scope)
    return found if tree.operator == "." else nullable(found)


def _call(tree: Call, scope: ExpressionScope) -> InferenceStep:
    functions = scope.method.functions
    if tree.name in _SUPER and functions.functions(tree.name):
        return _super(tree, scope)
    forms = functions.taking_code(FUNCTION, tree.name)
    given = None if forms else _at_once(tree.arguments, scope)
    if given is None:
        return _call_later(tree, _arguments(tree.arguments, forms, scope, None), scope)
    return function_calls.call(tree, given, scope)


def _call_later(tree: Call, arguments: Recursive[CallArguments], scope: ExpressionScope) -> Inference:
    return function_calls.call(tree, (yield from arguments), scope)


_SUPER = frozenset({"super", "psuper"})


def _super(tree: Call, scope: ExpressionScope) -> Inference:
    """`super($, code)`: `$` of the code is the object as each of the parents of the class around."""
    parents = scope.method.own.parents
    view = union(Type(kinds.OBJECT, (ClassType(parent, exact=True),)) for parent in parents) if parents else ANY
    arguments: list[CallArgument] = []
    for position, part in enumerate(tree.arguments):
        inside = scope.within(view) if position else scope
        arguments += (CallArgument(part, (yield _type(part, inside))),)
    function_calls.call(tree, CallArguments(tuple(arguments)), scope)
    return items(arguments[1].type if len(arguments) > 1 else view)


def _index(tree: Index, scope: ExpressionScope) -> Inference:
    receiver = yield _type(tree.receiver, scope)
    forms = scope.method.functions.taking_code("index", "[]")
    given = yield from _arguments(tree.arguments, forms, scope, receiver)
    return operators.index(tree, receiver, given, scope)


def _at_once(arguments: Sequence[Expression], scope: ExpressionScope) -> CallArguments | None:
    """Return the arguments of a call where all are short and given by position, as is nearly always so."""
    if not arguments:
        return NO_ARGUMENTS
    if arguments[-1].end - arguments[0].start > _SHORT:
        return None
    for part in arguments:
        if part.__class__ in _SPECIAL:
            return None
    return CallArguments(tuple([CallArgument(part, infer(part, scope)) for part in arguments]))


_SPECIAL = frozenset({Pair, Omitted})


def _arguments(
    arguments: Sequence[Expression], forms: Sequence[Signature], scope: ExpressionScope, receiver: Type | None
) -> Recursive[CallArguments]:
    """Return the arguments of a call; what functions take as code is inferred with the `$` that it is run with.

    `forms` are those that a call may mean of a function that takes any code.
    """
    positional: list[CallArgument] = []
    named: dict[str, CallArgument] = {}
    offset = 0 if receiver is None else 1
    rules = {each.code for form in forms for each in form.parameters if each.code in PAIRS} if forms else ()
    first = receiver
    for part in arguments:
        name = word(part.key) if part.__class__ is Pair else None
        if part.__class__ is Pair and (rules or name is None):
            apart = (scope.within(ANY) if "Case" in rules else scope).behind_guard()
            if not isinstance(part.key, Keyword):
                yield _type(part.key, apart)
            positional.append(CallArgument(part, (yield _type(part.value, apart))))
            continue
        at = len(positional) + offset
        code = _code(forms, at, name) if forms else None
        inside = scope if code is None else _inside(code, scope, first)
        if code == "Each":  # the same text for all items is no use
            bare_words.report_words((part,), inside)
        if part.__class__ is Pair and name is not None:
            named[name] = CallArgument(part.value, (yield _type(part.value, inside)))
            continue
        type_ = _type(part, inside)
        if type_.__class__ is not Type:
            type_ = yield type_
        positional.append(CallArgument(None if part.__class__ is Omitted else part, type_))
        first = first or type_
    return CallArguments(tuple(positional), named)


def _code(forms: Sequence[Signature], at: int, name: str | None) -> str | None:
    """Return how the forms of a function run an argument as code, given at a position or by name; None for a value."""
    parameters = [form.parameter(at, name) for form in forms]
    found = {each.code for each in parameters if each is not None}
    if len(found) > 1:
        return "Foreign" if "Foreign" in found else "Lambda"
    return found.pop() if found else None


def _inside(code: str, scope: ExpressionScope, first: Type | None) -> ExpressionScope:
    if code == "Each":
        item = first.item if first is not None and first.only(kinds.ITEMS | kinds.NULL) else None
        return scope.within(item or ANY)
    if code == "Foreign":
        return scope.foreign()
    return scope.behind_guard() if code == "Outer" else scope.within(ANY)


_DOTS = frozenset({".", "?."})
_MEMBERS = frozenset({Keyword, Call})
_OPERATORS: dict[str, Callable[[Binary, ExpressionScope], InferenceStep]] = {
    ".": _dots,
    "?.": _dots,
    ":": operators.class_named,
    "and": _logical,
    "or": _logical,
    "->": _arrow,
    "is": _is,
}
_KINDS: dict[type, Callable[[Any, ExpressionScope], InferenceStep]] = {
    Variable: _variable,
    Keyword: bare_words.keyword,
    Literal: lambda tree, _scope: CONSTANTS[type(tree.value)],
    Omitted: lambda _tree, _scope: ANY,
    Group: _group,
    ListDisplay: _list,
    MapDisplay: _map,
    Pair: _pair,
    Unary: _unary,
    Binary: _binary,
    Call: _call,
    Index: _index,
}
