"""Compiles targets of assignments: variables, and paths of attributes and indexes.

A path begins at a variable or a class. Values are immutable: containers of the new value are
copied, and assigned in turn. Measured: conformance/evaluation.json, assign/*, access/*; reference:
workflow, Assignment targets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Index,
    Keyword,
    Pair,
    Unary,
    Variable,
    bare,
)
from muranopl.execution.exceptions import MuranoError, engine_error
from muranopl.execution.machine import Activation
from muranopl.execution.values import settled
from muranopl.semantics.evaluation import properties
from muranopl.semantics.evaluation.compilation.compiler import compiled
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.errors import UninitializedError
from muranopl.semantics.evaluation.frames import VariableFrame, normal
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView, real

Assign = Callable[[Activation, Any], None]

# `$1` is not here: the engine assigns to it, which changes `$`
_OBJECT = frozenset({"$", "$this", ""})


class _Target(NamedTuple):
    """An assignment target: a function that reads it on the way to a part, and one that sets it."""

    read: Callable[[Activation], Any]
    set: Assign


def target_of(node: Yaql) -> Assign:
    """Return the function that assigns to a target."""
    try:
        return _target(node.tree, node.text).set
    except MuranoError as error:
        return _refusing(error)


def _refusing(error: MuranoError) -> Assign:
    """Return a function that throws an exception, a new one at each assignment."""

    def refuse(_activation: Activation, _value: Any) -> None:
        raise MuranoError(error.names, error.message)

    return refuse


def _target(tree: Expression, text: str) -> _Target:
    steps: list[Expression] = []
    root = bare(tree)
    while isinstance(root, Index) or (isinstance(root, Binary) and root.operator == "."):
        steps.append(root)
        root = bare(root.receiver if isinstance(root, Index) else root.left)
    result = _root(root, text)
    for step in reversed(steps):
        if isinstance(step, Index):
            result = _item(result, step)
        else:
            result = _attribute(result, _name(step))
    return result


def _name(step: Expression) -> str:
    assert isinstance(step, Binary)  # noqa: S101 - the other kind of step
    right = bare(step.right)
    if not isinstance(right, Keyword):
        raise _unknown("NoMatchingFunctionException", "#operator_.")
    return right.name


def _unknown(kind: str, name: str) -> MuranoError:
    return MuranoError(f"yaql.language.exceptions.{kind}", f'"{name}" is unknown in a target')


def _root(root: Expression, text: str) -> _Target:
    if isinstance(root, Variable):
        return _variable(root.name)
    invalid = engine_error("InvalidLhsTargetError", f'Invalid assignment target "{text}"')
    match root:
        case Call(name="type") | Unary(operator=":") | Binary(operator=":"):
            run = compiled(root)
            return _Target(lambda activation: run(activation.frame), _refusing(invalid))
        case Call(name=name):
            raise _unknown("NoFunctionRegisteredException", name)
        case Unary(operator=operator) | Binary(operator=operator):
            raise _unknown("NoFunctionRegisteredException", f"#operator_{operator}")
    raise invalid


def _variable(name: str) -> _Target:
    key = normal(name)

    def assign(activation: Activation, value: Any) -> None:
        if name in _OBJECT:
            raise MuranoError("ValueError", f"Cannot assign to {name}")
        frame = activation.frame
        # Variables belong to the method, in Parallel too
        while type(frame._parent_context) is VariableFrame:
            frame = frame._parent_context
        frame._data[key] = value

    return _Target(lambda activation: activation.frame.get_data(name), assign)


def _attribute(target: _Target, name: Any) -> _Target:
    return _Target(
        lambda activation: _part(activation, target.read(activation), name),
        lambda activation, value: _set_part(activation, target, name, value),
    )


def _part(activation: Activation, found: Any, name: Any) -> Any:
    """Return a part of a value on the way to an inner part; missing values are empty mappings."""
    if isinstance(found, FrozenDict):
        return found.get(name, _EMPTY)
    if isinstance(found, (MuranoObject, ObjectView)):
        try:
            return properties.read(activation.frame, found, name)
        except UninitializedError:
            return _EMPTY
    if isinstance(found, MuranoType):
        return properties.static(activation.frame, found, name)
    raise _not_applicable()


_EMPTY = FrozenDict()


def _not_applicable() -> MuranoError:
    return MuranoError("ValueError", "attribution may only be applied to objects and dictionaries")


def _set_part(activation: Activation, target: _Target, name: Any, value: Any) -> None:
    result = target.read(activation)
    if isinstance(result, FrozenDict):
        target.set(activation, FrozenDict({**result, name: value}))
    elif isinstance(result, (MuranoObject, ObjectView)):
        activation.machine.writer.write(activation, real(result), name, value)
    elif isinstance(result, MuranoType):
        activation.machine.writer.write_static(result, name, value)
    else:
        raise _not_applicable()


def _item(target: _Target, step: Expression) -> _Target:
    assert isinstance(step, Index)  # noqa: S101 - as the caller says
    if len(step.arguments) != 1 or isinstance(step.arguments[0], Pair):
        raise _unknown("NoMatchingFunctionException", "#indexer")
    index = compiled(step.arguments[0])

    def at(activation: Activation) -> Any:
        return settled(index(activation.frame), activation.frame.budget)

    def read(activation: Activation) -> Any:
        key = at(activation)
        current = target.read(activation)
        if not isinstance(key, int):
            return _part(activation, current, key)
        if not isinstance(current, tuple):
            raise MuranoError("ValueError", "indexation may only be applied to lists")
        try:
            return current[key]
        except IndexError as error:
            raise MuranoError("IndexError", str(error)) from None

    def assign(activation: Activation, value: Any) -> None:
        key = at(activation)
        if not isinstance(key, int):
            _set_part(activation, target, key, value)
            return
        current = target.read(activation)
        # As in the engine, an index past the end appends, a negative one corrupts the list, and
        # an assignment to an item of an undefined value or a text does nothing
        if isinstance(current, tuple):
            target.set(activation, (*current[:key], value, *current[key + 1 :]))
        elif isinstance(current, FrozenDict):
            target.set(activation, FrozenDict({**current, key: value}))

    return _Target(read, assign)
