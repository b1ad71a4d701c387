"""Path and query parameters of a request → the struct that its operation declares.

The text of a parameter is converted to a value of its type, and the value is validated strictly.
The schema in /openapi.json is derived from the same type, so that both accept the same values.
"""

from __future__ import annotations

import functools
import re
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec
from starlette.requests import Request

from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.response_bodies import REFUSAL

_FLAGS = {"true": True, "false": False}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,99})", re.ASCII)

Parameters = TypeVar("Parameters", bound=msgspec.Struct)


def decode_parameters(request: Request, type_: type[Parameters]) -> Parameters:
    """Return the path and query parameters as a struct; unknown query parameters are ignored.

    Raise ApiError for an invalid value, and for a repeated name that is not declared as a tuple.
    """
    values: dict[str, Any] = dict(request.path_params)
    for name, declared in _fields(type_).items():
        if name not in values and name in request.query_params:
            values[name] = _value(name, request.query_params.getlist(name), declared)
    try:
        return msgspec.convert(values, type_)
    except msgspec.ValidationError as error:
        problem = _refusal(str(error), values, type_) or f"parameters: {error}"
        raise ApiError(400, problem) from None


@functools.cache  # as finding out takes as long as many an answer
def _fields(type_: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the types of parameters by name, without their annotations."""
    types = {}
    for field in msgspec.structs.fields(type_):
        is_annotated = get_origin(field.type) is Annotated
        types[field.encode_name] = get_args(field.type)[0] if is_annotated else field.type
    return types


def _refusal(problem: str, values: dict[str, Any], type_: type[msgspec.Struct]) -> str | None:
    """Return words for a text that a pattern does not match, None for another problem."""
    name = problem.rpartition("`$.")[2].removesuffix("`")
    if " matching regex " not in problem:
        return None
    for field in msgspec.structs.fields(type_):
        for note in getattr(field.type, "__metadata__", ()):
            if field.encode_name == name and note.extra is not None:
                return f'{name}: "{visible(values[name])}" is {note.extra[REFUSAL]}'
    return None


def _value(name: str, texts: list[str], type_: Any) -> Any:
    """Return the value of a query parameter; `texts` has one item per occurrence.

    A text that is not a boolean or integer is returned as it is, for the error that says so.
    """
    if get_origin(type_) is tuple:
        return texts
    if len(texts) > 1:
        raise ApiError(
            400, f"parameters: {name} is given {len(texts)} times, but accepts one value"
        )
    (text,) = texts
    if type_ is bool:
        return _FLAGS.get(text, text)
    if type_ is int and _INTEGER.fullmatch(text):
        return int(text)
    return text
