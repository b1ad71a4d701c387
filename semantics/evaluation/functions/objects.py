"""Defines the functions that look up objects and classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from yaql.language import expressions, utils, yaqltypes

from muranopl.semantics.evaluation import properties
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.errors import EvaluationError, UnknownTypeError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.functions.system import run_together
from muranopl.semantics.evaluation.objects import (
    MuranoObject,
    MuranoType,
    ObjectView,
    real,
    seen_as,
)
from muranopl.semantics.evaluation.parameters import (
    Class,
    Dict,
    FunctionGroup,
    Lambda,
    Object,
    ObjectOrNull,
    ObjectParameter,
    Text,
    TextOrNull,
    Word,
    type_named,
)

FUNCTIONS = FunctionGroup()
# `type()` before version 1.4.
LEGACY_TYPE = FunctionGroup()
# `type()` from version 1.4 on.
TYPE = FunctionGroup()
# Functions that are registered last, never as methods.
LATE = FunctionGroup()


@FUNCTIONS.add("cast")
def cast(
    frame: VariableFrame, object_: Object, type__: Class, version_spec: TextOrNull = None
) -> Object:
    """Implement `cast(object, class, versionSpec)`, which only casts to ancestors."""
    # The version of the class is chosen among those of the object.
    result = call_context(frame.context.cast, real(object_), type__.name, version_spec, frame.scope)
    if not object_.type.extends(result):
        raise UnknownTypeError(
            f"class {object_.type.name} is not a descendant of class {result.name}"
        )
    return seen_as(object_, result)


@FUNCTIONS.add("id")
def id_(object_: Object) -> str:
    """Implement `id(object)`."""
    return real(object_).id


class NotAParentError(EvaluationError):
    """The argument of `super()` is not an instance of a parent of the calling class."""

    engine_name = "TypeError"


@FUNCTIONS.add("psuper", func=yaqltypes.Lambda())
def parents_together(frame: VariableFrame, object_: Object, func: Lambda | None = None) -> Any:
    """Implement `psuper(object, func)`: as `super`, for all parents at once."""
    views = parents(frame, object_)
    if func is None:
        return views
    return run_together(frame, func, views)


@FUNCTIONS.add("super", func=yaqltypes.Lambda())
def parents(frame: VariableFrame, object_: Object, func: Lambda | None = None) -> Any:
    """Implement `super(object, func)`.

    Return the object, seen as each parent of the class of the expression.
    """
    if frame.caller is None:
        raise EvaluationError("super() cannot be called in a contract")
    for type_ in frame.caller.parents:
        if not object_.type.extends(type_):
            raise NotAParentError(
                f"class {object_.type.name} is not a descendant of class {type_.name}"
            )
    views = [seen_as(object_, type_) for type_ in frame.caller.parents]
    return views if func is None else map(func, views)


@FUNCTIONS.add("require", method=True)
def require(value: Any) -> Any:
    """Implement `require(value)`."""
    if value is None:
        raise EvaluationError("a required value is missing: require() got null")
    return value


@FUNCTIONS.add("find", method=True)
def find(obj: Object, murano_class_ref: Class) -> ObjectView | None:
    """Implement `find(object, class)`: the nearest owner of a class."""
    result = next(
        (owner for owner in real(obj).owners() if owner.type.extends(murano_class_ref)), None
    )
    if result is None:
        return None
    return ObjectView(result, result.type)


@FUNCTIONS.add("sleep")
def sleep(seconds: Annotated[float, yaqltypes.Number()]) -> None:
    """Implement `sleep(seconds)`, which takes no time here."""


@FUNCTIONS.add("name")
def name(object_: ObjectOrNull) -> Any:
    """Implement `name(object)`."""
    return None if object_ is None else real(object_).name


@FUNCTIONS.add("metadata")
def metadata(object_: Object) -> Any:
    """Implement `metadata(object)`."""
    return real(object_).metadata


@FUNCTIONS.add("#operator_.")
def attribute(frame: VariableFrame, obj: Object, property_name: Word) -> Any:
    """Implement `object.property`."""
    return properties.read(frame, obj, property_name)


@FUNCTIONS.add("#operator_.")
def class_attribute(frame: VariableFrame, cls: MuranoType, property_name: Word) -> Any:
    """Implement `:Class.property`."""
    return properties.static(frame, cls, property_name)


@FUNCTIONS.add("#operator_.", receiver=ObjectParameter())
@FUNCTIONS.add("#operator_.", receiver=MuranoType)
def dot(
    frame: VariableFrame,
    receiver: MuranoObject | ObjectView | MuranoType,
    expr: Annotated[Any, yaqltypes.Lambda(method=True)],
    operator: Annotated[Callable[..., Any], yaqltypes.Super(with_context=True)],
) -> Any:
    """Implement `object.method(...)` and `:Class.method(...)`.

    The methods of the class come before all other functions.
    """
    type_ = receiver if isinstance(receiver, MuranoType) else receiver.type
    return operator(frame.before(frame.evaluation.evaluator.methods(type_)), receiver, expr)


@FUNCTIONS.add("#operator_:")
def resolved(frame: VariableFrame, prefix: Word, name: Word) -> MuranoType:
    """Implement `prefix:Name`."""
    return type_named(frame, f"{prefix}:{name}")


@FUNCTIONS.add("#unary_operator_:")
def resolved_here(frame: VariableFrame, name: Word) -> MuranoType:
    """Implement `:Name`."""
    return type_named(frame, f":{name}")


@FUNCTIONS.add("#operator_is")
def is_instance(obj: ObjectOrNull, type_: Class) -> bool:
    """Implement `object is class`."""
    return obj is not None and obj.type.extends(type_)


@FUNCTIONS.add("call")
def call(
    frame: VariableFrame,
    op_dot: Annotated[Callable[..., Any], yaqltypes.Delegate("#operator_.", with_context=True)],
    base: Annotated[Callable[..., Any], yaqltypes.Super(with_context=True)],
    name: Text,
    args: Annotated[Any, yaqltypes.Sequence()],
    kwargs: Dict,
    receiver: Any = utils.NO_VALUE,
) -> Any:
    """Implement `call(name, args, kwargs, receiver)`."""
    # yaql's own `call` serves functions and other receivers.
    if not is_object(receiver):
        return base(frame, name, args, kwargs, receiver)
    rules = (
        expressions.MappingRuleExpression(expressions.KeywordConstant(key), kwargs[key])
        for key in kwargs
    )
    return op_dot(frame, receiver, expressions.Function(name, *args, *rules))


@LEGACY_TYPE.add("type")
def class_name(object_: ObjectOrNull) -> str | None:
    """Implement `type(object)`."""
    return None if object_ is None else object_.type.name


@TYPE.add("type")
def class_of(object_: ObjectOrNull) -> MuranoType | None:
    """Implement `type(object)`."""
    return None if object_ is None else object_.type


@LATE.add("type")
def class_called(cls: Class) -> MuranoType:
    """Implement `type('Name')`."""
    return cls


@LATE.add("isObject")
def is_object(value: Any) -> bool:
    """Implement `isObject(value)`: objects and references to classes."""
    return isinstance(value, (MuranoObject, ObjectView, MuranoType))


@LATE.add_unknown("dump")
def dump(
    obj: Object, serialization_type: Text = "Serializable", ignore_upcasts: bool = True
) -> None:
    """Implement `dump(object, serializationType, ignoreUpcasts)`."""
