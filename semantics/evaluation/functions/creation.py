"""Defines the function `new` in its three forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from yaql.language import utils

from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.conversion import thaw
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, real
from muranopl.semantics.evaluation.parameters import (
    Class,
    Dict,
    FunctionGroup,
    ObjectOrNull,
    TextOrNull,
)

FUNCTIONS = FunctionGroup()
OptionalDict = Annotated[Mapping[Any, Any] | None, utils.MappingType]


@FUNCTIONS.add("new")
def new(
    frame: VariableFrame,
    __type_name: Class,
    __owner: ObjectOrNull = None,
    __object_name: TextOrNull = None,
    __extra: OptionalDict = None,
    /,
    **parameters: Any,
) -> Any:
    """Implement `new(class, owner, objectName, extra, property => value, ...)`."""
    return _created(frame, __type_name, parameters, __owner, __object_name, __extra)


@FUNCTIONS.add("new")
def new_from_mapping(
    frame: VariableFrame,
    type_name: Class,
    parameters: Dict,
    owner: ObjectOrNull = None,
    object_name: TextOrNull = None,
    extra: OptionalDict = None,
) -> Any:
    """Implement `new(class, {property => value}, owner, objectName, extra)`."""
    # Keyword arguments are words already; keys of a mapping may be anything.
    for key in parameters:
        if not isinstance(key, str) or not utils.is_keyword(key):
            raise EvaluationError(f"new(): {key!r} is not a name of a property")
    return _created(frame, type_name, parameters, owner, object_name, extra)


@FUNCTIONS.add("new")
def new_from_model(frame: VariableFrame, model: Dict, owner: ObjectOrNull = None) -> Any:
    """Implement `new({:Class => {...}}, owner)`."""
    return call_context(frame.context.load, thaw(model, frame.budget), _owner(owner), frame.scope)


def _created(
    frame: VariableFrame,
    type_: MuranoType,
    properties: Mapping[Any, Any],
    owner: ObjectOrNull,
    name: str | None,
    extra: Mapping[Any, Any] | None,
) -> Any:
    header: dict[str, Any] = {"name": name}
    for key, value in (extra or {}).items():
        # Other keys of the engine's header are not taken over.
        if isinstance(key, str) and key.startswith("_"):
            header[key] = thaw(value, frame.budget)
    return call_context(
        frame.context.new, type_, thaw(properties, frame.budget), _owner(owner), header, frame.scope
    )


def _owner(owner: ObjectOrNull) -> MuranoObject | None:
    return None if owner is None else real(owner)
