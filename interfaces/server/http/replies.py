"""Answers in the forms of HTTP."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from muranopl.interfaces.server.bodies import json_bytes
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.work.messages import TaskAnswer

STATE = "X-Catalog-State"
STATE_HEADERS = {STATE: "the state of the catalog that the answer is about"}


def json_reply(data: Any, status: int = 200) -> Response:
    """Return plain data as JSON."""
    return Response(json_bytes(data), status, media_type=JSON)


def reply_of(answer: TaskAnswer, request: Request, headers: Mapping[str, str] | None = None) -> Response:
    """Return what a worker gave, with the state it is about; 304 where the client has it already."""
    found = {STATE: answer.state, "Vary": "Accept", **(headers or {})}
    if request.method in {"GET", "HEAD"} and answer.status == 200:
        found["ETag"] = f'"{hashlib.blake2b(answer.body, digest_size=12).hexdigest()}"'
        if _knows(request, found["ETag"]):
            return Response(None, 304, found)
    return Response(answer.body, answer.status, found, answer.media_type)


def _knows(request: Request, tag: str) -> bool:
    given = request.headers.get("if-none-match", "")
    return given.strip() == "*" or tag in {each.strip().removeprefix("W/") for each in given.split(",")}
