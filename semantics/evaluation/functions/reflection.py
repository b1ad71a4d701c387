"""Functions about declarations: `typeinfo()` and the attributes of what it gives."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.errors import NotEvaluatedError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.parameters import CLASS, OBJECT_OR_NULL, declare
from muranopl.semantics.evaluation.reflected import (
    REFLECTED,
    ReflectedArgument,
    ReflectedMetaType,
    ReflectedMethod,
    ReflectedPackage,
    ReflectedProperty,
    ReflectedType,
    ancestor,
    info,
)
from muranopl.semantics.evaluation.views import ObjectView


def typeinfo(object_: MuranoObject | ObjectView | None) -> ReflectedType | None:
    """`typeinfo(object)`."""
    return None if object_ is None else info(object_.type)


def typeinfo_for_class(cls: MuranoType) -> ReflectedType:
    """`typeinfo(:Class)`."""
    return info(cls)


def _version(type_: MuranoType) -> Any:
    return _version_class()(type_.id.package.version)


@functools.cache
def _version_class() -> Any:
    import semantic_version  # noqa: PLC0415 - rarely needed
    from yaql import yaqlization  # noqa: PLC0415 - rarely needed

    class Version(semantic_version.Version):  # type: ignore[misc]
        """A version whose parts expressions can read."""

    return yaqlization.yaqlize(Version, whitelist=["major", "minor", "patch", "prerelease", "build"])


def _hidden(name: str) -> bool:
    return name.startswith(("__", "."))


def _methods(obj: ReflectedType) -> tuple[ReflectedMethod, ...]:
    return tuple(
        ReflectedMethod(ancestor(obj.type, id_), name, declaration)
        for name, member in obj.type.complete.methods.items()
        if not _hidden(name)
        for id_, declaration in member.candidates
    )


def _properties(obj: ReflectedType) -> tuple[ReflectedProperty, ...]:
    return tuple(
        ReflectedProperty(ancestor(obj.type, id_), declaration)
        for name, member in obj.type.complete.properties.items()
        if not _hidden(name)
        for id_, declaration in member.candidates
    )


def _ancestors(obj: ReflectedType) -> tuple[ReflectedType, ...]:
    return tuple(info(type_) for type_ in obj.type.lineage[1:])


def _types(frame: VariableFrame, obj: ReflectedPackage) -> tuple[ReflectedType, ...]:
    listed = (declared for declared in obj.type.opened.classes.values() if declared.listed is not None)
    return tuple(info(call_context(frame.context.named, declared.id.name, obj.type)) for declared in listed)


def _arguments(obj: ReflectedMethod) -> tuple[ReflectedArgument, ...]:
    return tuple(ReflectedArgument(obj, declaration) for declaration in obj.declaration.arguments)


def _targets(obj: ReflectedMetaType) -> tuple[str, ...]:
    from muranopl.language.grammar.class_ import MetaTarget  # noqa: PLC0415 - rarely needed

    applies = obj.type.declared.declaration.applies
    chosen = [target for target in MetaTarget if target is not MetaTarget.ALL] if MetaTarget.ALL in applies else applies
    return tuple(target.value for target in chosen)


def unknown_meta(provider: object) -> Any:
    """`x.meta`: the objects of meta classes that are attached to a declaration."""
    message = "the meta objects of a declaration"
    raise NotEvaluatedError(message)


def get_value(property_: ReflectedProperty, object_: MuranoObject | ObjectView | None) -> Any:
    """`property.getValue(object)`."""
    message = "getValue()"
    raise NotEvaluatedError(message)


def set_value(property_: ReflectedProperty, object_: MuranoObject | ObjectView | None, value: Any) -> Any:
    """`property.setValue(object, value)`."""
    message = "setValue()"
    raise NotEvaluatedError(message)


def invoke(method_: ReflectedMethod, __object: MuranoObject | ObjectView | None, /, *args: Any, **kwargs: Any) -> Any:
    """`method.invoke(object, ...)`."""
    message = "invoke()"
    raise NotEvaluatedError(message)


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


def _attribute(get: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def payload(obj: Any) -> Any:
        return get(obj)

    return payload


FUNCTIONS = (
    declare(typeinfo, "typeinfo", object_=OBJECT_OR_NULL),
    declare(typeinfo_for_class, "typeinfo", cls=CLASS),
    *(declare(_attribute(get), f"#property#{name}", obj=type_) for type_, name, get in _ATTRIBUTES),
    declare(_types, "#property#types", obj=ReflectedPackage),
    declare(unknown_meta, "#property#meta", provider=REFLECTED),
    declare(get_value, "getValue", function=False, method=True, property_=ReflectedProperty, object_=OBJECT_OR_NULL),
    declare(set_value, "setValue", function=False, method=True, property_=ReflectedProperty, object_=OBJECT_OR_NULL),
    declare(invoke, "invoke", function=False, method=True, method_=ReflectedMethod, __object=OBJECT_OR_NULL),
)
