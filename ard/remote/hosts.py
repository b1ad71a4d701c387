"""Parses the hosts of addresses: their names in ASCII, their ports, and the tokens for them.

Tokens are in the environment, and never in files or reports. `MURANOPL_TOKEN_example_com` is that of
`https://example.com`, and of nothing else: another port is a part of the name, and `http://` has a
prefix of its own. The service that `$MURANO_URL` names gets `$OS_AUTH_TOKEN` without a token of its own,
as from Murano's client.
"""

from __future__ import annotations

import ipaddress
import os
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from muranopl.diagnostics.usage import UsageError

_PORTS = {"http": 80, "https": 443}
_PREFIXES = {"https": "MURANOPL_TOKEN_", "http": "MURANOPL_HTTP_TOKEN_"}
_URL_OF_MURANO, _OF_MURANO = "MURANO_URL", "OS_AUTH_TOKEN"

# Between letters and digits each number of underscores means one thing: hyphens are even ones
_UNDERSCORES = {".": 1, "-": 2, ":": 3, "_": 5}
_HOST = re.compile(r"[a-z0-9]+(?:(?:[.:_]|-+)[a-z0-9]+)*")


class WebOrigin(NamedTuple):
    """Where requests go: a scheme, a host, and a port if it is not the one of the scheme."""

    scheme: str
    host: str
    port: int | None = None


def origin_of(address: str) -> WebOrigin:
    """Return the origin of an address. Raise ValueError for a host or a port that is none."""
    parts = urlsplit(address)
    port = None if parts.port == _PORTS.get(parts.scheme) else parts.port
    return WebOrigin(parts.scheme, resolved_name(parts.hostname or ""), port)


def resolved_name(host: str) -> str:
    """Return the name of a host in the letters of the network. Raise ValueError if it has others."""
    return host.lower() if host.isascii() else host.encode("idna").decode()


def variable_of(origin: WebOrigin) -> str | None:
    """Return the name of the environment variable with the token of an origin.

    No two origins have the same one; those with other letters than names of hosts have none.
    """
    scheme, host, port = origin
    if ":" in host:
        # Without the short form, which has two colons in a row
        try:
            groups = ipaddress.IPv6Address(host).exploded.split(":")
            host = ":".join(f"{int(group, 16):x}" for group in groups)
        except ValueError:  # one that has a zone, too
            return None
    name = host if port is None else f"{host}:{port}"
    if scheme not in _PREFIXES or not _HOST.fullmatch(name):
        return None
    return _PREFIXES[scheme] + "".join(
        "_" * _UNDERSCORES[sign] if sign in _UNDERSCORES else sign for sign in name
    )


def token_for(origin: WebOrigin) -> str | None:
    """Return the token of an origin, None without one. Raise UsageError for one that cannot be sent."""
    variable = variable_of(origin) or ""
    token = os.environ.get(variable, "").strip()
    if not token and origin == _origin_of_murano():
        variable = _OF_MURANO
        token = os.environ.get(variable, "").strip()
    if not token:
        return None
    if not (token.isascii() and token.isprintable()):
        raise UsageError(f"${variable} has characters that are invalid in a token")
    return token


def _origin_of_murano() -> WebOrigin | None:
    """Return the origin of the service that Murano's client uses."""
    try:
        return origin_of(os.environ.get(_URL_OF_MURANO, ""))
    except ValueError:
        return None
