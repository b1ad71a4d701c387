"""Tokens of hosts, which are in the environment and never in files or reports.

`MURANOPL_TOKEN_example_com` is that of `example.com`: `.` is written as `_`, and `-` as `__`.
"""

from __future__ import annotations

import os

from muranopl.diagnostics.usage import UsageError

PREFIX = "MURANOPL_TOKEN_"


def variable_of(host: str) -> str:
    """Return the name of the environment variable with the token of a host."""
    return PREFIX + host.lower().replace("-", "__").replace(".", "_").replace(":", "_")


def token_for(host: str) -> str | None:
    """Return the token of a host, None without one. Raise UsageError for one that cannot be sent."""
    variable = variable_of(host)
    token = os.environ.get(variable, "").strip()
    if not token:
        return None
    if not (token.isascii() and token.isprintable()):
        raise UsageError(f"${variable} has characters that no token can have")
    return token
