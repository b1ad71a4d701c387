"""Adds the headers of all responses: the request id, which the log has too, and browser security."""

from __future__ import annotations

import logging
import time
import uuid

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.http.metrics import Metrics

ACCESS = logging.getLogger("muranopl.server.access")
OPERATION = "muranopl.operation"
"""The key of the method and path of the operation in the ASGI scope."""
REQUEST_ID = "X-Openstack-Request-Id"

# The minimum that the page needs.
_CONTENT_SECURITY_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)
_SECURITY = {
    "Content-Security-Policy": "; ".join(_CONTENT_SECURITY_POLICY),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Headers:
    """Middleware that adds the headers to responses, and logs and counts requests."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        request_id = f"req-{uuid.uuid4()}"
        status, size = 0, 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(_SECURITY)
                # Caches may keep an answer, but have to ask with its ETag whether it still holds.
                headers.setdefault("Cache-Control", "no-cache")
                headers[REQUEST_ID] = request_id
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        finally:
            seconds = time.perf_counter() - began
            self._metrics.answered(scope.get(OPERATION, "none"), status, seconds)
            # One line for each request, whatever its path contains.
            address = (scope.get("client") or "-")[0]
            line = visible(f"{scope['method']} {scope['path']}")
            ACCESS.info('%s %s "%s" %d %d %.3f', request_id, address, line, status, size, seconds)
