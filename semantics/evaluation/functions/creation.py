"""The function `new` in its three forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yaql.language import utils

from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.conversion import thaw
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.parameters import CLASS, MAPPING, OBJECT_OR_NULL, TEXT_OR_NULL, declare
from muranopl.semantics.evaluation.views import ObjectView, real

Owner = MuranoObject | ObjectView | None


def new(
    frame: VariableFrame,
    __type_name: MuranoType,
    __owner: Owner = None,
    __object_name: str | None = None,
    __extra: Mapping[Any, Any] | None = None,
    /,
    **parameters: Any,
) -> Any:
    """`new(class, owner, objectName, extra, property => value, ...)`."""
    return _created(frame, __type_name, parameters, __owner, __object_name, __extra)


def new_from_mapping(
    frame: VariableFrame,
    type_name: MuranoType,
    parameters: Mapping[Any, Any],
    owner: Owner = None,
    object_name: str | None = None,
    extra: Mapping[Any, Any] | None = None,
) -> Any:
    """`new(class, {property => value}, owner, objectName, extra)`."""
    for key in parameters:
        if not isinstance(key, str) or not utils.is_keyword(key):
            raise EvaluationError(f"new(): {key!r} is no name of a property")
    return _created(frame, type_name, parameters, owner, object_name, extra)


def new_from_model(frame: VariableFrame, model: Mapping[Any, Any], owner: Owner = None) -> Any:
    """`new({:Class => {...}}, owner)`."""
    return call_context(frame.context.load, thaw(model, frame.budget), _owner(owner), frame.scope)


def _created(
    frame: VariableFrame,
    type_: MuranoType,
    properties: Mapping[Any, Any],
    owner: Owner,
    name: str | None,
    extra: Mapping[Any, Any] | None,
) -> Any:
    header: dict[str, Any] = {"name": name}
    for key, value in (extra or {}).items():
        if isinstance(key, str) and key.startswith("_"):
            header[key] = thaw(value, frame.budget)
    return call_context(frame.context.new, type_, thaw(properties, frame.budget), _owner(owner), header, frame.scope)


def _owner(owner: Owner) -> MuranoObject | None:
    return None if owner is None else real(owner)


FUNCTIONS = (
    declare(
        new,
        "new",
        __type_name=CLASS,
        __owner=OBJECT_OR_NULL,
        __object_name=TEXT_OR_NULL,
        __extra=MAPPING,
    ),
    declare(
        new_from_mapping,
        "new",
        type_name=CLASS,
        parameters=MAPPING,
        owner=OBJECT_OR_NULL,
        object_name=TEXT_OR_NULL,
        extra=MAPPING,
    ),
    declare(new_from_model, "new", model=MAPPING, owner=OBJECT_OR_NULL),
)
