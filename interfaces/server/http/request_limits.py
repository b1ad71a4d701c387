"""How much of a request is read, and for how long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from starlette.requests import ClientDisconnect, Request

from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.settings import MEBIBYTE

_DROPPED = 64 * MEBIBYTE
"""How much of a body that is too large is read for nothing."""

BODY_TIME = "body_time"
"""The key in the state of the application: how many seconds a body may take to arrive."""


async def read_body(request: Request, limit: int) -> bytes:
    """Return the body, which has at most `limit` bytes. Raises ApiError."""
    return b"".join([part async for part in body_parts(request, limit)])


async def body_parts(request: Request, limit: int) -> AsyncGenerator[bytes, None]:
    """Yield the body as it arrives, counting. Raises ApiError beyond `limit` bytes, and where it takes too long.

    Of a body that is too large some more is read and dropped: a client that is cut off while it sends may never see
    why.
    """
    announced = request.headers.get("content-length", "")
    size = int(announced) if announced.isdecimal() else 0
    parts = request.stream()
    deadline = asyncio.get_running_loop().time() + getattr(request.app.state, BODY_TIME)
    if size > limit:
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
        raise ApiError(408, "the body took too long to arrive", headers={"Connection": "close"}) from None
    except ClientDisconnect:
        raise ApiError(400, "the client went away") from None


async def _drop(parts: AsyncGenerator[bytes, None], deadline: float) -> None:
    """Read what is left, as far as it is worth it."""
    left = _DROPPED
    while left > 0 and (part := await _next_part(parts, deadline)) is not None:
        left -= len(part)


def too_large(limit: int) -> ApiError:
    """Return the error for a body of more than `limit` bytes."""
    size = f"{limit / MEBIBYTE:g} MiB" if limit >= MEBIBYTE // 10 else f"{limit:,} bytes"
    return ApiError(413, f"the body is too large: the limit is {size}", headers={"Connection": "close"})
