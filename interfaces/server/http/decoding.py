"""Requests turned into the structs that operations declare.

The text of a parameter stands for one value of its type, written in one way. That value is then taken as strictly as
the schema in /openapi.json says, which is made of the same type: what one refuses the other does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, get_args, get_origin

import msgspec
from starlette.requests import Request

from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.http.negotiation import media_type
from muranopl.interfaces.server.http.operation import RequestBody
from muranopl.interfaces.server.http.request_limits import read_body
from muranopl.interfaces.server.request_bodies import RequestText

_FLAGS = {"true": True, "false": False}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,99})", re.ASCII)


def decode_parameters(request: Request, type_: type[msgspec.Struct]) -> msgspec.Struct:
    """Return what the path and the query say, as a struct; unknown names in the query are ignored.

    Raises ApiError, also for a name that is given twice, unless it is declared as a list.
    """
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(type_):
        name, declared = field.encode_name, _bare(field.type)
        if name in request.path_params:
            given[name] = _value(request.path_params[name], declared)
        elif name in request.query_params:
            every = request.query_params.getlist(name)
            if get_origin(declared) is list:
                (item,) = get_args(declared)
                given[name] = [_value(each, _bare(item)) for each in every]
            elif len(every) == 1:
                given[name] = _value(every[0], declared)
            else:
                raise ApiError(400, f"parameters: {name} is given {len(every)} times, and has one value")
    try:
        return msgspec.convert(given, type_)
    except msgspec.ValidationError as error:
        raise ApiError(400, f"parameters: {error}") from None


def _bare(type_: Any) -> Any:
    """Return a type without its annotations."""
    return type_.__origin__ if get_origin(type_) is Annotated else type_


def _value(text: str, type_: Any) -> Any:
    """Return the value that a text stands for; itself where it stands for none of the type, which is refused then."""
    if type_ is bool:
        return _FLAGS.get(text, text)
    if type_ is int and _INTEGER.fullmatch(text):
        return int(text)
    return text


async def body_text(request: Request, declared: RequestBody, limit: int) -> RequestText:
    """Return the body as it is sent, of one of the declared media types. Raises ApiError."""
    media = media_type(request.headers.get("content-type", ""))
    content = await read_body(request, limit)
    if not content:
        raise ApiError(400, f"a body is needed: {_listed(declared.media)}")
    if not media:
        raise ApiError(400, f"Content-Type is needed with a body: {_listed(declared.media)}")
    if media not in declared.media:
        raise ApiError(415, f"the Content-Type has to be {_listed(declared.media)}")
    return RequestText(content, media)


def _listed(media: Sequence[str]) -> str:
    return " or ".join(media)
