"""Functions about declarations: `typeinfo()` and the attributes of what it gives."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from muranopl.semantics.evaluation.errors import NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.parameters import CLASS, OBJECT_OR_NULL, declare
from muranopl.semantics.evaluation.reflected import (
    REFLECTED,
    ArgumentInfo,
    MetaTypeInfo,
    MethodInfo,
    PackageInfo,
    PropertyInfo,
    TypeInfo,
    ancestor,
    info,
)
from muranopl.semantics.evaluation.views import View

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.frames import Frame


def typeinfo(object_: MuranoObject | View | None) -> TypeInfo | None:
    """`typeinfo(object)`."""
    return None if object_ is None else info(object_.type)


def typeinfo_for_class(cls: MuranoType) -> TypeInfo:
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


def _methods(obj: TypeInfo) -> tuple[MethodInfo, ...]:
    return tuple(
        MethodInfo(ancestor(obj.type, id_), name, declaration)
        for name, member in obj.type.complete.methods.items()
        if not _hidden(name)
        for id_, declaration in member.candidates
    )


def _properties(obj: TypeInfo) -> tuple[PropertyInfo, ...]:
    return tuple(
        PropertyInfo(ancestor(obj.type, id_), declaration)
        for name, member in obj.type.complete.properties.items()
        if not _hidden(name)
        for id_, declaration in member.candidates
    )


def _ancestors(obj: TypeInfo) -> tuple[TypeInfo, ...]:
    return tuple(info(type_) for type_ in obj.type.lineage[1:])


def _types(frame: Frame, obj: PackageInfo) -> tuple[TypeInfo, ...]:
    run = frame.run
    listed = (declared for declared in obj.type.opened.classes.values() if declared.listed is not None)
    return tuple(info(run.outside(run.world.named, declared.id.name, obj.type)) for declared in listed)


def _arguments(obj: MethodInfo) -> tuple[ArgumentInfo, ...]:
    return tuple(ArgumentInfo(obj, declaration) for declaration in obj.declaration.arguments)


def _targets(obj: MetaTypeInfo) -> tuple[str, ...]:
    from muranopl.language.grammar.class_ import Target  # noqa: PLC0415 - rarely needed

    applies = obj.type.declared.declaration.applies
    chosen = [target for target in Target if target is not Target.ALL] if Target.ALL in applies else applies
    return tuple(target.value for target in chosen)


def unknown_meta(provider: object) -> Any:
    """`x.meta`: the objects of meta classes that are attached to a declaration."""
    message = "the meta objects of a declaration"
    raise NotEvaluatedError(message)


def get_value(property_: PropertyInfo, object_: MuranoObject | View | None) -> Any:
    """`property.getValue(object)`."""
    message = "getValue()"
    raise NotEvaluatedError(message)


def set_value(property_: PropertyInfo, object_: MuranoObject | View | None, value: Any) -> Any:
    """`property.setValue(object, value)`."""
    message = "setValue()"
    raise NotEvaluatedError(message)


def invoke(method_: MethodInfo, __object: MuranoObject | View | None, /, *args: Any, **kwargs: Any) -> Any:
    """`method.invoke(object, ...)`."""
    message = "invoke()"
    raise NotEvaluatedError(message)


_ATTRIBUTES: tuple[tuple[type, str, Callable[[Any], Any]], ...] = (
    (TypeInfo, "name", lambda obj: obj.type.name),
    (TypeInfo, "usage", lambda obj: obj.type.complete.usage.value),
    (TypeInfo, "version", lambda obj: _version(obj.type)),
    (TypeInfo, "type", lambda obj: obj.type),
    (TypeInfo, "methods", _methods),
    (TypeInfo, "properties", _properties),
    (TypeInfo, "ancestors", _ancestors),
    (TypeInfo, "package", lambda obj: PackageInfo(obj.type)),
    (MetaTypeInfo, "cardinality", lambda obj: obj.type.declared.declaration.cardinality.value),
    (MetaTypeInfo, "targets", _targets),
    (MetaTypeInfo, "inherited", lambda obj: obj.type.declared.declaration.inherited),
    (PropertyInfo, "name", lambda obj: obj.declaration.name),
    (PropertyInfo, "hasDefault", lambda obj: obj.declaration.default is not None),
    (PropertyInfo, "usage", lambda obj: obj.declaration.usage.value),
    (PropertyInfo, "declaringType", lambda obj: info(obj.type)),
    (MethodInfo, "name", lambda obj: obj.name),
    (MethodInfo, "arguments", _arguments),
    (MethodInfo, "declaringType", lambda obj: info(obj.type)),
    (ArgumentInfo, "name", lambda obj: obj.declaration.name),
    (ArgumentInfo, "hasDefault", lambda obj: obj.declaration.default is not None),
    (ArgumentInfo, "usage", lambda obj: obj.declaration.usage.value),
    (ArgumentInfo, "declaringMethod", lambda obj: obj.method),
    (PackageInfo, "name", lambda obj: obj.type.id.package.name),
    (PackageInfo, "version", lambda obj: _version(obj.type)),
)


def _attribute(get: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def payload(obj: Any) -> Any:
        return get(obj)

    return payload


FUNCTIONS = (
    declare(typeinfo, "typeinfo", object_=OBJECT_OR_NULL),
    declare(typeinfo_for_class, "typeinfo", cls=CLASS),
    *(declare(_attribute(get), f"#property#{name}", obj=type_) for type_, name, get in _ATTRIBUTES),
    declare(_types, "#property#types", obj=PackageInfo),
    declare(unknown_meta, "#property#meta", provider=REFLECTED),
    declare(get_value, "getValue", function=False, method=True, property_=PropertyInfo, object_=OBJECT_OR_NULL),
    declare(set_value, "setValue", function=False, method=True, property_=PropertyInfo, object_=OBJECT_OR_NULL),
    declare(invoke, "invoke", function=False, method=True, method_=MethodInfo, __object=OBJECT_OR_NULL),
)
