"""Which hosts the service is called by, and which other pages may call it from a browser."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from muranopl.interfaces.server.http.errors import error_response

ANY = "*"


class OwnOrigins:
    """Refuses requests by names that are not ours, and those of pages that are not.

    A page of another site may have its own name lead to this address (DNS rebinding), but cannot be called by an
    address itself: so addresses and localhost are served always, other names where they are said.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], origins: Collection[str]) -> None:
        self._app = app
        self._hosts = {_name(host) for host in hosts} - {""}
        self._origins = set(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host"), headers.get("origin")
        if host is not None and not self._serves(host):
            response = error_response(421, "this host is not served here: start the service with --allow-host HOST")
        elif origin is not None and not self._may_call(origin, host):
            response = error_response(403, "pages of this origin may not call: start the service with --cors ORIGIN")
        else:
            await self._app(scope, receive, send)
            return
        await response(scope, receive, send)

    def _serves(self, host: str) -> bool:
        name = _name(host)
        return ANY in self._hosts or name == "localhost" or name in self._hosts or _is_address(name)

    def _may_call(self, origin: str, host: str | None) -> bool:
        _, _, own = origin.partition("://")
        return origin in self._origins or ANY in self._origins or (host is not None and own.lower() == host.lower())


def _name(host: str) -> str:
    """Return a host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
