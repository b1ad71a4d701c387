"""Tokens of hosts, which are in the environment and never in files or reports.

`MURANOPL_TOKEN_example_com` is that of `example.com`: `.` is written as `_`, and `-` as `__`.
The host of `$MURANO_URL` gets `$OS_AUTH_TOKEN` without a token of its own, as from Murano's client.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from muranopl.diagnostics.usage import UsageError

PREFIX = "MURANOPL_TOKEN_"
_URL_OF_MURANO, _OF_MURANO = "MURANO_URL", "OS_AUTH_TOKEN"


def variable_of(host: str) -> str:
    """Return the name of the environment variable with the token of a host."""
    return PREFIX + host.lower().replace("-", "__").replace(".", "_").replace(":", "_")


def token_for(host: str) -> str | None:
    """Return the token of a host, None without one. Raise UsageError for one that cannot be sent."""
    variable = variable_of(host)
    token = os.environ.get(variable, "").strip()
    if not token and host.lower() == _host_of_murano():
        variable = _OF_MURANO
        token = os.environ.get(variable, "").strip()
    if not token:
        return None
    if not (token.isascii() and token.isprintable()):
        raise UsageError(f"${variable} has characters that no token can have")
    return token


def _host_of_murano() -> str | None:
    """Return the host of the service that Murano's client uses."""
    try:
        return urlsplit(os.environ.get(_URL_OF_MURANO, "")).hostname
    except ValueError:
        return None
