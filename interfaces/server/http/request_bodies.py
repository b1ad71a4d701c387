"""Request bodies: reading within limits of size and time, and rejection of ambiguous ones.

A body is ambiguous if a proxy and the service may understand its length or its content differently.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import Operation
from muranopl.interfaces.server.http.replies import error_reply
from muranopl.interfaces.server.media_types import media_type
from muranopl.interfaces.server.settings import MEBIBYTE, ServiceSettings
from muranopl.interfaces.server.tasks import RequestText

_DROPPED = 64 * MEBIBYTE
"""Maximum number of bytes of a too large body that are read and discarded."""


async def read_text(
    request: Request, operation: Operation, settings: ServiceSettings
) -> RequestText:
    """Return the raw body of a request. Raise ApiError, also for an unsupported media type."""
    media = media_type(request)
    listed = " or ".join(operation.takes)
    content = await read_body(request, settings.max_body, settings.body_time)
    if not content:
        raise ApiError(400, f"a body is required: {listed}")
    if not media:
        raise ApiError(400, f"the Content-Type of the body is missing: send {listed}")
    if media not in operation.takes:
        raise ApiError(415, f"the Content-Type must be {listed}")
    return RequestText(content, media, operation.body)


def decode_json(text: RequestText) -> Any:
    """Return a body for an operation of the HTTP process, which takes no other format."""
    try:
        return msgspec.json.decode(text.content, type=text.type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, f"body: {error}") from None


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """Return the body, at most `limit` bytes. Raise ApiError."""
    return b"".join([part async for part in body_parts(request, limit, seconds)])


async def body_parts(request: Request, limit: int, seconds: float) -> AsyncGenerator[bytes, None]:
    """Yield the chunks of the body.

    Raise ApiError if it exceeds `limit` bytes or takes longer than `seconds`. Part of a too large
    body is read and discarded, as a client that is disconnected while it sends may not read the
    response.
    """
    parts = request.stream()
    deadline = asyncio.get_running_loop().time() + seconds
    announced = request.headers.get("content-length", "")
    size = int(announced) if announced.isdecimal() else 0
    if size > limit:
        # A client that expects "100 Continue" has not sent the body yet.
        if "expect" not in request.headers and size <= _DROPPED:
            await _drop(parts, deadline)
        raise too_large(limit)
    size = 0
    while (part := await _next_part(parts, deadline)) is not None:
        size += len(part)
        if size > limit:
            await _drop(parts, deadline)
            raise too_large(limit)
        yield part


async def _next_part(parts: AsyncGenerator[bytes, None], deadline: float) -> bytes | None:
    try:
        async with asyncio.timeout_at(deadline):
            return await anext(parts, None)
    except TimeoutError:
        raise ApiError(
            408, "the body did not arrive in time", headers={"Connection": "close"}
        ) from None
    except ClientDisconnect:
        raise ApiError(400, "the client closed the connection") from None


async def _drop(parts: AsyncGenerator[bytes, None], deadline: float) -> None:
    """Read and discard the rest of the body, up to `_DROPPED` bytes and the deadline."""
    left = _DROPPED
    while left > 0 and (part := await _next_part(parts, deadline)) is not None:
        left -= len(part)


def too_large(limit: int) -> ApiError:
    """Return the error for a body of more than `limit` bytes."""
    if limit >= MEBIBYTE // 10:
        size = f"{limit / MEBIBYTE:g} MiB"
    else:
        size = f"{limit:,} bytes"
    # The rest of the body may follow on the connection, so that no other request can
    return ApiError(
        413, f"the body is too large: the limit is {size}", headers={"Connection": "close"}
    )


class PlainFraming:
    """Middleware that refuses requests with two lengths, and those with encoded bodies."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        answer = self._app
        if scope["type"] == "http":
            error = _refusal(Headers(scope=scope))
            if error is not None:
                answer = error_reply(error)
        await answer(scope, receive, send)


def _refusal(headers: Headers) -> ApiError | None:
    """Return why a request is refused, or None."""
    # A proxy may go by the other length, and take what follows for a request of its own
    if "content-length" in headers and "transfer-encoding" in headers:
        return ApiError(
            400,
            "a body must have either Content-Length or Transfer-Encoding, not both",
            headers={"Connection": "close"},
        )
    encoding = headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"", "identity"}:
        return ApiError(
            415,
            "Content-Encoding is not supported: send the plain body",
            headers={"Accept-Encoding": "identity"},
        )
    return None
