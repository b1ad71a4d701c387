"""Event streams: the progress of a task, followed by its answer."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator

import msgspec
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from muranopl.interfaces.server.http.replies import error_reply
from muranopl.interfaces.server.work.messages import TaskAnswer

Progress = AsyncGenerator[int | TaskAnswer]
"""Thousandths that are done, followed by the answer."""


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
