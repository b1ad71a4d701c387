"""HTTP responses, and event streams: the progress of a task, followed by its answer."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.server.errors import NOT_FOUND, ApiError
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.response_bodies import json_bytes
from muranopl.interfaces.server.uploaded_packages import UPLOAD
from muranopl.interfaces.server.work.messages import ClientBusyError, TaskAnswer, WorkError

_LOGGER = logging.getLogger("muranopl.server")
STATE = "X-Catalog-State"
Progress = AsyncGenerator[int | TaskAnswer]
"""Thousandths that are done, followed by the answer."""

# Addresses of Murano's API that this service has not
_ENVIRONMENTS = re.compile(r"/v1/(environments|templates|deployments)(/|\Z)")
_ELSEWHERE = (
    "this service has no environments, templates or deployments, only packages, classes and forms:"
    " use the API of Murano"
)


def json_reply(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response with plain data as JSON."""
    return Response(json_bytes(data), status, headers, JSON)


def reply_of(answer: TaskAnswer, request: Request) -> Response:
    """Return the response for a worker's answer, with its state; 304 if the ETag matches."""
    # Some addresses answer with several media types.
    headers = {STATE: answer.state, "Vary": f"Accept, {UPLOAD}"}
    if request.method in {"GET", "HEAD"} and answer.status == 200:
        tag = f'"{hashlib.blake2b(answer.body, digest_size=12).hexdigest()}"'
        # Weak, as a compressed body has the same
        headers["ETag"] = f"W/{tag}"
        if _has(request, tag):
            return Response(None, 304, headers)
    return Response(answer.body, answer.status, headers, answer.media_type)


def _has(request: Request, tag: str) -> bool:
    """Return whether the client has a response with this ETag."""
    tags = request.headers.get("if-none-match", "").split(",")
    return tags == ["*"] or tag in {item.strip().removeprefix("W/") for item in tags}


def error_reply(error: Exception) -> Response:
    """Return the response for an exception."""
    shown = _api_error(error)
    return Response(shown.body, shown.status, shown.headers, JSON)


def _api_error(error: Exception) -> ApiError:
    """Return the ApiError for an exception; an unexpected one is logged as a bug."""
    match error:
        case ApiError():
            return error
        case UsageError():
            return ApiError(400, error.problem)
        case WorkError():
            status = 429 if isinstance(error, ClientBusyError) else 503
            headers = {}
            if error.retry_after is not None:
                headers["Retry-After"] = str(error.retry_after)
            return ApiError(status, str(error), headers=headers)
        case HTTPException(status_code=404):
            return ApiError(404, NOT_FOUND)
        case HTTPException():
            return ApiError(error.status_code, error.detail, headers=error.headers)
    _LOGGER.error("a request failed", exc_info=error)
    return ApiError(500, "internal error, a bug in muranopl; the log of the service has details")


async def answer_error(request: Request, error: Exception) -> Response:
    """Return the response for an exception, as an exception handler of Starlette."""
    is_unknown = isinstance(error, HTTPException) and error.status_code == 404
    if is_unknown and _ENVIRONMENTS.match(request.url.path):
        error = ApiError(404, _ELSEWHERE)
    return error_reply(error)


async def event_reply(progress: Progress, grace: float) -> Response:
    """Return a response with the events of a task.

    `grace` is how long the task may continue after the service was asked to end, in seconds.
    """
    # An error before the first event keeps its HTTP status
    first = await anext(progress)
    return EventSourceResponse(_events(first, progress), shutdown_grace_period=grace)


async def _events(current: int | TaskAnswer, progress: Progress) -> AsyncIterator[ServerSentEvent]:
    async with contextlib.aclosing(progress):
        try:
            while isinstance(current, int):
                yield _event("progress", msgspec.json.encode({"done": current}))
                current = await anext(progress)
        except Exception as error:
            yield _event("error", bytes(error_reply(error).body))
            return
        yield _event("report" if current.status == 200 else "error", current.body)


def _event(name: str, data: bytes) -> ServerSentEvent:
    return ServerSentEvent(data.decode().rstrip(), event=name)
