"""Defines `typeinfo()` and the functions about declarations that its results have."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from yaql import yaqlization

from muranopl.inherit.complete import Member
from muranopl.language.grammar.class_ import MetaTarget
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.semantics.evaluation.parameters import Class, FunctionGroup, ObjectOrNull
from muranopl.semantics.evaluation.reflected import (
    REFLECTED,
    ReflectedArgument,
    ReflectedMetaType,
    ReflectedMethod,
    ReflectedPackage,
    ReflectedProperty,
    ReflectedType,
    info,
)

FUNCTIONS = FunctionGroup()


@FUNCTIONS.add("typeinfo")
def typeinfo(object_: ObjectOrNull) -> ReflectedType | None:
    """Implement `typeinfo(object)`."""
    return None if object_ is None else info(object_.type)


@FUNCTIONS.add("typeinfo")
def typeinfo_for_class(cls: Class) -> ReflectedType:
    """Implement `typeinfo(:Class)`."""
    return info(cls)


def _version(type_: MuranoType) -> Any:
    return _version_class()(type_.id.package.version)


@functools.cache
def _version_class() -> Any:
    import semantic_version  # rarely needed

    class Version(semantic_version.Version):  # type: ignore[misc]
        """A version whose parts expressions can read."""

    return yaqlization.yaqlize(
        Version, whitelist=["major", "minor", "patch", "prerelease", "build"]
    )


def _methods(obj: ReflectedType) -> tuple[ReflectedMethod, ...]:
    return tuple(
        ReflectedMethod(declaring, name, declaration)
        for declaring, name, declaration in _members(obj.type, obj.type.complete.methods)
    )


def _properties(obj: ReflectedType) -> tuple[ReflectedProperty, ...]:
    members = _members(obj.type, obj.type.complete.properties)
    return tuple(ReflectedProperty(declaring, declaration) for declaring, _, declaration in members)


def _members(
    type_: MuranoType, table: Mapping[str, Member[Any]]
) -> Iterator[tuple[MuranoType, str, Any]]:
    """Yield the members that a class has or inherits.

    Each is given as the declaring class, the name and the declaration.
    """
    for name, member in table.items():
        # Constructors and private names are not reflected.
        if not name.startswith(("__", ".")):
            for id_, declaration in member.candidates:
                yield type_.ancestor(id_), name, declaration


def _ancestors(obj: ReflectedType) -> tuple[ReflectedType, ...]:
    return tuple(info(type_) for type_ in obj.type.linearization[1:])


@FUNCTIONS.add("#property#types")
def _types(frame: VariableFrame, obj: ReflectedPackage) -> tuple[ReflectedType, ...]:
    listed = (
        declared for declared in obj.type.opened.classes.values() if declared.listed is not None
    )
    return tuple(
        info(call_context(frame.context.type_named, declared.id.name, obj.type))
        for declared in listed
    )


def _arguments(obj: ReflectedMethod) -> tuple[ReflectedArgument, ...]:
    return tuple(ReflectedArgument(obj, declaration) for declaration in obj.declaration.arguments)


def _targets(obj: ReflectedMetaType) -> tuple[str, ...]:
    applies = obj.type.declared.declaration.applies
    if MetaTarget.ALL in applies:
        applies = tuple(item for item in MetaTarget if item is not MetaTarget.ALL)
    return tuple(target.value for target in applies)


_ATTRIBUTES: tuple[tuple[type, str, Callable[[Any], Any]], ...] = (
    (ReflectedType, "name", lambda obj: obj.type.name),
    (ReflectedType, "usage", lambda obj: obj.type.complete.usage.value),
    (ReflectedType, "version", lambda obj: _version(obj.type)),
    (ReflectedType, "type", lambda obj: obj.type),
    (ReflectedType, "methods", _methods),
    (ReflectedType, "properties", _properties),
    (ReflectedType, "ancestors", _ancestors),
    (ReflectedType, "package", lambda obj: ReflectedPackage(obj.type)),
    (ReflectedMetaType, "cardinality", lambda obj: obj.type.declared.declaration.cardinality.value),
    (ReflectedMetaType, "targets", _targets),
    (ReflectedMetaType, "inherited", lambda obj: obj.type.declared.declaration.inherited),
    (ReflectedProperty, "name", lambda obj: obj.declaration.name),
    (ReflectedProperty, "hasDefault", lambda obj: obj.declaration.default is not None),
    (ReflectedProperty, "usage", lambda obj: obj.declaration.usage.value),
    (ReflectedProperty, "declaringType", lambda obj: info(obj.type)),
    (ReflectedMethod, "name", lambda obj: obj.name),
    (ReflectedMethod, "arguments", _arguments),
    (ReflectedMethod, "declaringType", lambda obj: info(obj.type)),
    (ReflectedArgument, "name", lambda obj: obj.declaration.name),
    (ReflectedArgument, "hasDefault", lambda obj: obj.declaration.default is not None),
    (ReflectedArgument, "usage", lambda obj: obj.declaration.usage.value),
    (ReflectedArgument, "declaringMethod", lambda obj: obj.method),
    (ReflectedPackage, "name", lambda obj: obj.type.id.package.name),
    (ReflectedPackage, "version", lambda obj: _version(obj.type)),
)


for _type, _name, _get in _ATTRIBUTES:
    FUNCTIONS.add(f"#property#{_name}", obj=_type)(_get)


@FUNCTIONS.add_unknown("#property#meta", "the meta objects of a declaration", provider=REFLECTED)
def meta(provider: Any) -> None:
    """Implement `x.meta`: the objects of meta classes that are attached to a declaration."""


@FUNCTIONS.add_unknown("getValue", function=False, method=True)
def get_value(property_: ReflectedProperty, object_: ObjectOrNull) -> None:
    """Implement `property.getValue(object)`."""


@FUNCTIONS.add_unknown("setValue", function=False, method=True)
def set_value(property_: ReflectedProperty, object_: ObjectOrNull, value: Any) -> None:
    """Implement `property.setValue(object, value)`."""


@FUNCTIONS.add_unknown("invoke", function=False, method=True)
def invoke(method_: ReflectedMethod, __object: ObjectOrNull, /, *args: Any, **kwargs: Any) -> None:
    """Implement `method.invoke(object, ...)`."""
