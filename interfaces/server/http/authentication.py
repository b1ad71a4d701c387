"""Authentication of clients by tokens."""

from __future__ import annotations

import hashlib
import logging
import os

from starlette.requests import Request

from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.errors import ApiError

_LOGGER = logging.getLogger("muranopl.server")
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="muranopl"'}


class Tokens:
    """The tokens of a file, one per line, reloaded when it changes; no file allows everyone.

    Only digests of tokens are kept: how long it takes to look for one says nothing about tokens.
    """

    def __init__(self, path: str | None) -> None:
        self._path = path
        self._signature: tuple[int, ...] | None = None
        self._digests: frozenset[str] = frozenset()
        if path is not None:
            try:
                self._read(path)
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(
                    f'the token file "{visible(path)}" cannot be read: {_why(error)}'
                ) from None
            if not self._digests:
                raise UsageError(
                    f'the token file "{visible(path)}" has no tokens: write one per line'
                )

    def client(self, request: Request, *, needed: bool) -> str:
        """Return the client: the digest of its token, or its address.

        Raise ApiError if a token is `needed` and is missing or invalid.
        """
        address = request.client.host if request.client is not None else ""
        if self._path is None:
            return address
        token = _token(request)
        if token:
            self._refresh(self._path)
            digest = _digest(token)
            if digest in self._digests:
                return digest
        if needed:
            missing = "a token is required: send the header X-Auth-Token, or Authorization: Bearer"
            raise ApiError(401, "invalid token" if token else missing, headers=_CHALLENGE)
        return address

    def _refresh(self, path: str) -> None:
        """Reload the file if it changed; keep the previous tokens while it cannot be read."""
        try:
            if _signature(path) != self._signature:
                self._read(path)
        except (OSError, UnicodeDecodeError) as error:
            # Only the first failure is logged, not one for every request
            if self._signature is not None:
                _LOGGER.warning('the token file "%s" cannot be read: %s', path, _why(error))
            self._signature = None

    def _read(self, path: str) -> None:
        # The signature is older than the content: a change in between is read the next time
        signature = _signature(path)
        # The mark with which some editors begin UTF-8 files is not part of the first token
        with open(path, encoding="utf-8-sig") as file:
            lines = [line.strip() for line in file]
        tokens = [line.encode() for line in lines if line and not line.startswith("#")]
        self._digests = frozenset(map(_digest, tokens))
        self._signature = signature


def _digest(token: bytes) -> str:
    return hashlib.blake2b(token).hexdigest()


def _signature(path: str) -> tuple[int, ...]:
    status = os.stat(path)
    return status.st_mtime_ns, status.st_size, status.st_ino


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or "it is not UTF-8"


def _token(request: Request) -> bytes:
    """Return the token of a request, from Keystone's header or the Authorization header; or b""."""
    token = request.headers.get("x-auth-token")
    if token is None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return b""
    # Starlette decodes headers as Latin-1, so these are the bytes that the client sent
    return token.strip().encode("latin-1", "replace")
