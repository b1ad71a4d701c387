"""Rejects requests to unknown host names, and from pages of other origins (CORS)."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.replies import error_reply

ANY = "*"


class OwnOrigins:
    """Middleware that rejects requests with an unknown Host header or from other origins.

    This prevents DNS rebinding, where a page makes its own host name resolve to this address. It
    cannot do so for addresses and localhost, which are always allowed; other names must be
    configured.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], origins: Collection[str]) -> None:
        self._app = app
        self._hosts = {"localhost", *map(_name, hosts)} - {""}
        self._origins = set(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        answer = self._app
        if scope["type"] == "http":
            error = self._refusal(Headers(scope=scope))
            if error is not None:
                answer = error_reply(error)
        await answer(scope, receive, send)

    def _refusal(self, headers: Headers) -> ApiError | None:
        """Return why a request is rejected, or None."""
        host, origin = headers.get("host"), headers.get("origin")
        if host is not None and not self._serves(host):
            return ApiError(
                421, "this host name is not allowed: start the service with --allow-host HOST"
            )
        if origin is not None and not self._may_call(origin, host):
            return ApiError(403, "this origin is not allowed: start the service with --cors ORIGIN")
        return None

    def _serves(self, host: str) -> bool:
        name = _name(host)
        return ANY in self._hosts or name in self._hosts or _is_address(name)

    def _may_call(self, origin: str, host: str | None) -> bool:
        if origin in self._origins or ANY in self._origins:
            return True
        # The scheme may be another one, as a proxy in front speaks TLS.
        own = origin.partition("://")[2]
        return host is not None and own.lower() == host.lower()


def _name(host: str) -> str:
    """Return a host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    # A dot at the end makes a name absolute, and does not change the host
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
