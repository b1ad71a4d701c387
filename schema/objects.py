"""`class()` and `template()` → muranoObject (language/forms.txt; reference: json-schema, Objects)."""

from __future__ import annotations

from typing import Any

from muranopl.expression.tree import Call, Expression, Literal
from muranopl.language.contracts.parse import arguments
from muranopl.language.contracts.type_names import type_name_in
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.schema.constants import NotConstantError, Part, constant
from muranopl.schema.setting import Json, SchemaProblemError
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoType


def reference(part: Part, call: Call, declaring: MuranoType) -> Json:
    """What a `class()` or `template()` of a contract says, without whether it may be null."""
    given = arguments(call)
    first = given.get("name", given.get("type"))
    if first is None:
        raise SchemaProblemError(f"{call.name}() of a contract names no class")
    type_ = _type(part.of(first))
    for key in ("defaultName", "defaultType"):
        default = given.get(key)
        if default is not None and not (isinstance(default, Literal) and default.value is None):
            _type(part.of(default))
    schema: Json = {"muranoType": type_.name}
    if not part.setting.engine:
        schema["version"] = _version(part, given.get("versionSpec"), type_, declaring)
    if call.name == "template":
        schema["owned"] = True
        excluded = _excluded(part, given.get("excludeProperties"))
        if excluded:
            schema["excludedProperties"] = excluded
    return schema


def _type(part: Part) -> MuranoType:
    """The class that an argument is. Raises SchemaProblemError."""
    named = type_name_in(part.tree, part.node)
    try:
        if named is not None:
            return part.setting.types.named(named, part.scope)
        found = part.setting.raw(part.node, part.tree, part.scope, None)
    except (UnknownTypeError, ValueError) as error:
        raise SchemaProblemError(str(error)) from None
    if not isinstance(found, MuranoType):
        raise SchemaProblemError(f"{part.text} is no class")
    return found


def _version(part: Part, spec: Expression | None, type_: MuranoType, declaring: MuranoType) -> str:
    """The version in which a class is asked for, as it is written: in the contract, in `Require`, its own one."""
    if spec is not None and not (isinstance(spec, Literal) and spec.value is None):
        try:
            return str(constant(part.of(spec)))
        except NotConstantError:
            pass
    own, package = declaring.opened, type_.id.package
    if package == own.package.id:
        return package.version
    for entry in own.package.manifest.require:
        if entry.name == package.name:
            return _written(entry)
    return package.version if package.name != CORE_LIBRARY else "0"


def _written(entry: Any) -> str:
    value = getattr(entry.node, "value", None)
    return "0" if value is None else str(value)


def _excluded(part: Part, tree: Expression | None) -> list[Any]:
    if tree is None or (isinstance(tree, Literal) and tree.value is None):
        return []
    try:
        found = constant(part.of(tree))
    except NotConstantError:
        return []
    return found if isinstance(found, list) else []
