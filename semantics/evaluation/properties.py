"""Reads properties of objects and classes at run time."""

from __future__ import annotations

from typing import Any

from muranopl.inherit.complete import static_declarations
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.conversion import freeze
from muranopl.semantics.evaluation.errors import (
    AmbiguousPropertyError,
    EvaluationError,
    UnknownPropertyError,
)
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import (
    MuranoObject,
    MuranoType,
    ObjectView,
    missing_property,
    real,
    unset_property,
)


def read(frame: VariableFrame, target: MuranoObject | ObjectView, name: str) -> Any:
    """Return the value of `target.name`, as the class of the expression sees it.

    A class sees the properties that it and its ancestors declare, also on objects of its
    descendants, but not those that only these declare. Other classes see all properties that the
    class of the object, or of the view, declares. A property that no class declares is private to
    the class whose code set it. Raise as `MuranoObject.get` does, AmbiguousPropertyError if
    unrelated parents declare the name, NotEvaluatedError.
    """
    object_, caller = real(target), frame.caller
    # The class of the code decides, not that of the object: properties are not private otherwise.
    inside = caller is not None and target.type.extends(caller)
    start = caller if inside and caller is not None else target.type
    member = object_.type.complete.properties.get(name)
    if member is None or name not in start.complete.properties:
        if inside and (start.id, name) in object_.private:
            return object_.private[start.id, name]
        # Without a declaration, a value may still be set by a simulation.
        if member is not None or name not in object_.properties:
            raise (unset_property(start, name) if inside else missing_property(start, name))
    elif member.ambiguous:
        raise _ambiguous(object_.type, name)
    elif member.declaration.usage is PropertyUsage.STATIC:
        return static(frame, object_.type, name)
    return _frozen(object_, name, object_.get(name))


def _frozen(object_: MuranoObject, name: str, value: Any) -> Any:
    if not isinstance(value, (list, dict, tuple)):
        return value
    if name not in object_.frozen:
        object_.frozen[name] = freeze(value)
    return object_.frozen[name]


def static(frame: VariableFrame, type_: MuranoType, name: str) -> Any:
    """Return the value of a static property: its default after its contract, as it is never set.

    Raise PropertyReadError, and errors of the context.
    """
    declaring, declaration = static_declaration(type_, name)
    return freeze(call_context(frame.context.static, declaring, declaration))


def static_declaration(type_: MuranoType, name: str) -> tuple[MuranoType, PropertyDeclaration]:
    """Return the declaration of a static property of a class, and the class that declares it.

    Raise UnknownPropertyError; AmbiguousPropertyError if unrelated parents declare the name.
    """
    member = type_.complete.properties.get(name)
    result = None if member is None else static_declarations(member)
    if not result:
        raise UnknownPropertyError(f'class {type_.name} has no static property "{name}"')
    if len(result) > 1:
        raise _ambiguous(type_, name)
    declaring, declaration = result[0]
    return type_.ancestor(declaring), declaration


def _ambiguous(type_: MuranoType, name: str) -> EvaluationError:
    return AmbiguousPropertyError(
        f'property "{name}" of class {type_.name} is declared by several of its parents'
    )
