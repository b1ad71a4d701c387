"""Requests turned into the structs that operations declare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, get_origin

import msgspec
from starlette.requests import Request

from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.http.negotiation import media_type
from muranopl.interfaces.server.http.operation import RequestBody
from muranopl.interfaces.server.http.request_limits import read_body
from muranopl.interfaces.server.request_bodies import RequestText


def decode_parameters(request: Request, type_: type[msgspec.Struct]) -> msgspec.Struct:
    """Return what the path and the query say, as a struct; unknown names in the query are ignored.

    A name that is given twice counts once, as the last, unless it is declared as a list. Raises ApiError.
    """
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(type_):
        name = field.encode_name
        if name in request.path_params:
            given[name] = request.path_params[name]
        elif name in request.query_params:
            every = request.query_params.getlist(name)
            given[name] = every if _is_list(field.type) else every[-1]
    try:
        return msgspec.convert(given, type_, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError(400, f"parameters: {error}") from None


def _is_list(type_: Any) -> bool:
    bare = type_.__origin__ if get_origin(type_) is Annotated else type_
    return get_origin(bare) in {list, tuple}


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
