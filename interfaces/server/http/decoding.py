"""Decoding of request parameters into the structs that operations declare.

The text of a parameter is converted to a value of its type, and the value is validated strictly.
The schema in /openapi.json is derived from the same type, so that both accept the same values.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec
from starlette.requests import Request

from muranopl.interfaces.server.errors import ApiError

_FLAGS = {"true": True, "false": False}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,99})", re.ASCII)

Parameters = TypeVar("Parameters", bound=msgspec.Struct)


def decode_parameters(request: Request, type_: type[Parameters]) -> Parameters:
    """Return the path and query parameters as a struct; unknown query parameters are ignored.

    Raise ApiError for an invalid value, and for a repeated name that is not declared as a tuple.
    """
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(type_):
        name, declared = field.encode_name, _without_annotations(field.type)
        if name in request.path_params:
            values[name] = request.path_params[name]
        elif name in request.query_params:
            values[name] = _from_query(name, request.query_params.getlist(name), declared)
    try:
        return msgspec.convert(values, type_)
    except msgspec.ValidationError as error:
        raise ApiError(400, f"parameters: {error}") from None


def _without_annotations(type_: Any) -> Any:
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_


def _from_query(name: str, texts: list[str], type_: Any) -> Any:
    """Return the value of a query parameter; `texts` has one item per occurrence."""
    if get_origin(type_) is tuple:
        return texts
    if len(texts) > 1:
        raise ApiError(400, f"parameters: {name} is given {len(texts)} times, and has one value")
    return _value(texts[0], type_)


def _value(text: str, type_: Any) -> Any:
    """Return the value of a text, or the text itself if it is no boolean or integer."""
    if type_ is bool:
        return _FLAGS.get(text, text)
    if type_ is int and _INTEGER.fullmatch(text):
        return int(text)
    return text
