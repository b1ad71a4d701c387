"""Parameters of requests turned into the structs that operations declare.

The text of a parameter stands for one value of its type, written in one way. That value is then
taken as strictly as the schema in /openapi.json says, which is made of the same type: what one
refuses the other does.
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
    """Return what the path and the query say, as a struct; unknown names in the query are ignored.

    Raises ApiError, also for a name that is given twice, unless it is declared as a tuple.
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
    """Return the value of a parameter that is given once for each text."""
    if get_origin(type_) is tuple:
        return texts
    if len(texts) > 1:
        raise ApiError(400, f"parameters: {name} is given {len(texts)} times, and has one value")
    return _value(texts[0], type_)


def _value(text: str, type_: Any) -> Any:
    """Return the value that a text stands for; itself where it stands for none of the type, which is refused then."""
    if type_ is bool:
        return _FLAGS.get(text, text)
    if type_ is int and _INTEGER.fullmatch(text):
        return int(text)
    return text
