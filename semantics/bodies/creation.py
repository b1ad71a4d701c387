"""Infers the result of functions whose arguments name its class: `new()`, `cast()`, `find()`."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.ard.yaql.tree import Call, Group, Index, Keyword, Literal, Variable
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.values import UNKNOWN, ClassType, Value, instances, nullable, plain
from muranopl.semantics.bodies.new_arguments import check_new_arguments
from muranopl.semantics.bodies.owners import check_owner
from muranopl.semantics.bodies.scope import ExpressionScope

_LOGGER = "io.murano.system.Logger"


def refined_result(
    tree: Call, arguments: CallArguments, result: Value | None, scope: ExpressionScope
) -> Value:
    """Return the result of a function: of the class that its arguments name, if they do."""
    maker = _MAKERS.get(tree.name)
    made = None if maker is None else maker(tree, arguments, scope)
    return made or result or UNKNOWN


def found_type(name: str, arguments: CallArguments, scope: ExpressionScope) -> Value | None:
    """Return the result type of `object.find(Class)`, None for other methods."""
    if name == "find" and len(arguments.positional) == 1:
        classes = _class_at(0, arguments, scope, exact=False)
    else:
        classes = ()
    return nullable(instances(classes)) if classes else None


def _class_at(
    position: int, arguments: CallArguments, scope: ExpressionScope, *, exact: bool = True
) -> tuple[ClassType, ...]:
    """Return the class that the argument at a position certainly is, else ()."""
    if position >= len(arguments.positional):
        return ()
    argument = arguments.positional[position]
    classes = argument.value.classes
    class_ = None
    if argument.value.kinds == kinds.CLASS and len(classes) == 1 and classes[0].exact:
        class_ = classes[0].id
    elif isinstance(argument.expression, (Keyword, Literal)):
        class_ = scope.method.classes.literal(scope.method.own.id, scope.node, argument.expression)
    return () if class_ is None else (ClassType(class_, exact=exact),)


def _new(tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    classes = _class_at(0, arguments, scope)
    if not classes:
        named = arguments.positional[0].expression if arguments.positional else None
        # A computed class is unknown, but the result is an object in any case.
        if isinstance(named, (Call, Variable, Group, Index)):
            return plain(kinds.OBJECT)
        return UNKNOWN
    type_ = scope.method.classes.get(classes[0].id)
    if type_ is not None:
        check_new_arguments(tree, type_, arguments, scope)
        check_owner(tree, type_, arguments, scope)
    related = (Related("the object is created here", scope.place(tree)),)
    return instances(classes, related=related)


def _cast(_tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    """Return the type of a cast object: calls are dispatched by the class it is cast to."""
    return instances(_class_at(1, arguments, scope))


def _type(_tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    classes = _class_at(0, arguments, scope)
    return instances(classes, kinds.CLASS) if classes else UNKNOWN


def _find(_tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    return nullable(instances(_class_at(1, arguments, scope, exact=False)))


_MAKERS: dict[str, Callable[[Call, CallArguments, ExpressionScope], Value]] = {
    "new": _new,
    "logger": lambda _tree, _arguments, scope: scope.method.classes.object_of_core(
        _LOGGER, scope.method.package
    ),
    "cast": _cast,
    "type": _type,
    "find": _find,
}
