"""Request bodies whose length or content the two ends may understand differently."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.replies import error_reply


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
            "a body has Content-Length or Transfer-Encoding, and not both",
            headers={"Connection": "close"},
        )
    encoding = headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"", "identity"}:
        return ApiError(
            415, "the body must have no Content-Encoding", headers={"Accept-Encoding": "identity"}
        )
    return None
