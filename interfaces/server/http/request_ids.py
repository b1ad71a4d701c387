"""Each request has an id, a line in the log, and its place in the metrics."""

from __future__ import annotations

import logging
import time
import uuid

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muranopl.diagnostics.formats.visible import visible
from muranopl.interfaces.server.http.metrics import Metrics

ACCESS = logging.getLogger("muranopl.server.access")
OPERATION = "muranopl.operation"
"""The key in the scope of a request: the method and path of its operation."""
REQUEST_ID = "muranopl.request_id"
HEADER = "X-Openstack-Request-Id"


class RequestIds:
    """Gives requests their ids, logs them, and counts them."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        id_ = scope[REQUEST_ID] = f"req-{uuid.uuid4()}"
        status, size = 0, 0

        async def sending(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = id_
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            took = time.perf_counter() - began
            self._metrics.answered(scope.get(OPERATION, "none"), status, took)
            client = scope.get("client") or ("-", 0)
            asked = visible(f"{scope['method']} {scope['path']}")
            ACCESS.info('%s %s "%s" %d %d %.3f', id_, client[0], asked, status, size, took)
