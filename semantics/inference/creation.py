"""The arguments of `new()`, and functions whose result is an object or class named by arguments."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterator
from typing import Any

from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.expression.tree import (
    Call,
    Group,
    Index,
    Keyword,
    Literal,
    MapDisplay,
    Pair,
    Variable,
    word,
)
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import kinds
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.semantics.abstract.overloads import CallArgument, CallArguments, listed
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ClassType,
    Value,
    entry_of,
    instances,
    nullable,
    plain,
)
from muranopl.semantics.inference.owners import check_owner
from muranopl.semantics.inference.refused import check_value
from muranopl.semantics.inference.scope import ExpressionScope

_LOGGER = "io.murano.system.Logger"
_SETTABLE = {PropertyUsage.IN, PropertyUsage.IN_OUT, PropertyUsage.CONST}
_TAKEN = {*_SETTABLE, PropertyUsage.OUT}


def created_type(
    tree: Call, arguments: CallArguments, scope: ExpressionScope
) -> Value | None:
    """Return the result type of a function whose arguments name it, None for other functions."""
    maker = _MAKERS.get(tree.name)
    return None if maker is None else maker(tree, arguments, scope)


def found_type(
    name: str, arguments: CallArguments, scope: ExpressionScope
) -> Value | None:
    """Return the result type of `object.find(Class)`, None for other methods."""
    if name == "find" and len(arguments.positional) == 1:
        classes = _class_at(0, arguments, scope, exact=False)
    else:
        classes = ()
    return nullable(instances(classes)) if classes else None


def _class_at(
    position: int,
    arguments: CallArguments,
    scope: ExpressionScope,
    *,
    exact: bool = True,
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
        class_ = scope.method.classes.literal(
            scope.method.own.id, scope.node, argument.expression
        )
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
        _check_arguments(tree, type_, arguments, scope)
        check_owner(tree, type_, arguments, scope)
    related = (Related("the object is made here", scope.place(tree)),)
    return instances(classes, related=related)


def _check_arguments(
    tree: Call, type_: CompleteType, arguments: CallArguments, scope: ExpressionScope
) -> None:
    values = _values(arguments)
    if values is None:
        return
    declared_arguments, is_open = scope.method.classes.constructor_arguments(type_)
    # Constructors in Python may take arguments that no document lists.
    is_open = is_open or scope.method.classes.is_in_given_python(type_.id)
    declarations = {
        name: declaration for name, (_, declaration) in declared_arguments.items()
    }
    classes = scope.method.classes
    needed = [
        name
        for name, (owner, argument) in declared_arguments.items()
        if classes.is_required(owner, argument)
    ]
    missing = [
        name
        for name in (*_required(type_, declarations, classes.facts), *needed)
        if name not in values
    ]
    # Missing names by slips for them, which are one defect each.
    misspelt: dict[str, str] = {}
    for name, argument in values.items():
        member = type_.properties.get(name)
        declaration = declarations.get(name) or (
            None if member is None else member.declaration
        )
        if declaration is None:
            if not is_open and argument.expression is not None:
                near = scope.method.nearest(
                    name,
                    itertools.chain(type_.properties, declarations),
                    ("given", type_.id),
                )
                if near in missing and near not in misspelt:
                    misspelt[near] = name  # the missing name is the same slip
                    continue
                facts: dict[str, Any] = {
                    "class_": type_.id.name,
                    "name": name,
                    "suggestion": did_you_mean(near),
                }
                scope.report(rules.GIVEN_UNKNOWN, argument.expression, **facts)
            continue
        if (
            isinstance(declaration, PropertyDeclaration)
            and declaration.usage not in _TAKEN
        ):
            continue
        if declaration.contract is not None:
            declared = Related(
                f'"{name}" is declared here', declaration.name_node.place
            )
            check_value(
                declaration.contract,
                argument,
                f'"{name}" of {type_.id.name}',
                declared,
                scope,
            )
    if missing:
        facts = {
            "class_": type_.id.name,
            "names": listed([f'"{name}"' for name in missing]),
        }
        facts["arguments"] = listed([f"`{name} => ...`" for name in missing])
        slips = listed(
            [f'"{near}" in place of "{name}"' for near, name in misspelt.items()]
        )
        suggestion = f"did you mean {slips}?" if slips else None
        scope.report(
            rules.NOT_GIVEN,
            tree,
            severity=scope.severity,
            suggestion=suggestion,
            **facts,
        )


def _required(
    type_: CompleteType, arguments: Container[str], facts: ContractFacts
) -> Iterator[str]:
    """Yield the properties that `new()` must be given.

    Null is refused, and no constructor takes them.
    """
    for name, member in type_.properties.items():
        declaration = member.declaration
        if name in arguments or member.ambiguous or declaration.usage not in _SETTABLE:
            continue
        if facts.is_required(declaration):
            yield name


def _values(arguments: CallArguments) -> dict[str, CallArgument] | None:
    """Return the properties that `new()` is given, None if they cannot be determined."""
    values = {
        name: value
        for name, value in arguments.named.items()
        if not name.startswith("_")
    }
    if len(arguments.positional) < 2:
        return values
    second = arguments.positional[1]
    # The second argument is the owner then, not a mapping of properties.
    if second.value.only(kinds.OBJECT | kinds.NULL):
        return values
    pairs = _pairs(second)
    return None if pairs is None or arguments.named else pairs


def _pairs(argument: CallArgument) -> dict[str, CallArgument] | None:
    """Return the items of `{a => 1}` or `dict(a => 1)`, None if a key is computed."""
    tree = argument.expression
    is_map = isinstance(tree, MapDisplay) or (
        isinstance(tree, Call) and tree.name == "dict"
    )
    if not is_map:
        return None
    held: dict[str, CallArgument] = {}
    for part in tree.arguments:  # type: ignore[union-attr]
        if not isinstance(part, Pair) or not isinstance(part.key, (Keyword, Literal)):
            return None
        name = word(part.key)
        if name is not None:
            held[name] = CallArgument(
                part.value, entry_of(argument.value, name) or UNKNOWN
            )
    return held


def _logger(_tree: Call, _arguments: CallArguments, scope: ExpressionScope) -> Value:
    return scope.method.classes.object_of_core(_LOGGER, scope.method.package)


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
    "logger": _logger,
    "cast": _cast,
    "type": _type,
    "find": _find,
}
