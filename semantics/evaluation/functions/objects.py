"""Functions about objects and classes that look things up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yaql.language import expressions, utils, yaqltypes

from muranopl.semantics.evaluation import properties
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.parameters import (
    CLASS,
    LAMBDA,
    MAPPING,
    OBJECT,
    OBJECT_OR_NULL,
    SEQUENCE,
    TEXT,
    TEXT_OR_NULL,
    declare,
    named,
)
from muranopl.semantics.evaluation.views import ObjectView, real, seen_as

Target = MuranoObject | ObjectView


def id_(object_: Target) -> str:
    """`id(object)`."""
    return real(object_).id


def name(object_: Target | None) -> Any:
    """`name(object)`."""
    return None if object_ is None else real(object_).name


def metadata(object_: Target) -> Any:
    """`metadata(object)`."""
    return real(object_).metadata


def class_name(object_: Target | None) -> str | None:
    """`type(object)` before version 1.4."""
    return None if object_ is None else object_.type.name


def class_of(object_: Target | None) -> MuranoType | None:
    """`type(object)` from version 1.4 on."""
    return None if object_ is None else object_.type


def class_called(cls: MuranoType) -> MuranoType:
    """`type('Name')`."""
    return cls


def cast(frame: VariableFrame, object_: Target, type__: MuranoType, version_spec: str | None = None) -> Target:
    """`cast(object, class, versionSpec)`: only upwards from what is given."""
    found = call_context(frame.context.cast, real(object_), type__.name, version_spec, frame.scope)
    if not object_.type.extends(found):
        raise EvaluationError(f"class {object_.type.name} is no descendant of class {found.name}")
    return seen_as(object_, found)


def parents(frame: VariableFrame, object_: Target, func: Callable[[Any], Any] | None = None) -> Any:
    """`super(object, func)`: the object as each parent of the class that the expression stands in."""
    if frame.caller is None:
        message = "super() means nothing in a contract"
        raise EvaluationError(message)
    for type_ in frame.caller.parents:
        if not object_.type.extends(type_):
            raise EvaluationError(f"class {object_.type.name} is no descendant of class {type_.name}")
    views = [seen_as(object_, type_) for type_ in frame.caller.parents]
    return views if func is None else map(func, views)


def find(obj: Target, murano_class_ref: MuranoType) -> ObjectView | None:
    """`find(object, class)`: the nearest owner of a class."""
    found = next((owner for owner in real(obj).owners() if owner.type.extends(murano_class_ref)), None)
    return None if found is None else ObjectView(found, found.type)


def require(value: Any) -> Any:
    """`require(value)`."""
    if value is None:
        message = "a required value is missing: require() was given null"
        raise EvaluationError(message)
    return value


def is_instance(obj: Target | None, type_: MuranoType) -> bool:
    """`object is class`."""
    return obj is not None and obj.type.extends(type_)


def is_object(value: Any) -> bool:
    """`isObject(value)`: objects and references to classes."""
    return isinstance(value, (MuranoObject, ObjectView, MuranoType))


def resolved(frame: VariableFrame, prefix: str, name: str) -> MuranoType:
    """`prefix:Name`."""
    return named(frame, f"{prefix}:{name}")


def resolved_here(frame: VariableFrame, name: str) -> MuranoType:
    """`:Name`."""
    return named(frame, f":{name}")


def attribute(frame: VariableFrame, obj: Target, property_name: str) -> Any:
    """`object.property`."""
    return properties.read(frame, obj, property_name)


def class_attribute(frame: VariableFrame, cls: MuranoType, property_name: str) -> Any:
    """`:Class.property`."""
    return properties.static(frame, cls, property_name)


def dot(frame: VariableFrame, receiver: Target | MuranoType, expr: Any, operator: Callable[..., Any]) -> Any:
    """`object.method(...)` and `:Class.method(...)`: the methods of the class come before all other functions."""
    type_ = receiver if isinstance(receiver, MuranoType) else receiver.type
    return operator(frame.before(frame.evaluation.evaluator.methods(type_)), receiver, expr)


def call(
    frame: VariableFrame,
    op_dot: Callable[..., Any],
    base: Callable[..., Any],
    name: str,
    args: Any,
    kwargs: Any,
    receiver: Any = utils.NO_VALUE,
) -> Any:
    """`call(name, args, kwargs, receiver)`."""
    if not is_object(receiver):
        return base(frame, name, args, kwargs, receiver)
    rules = (expressions.MappingRuleExpression(expressions.KeywordConstant(key), kwargs[key]) for key in kwargs)
    return op_dot(frame, receiver, expressions.Function(name, *args, *rules))


def dump(obj: Target, serialization_type: str = "Serializable", ignore_upcasts: bool = True) -> Any:
    """`dump(object, serializationType, ignoreUpcasts)`."""
    message = "dump()"
    raise NotEvaluatedError(message)


def sleep(seconds: float) -> None:
    """`sleep(seconds)` takes no time here."""


_UP = {"object_": OBJECT, "func": LAMBDA}
_DOT = {"expr": yaqltypes.Lambda(method=True), "operator": yaqltypes.Super(with_context=True)}
_CALL = {
    "op_dot": yaqltypes.Delegate("#operator_.", with_context=True),
    "base": yaqltypes.Super(with_context=True),
    "name": TEXT,
    "args": SEQUENCE,
    "kwargs": MAPPING,
}
KEYWORD = yaqltypes.Keyword()
REFERENCE = MuranoType

FUNCTIONS = (
    declare(cast, "cast", object_=OBJECT, type__=CLASS, version_spec=TEXT_OR_NULL),
    declare(id_, "id", object_=OBJECT),
    declare(parents, "super", **_UP),
    declare(parents, "psuper", **_UP),
    declare(require, "require", method=True),
    declare(find, "find", method=True, obj=OBJECT, murano_class_ref=CLASS),
    declare(sleep, "sleep", seconds=yaqltypes.Number()),
    declare(name, "name", object_=OBJECT_OR_NULL),
    declare(metadata, "metadata", object_=OBJECT),
    declare(attribute, "#operator_.", obj=OBJECT, property_name=KEYWORD),
    declare(class_attribute, "#operator_.", cls=REFERENCE, property_name=KEYWORD),
    declare(dot, "#operator_.", receiver=OBJECT, **_DOT),
    declare(dot, "#operator_.", receiver=REFERENCE, **_DOT),
    declare(resolved, "#operator_:", prefix=KEYWORD, name=KEYWORD),
    declare(resolved_here, "#unary_operator_:", name=KEYWORD),
    declare(is_instance, "#operator_is", obj=OBJECT_OR_NULL, type_=CLASS),
    declare(call, "call", **_CALL),
)
LEGACY_TYPE = declare(class_name, "type", object_=OBJECT_OR_NULL)
TYPE = declare(class_of, "type", object_=OBJECT_OR_NULL)
LATE = (
    declare(class_called, "type", cls=CLASS),
    declare(is_object, "isObject"),
    declare(dump, "dump", obj=OBJECT, serialization_type=TEXT, ignore_upcasts=bool),
)
