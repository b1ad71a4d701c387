"""Authentication of clients by tokens."""

from __future__ import annotations

import hashlib
import hmac
import logging
import os

from starlette.requests import Request

from muranopl.diagnostics.formats.visible import visible
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.server.errors import ApiError

_LOGGER = logging.getLogger("muranopl.server")
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="muranopl"'}


class Tokens:
    """The tokens of a file, one per line, reloaded when it changes; no file allows everyone."""

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._signature: tuple[int, ...] | None = None
        self._tokens: tuple[bytes, ...] = ()
        if path is not None:
            try:
                self._read(path)
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(
                    f'the token file "{visible(path)}" cannot be read: {_why(error)}'
                ) from None
            if not self._tokens:
                raise UsageError(f'the token file "{visible(path)}" has no token: write one a line')

    def client(self, request: Request, *, needed: bool) -> str:
        """Return the client: the digest of its token, or its address.

        Raise ApiError if a token is `needed` and is missing or invalid.
        """
        address = request.client.host if request.client is not None else ""
        if self._path is None:
            return address
        given = _given(request)
        if given is not None and self._knows(given):
            return hashlib.blake2b(given, digest_size=8).hexdigest()
        if needed:
            message = (
                "a token is needed: X-Auth-Token, or Authorization: Bearer"
                if given is None
                else "unknown token"
            )
            raise ApiError(401, message, headers=_CHALLENGE)
        return address

    def _knows(self, given: bytes) -> bool:
        """Return whether a token is valid; the time taken does not depend on matching prefixes."""
        self._refresh()
        result = False
        for token in self._tokens:
            result |= hmac.compare_digest(token, given)
        return result

    def _refresh(self) -> None:
        """Reload the file if it changed; keep the previous tokens while it cannot be read."""
        assert self._path is not None  # noqa: S101 - who asks knows
        try:
            if _signature(self._path) != self._signature:
                self._read(self._path)
        except (OSError, UnicodeDecodeError) as error:
            if self._signature is not None:
                _LOGGER.warning('the token file "%s" cannot be read: %s', self._path, _why(error))
            self._signature = None

    def _read(self, path: str) -> None:
        signature = _signature(path)
        with open(path, encoding="utf-8-sig") as file:
            lines = [line.strip() for line in file]
        self._tokens = tuple(line.encode() for line in lines if line and not line.startswith("#"))
        self._signature = signature


def _signature(path: str) -> tuple[int, ...]:
    result = os.stat(path)
    return result.st_mtime_ns, result.st_size, result.st_ino


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or "it is not UTF-8"


def _given(request: Request) -> bytes | None:
    """Return the token of a request, from Keystone's header or the Authorization header."""
    token = request.headers.get("x-auth-token")
    if token is None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
    return token.strip().encode("latin-1", "replace") or None
