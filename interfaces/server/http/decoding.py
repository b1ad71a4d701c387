"""Requests turned into the structs that operations declare."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, get_origin

import msgspec
import yaml
from starlette.requests import Request

from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.http.negotiation import JSON, YAML, media_type
from muranopl.interfaces.server.http.operation import RequestBody
from muranopl.interfaces.server.http.request_limits import read_body
from muranopl.interfaces.server.settings import MEBIBYTE

MOST_YAML = MEBIBYTE
"""How large a body in YAML may be: reading it takes a hundred times as long as reading JSON."""

_YAML_READER = ThreadPoolExecutor(1, "yaml")
"""Reads bodies in YAML, one after the other: a large one takes seconds, in which others want answers."""


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


async def decode_body(request: Request, declared: RequestBody, limit: int) -> Any:
    """Return the body as the declared type. Raises ApiError."""
    media = media_type(request.headers.get("content-type", ""))
    content = await read_body(request, min(limit, MOST_YAML) if media == YAML else limit)
    if not content:
        if declared.required:
            raise ApiError(400, f"a body is needed: {_listed(declared.media)}")
        return None
    if not media:
        raise ApiError(400, f"Content-Type is needed with a body: {_listed(declared.media)}")
    if media not in declared.media:
        raise ApiError(415, f"the Content-Type has to be {_listed(declared.media)}")
    if media == JSON:
        data = json_data(content)
    else:
        data = await asyncio.get_running_loop().run_in_executor(_YAML_READER, yaml_data, content)
    try:
        return msgspec.convert(data, declared.type)
    except msgspec.ValidationError as error:
        raise ApiError(400, f"body: {error}") from None


def _listed(media: Sequence[str]) -> str:
    return " or ".join(media)


def json_data(content: bytes) -> Any:
    """Return what JSON text says. Raises ApiError."""
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, f"Malformed request body: {error}") from None


def yaml_data(content: bytes) -> Any:
    """Return what YAML text says. Raises ApiError.

    Aliases are refused: a short text with many of them stands for data without end.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for event in yaml.parse(content, Loader=loader) if b"*" in content else ():
            if isinstance(event, yaml.AliasEvent):
                raise ApiError(400, "Malformed request body: YAML with aliases is not taken")
        return _without_dates(yaml.load(content, Loader=loader))  # noqa: S506 - it is a safe loader
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise ApiError(400, f"Malformed request body: {error}") from None


def _without_dates(value: Any) -> Any:
    """Return data in which dates are texts, as in models that are read from files."""
    match value:
        case dict():
            return {_without_dates(key): _without_dates(each) for key, each in value.items()}
        case list():
            return [_without_dates(each) for each in value]
        case datetime.date():
            return value.isoformat()
    return value
