"""Errors of the service: raised anywhere, answered in one form."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.server.bodies import error_bytes
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.work.refusals import ClientBusyError, WorkError

_LOGGER = logging.getLogger("muranopl.server")
NOT_FOUND = "there is nothing at this address"


class ApiError(Exception):
    """The request is answered with an error."""

    def __init__(
        self,
        status: int,
        message: str,
        diagnostics: Sequence[Diagnostic] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.diagnostics = diagnostics
        self.headers = headers


def error_response(
    status: int, message: str, diagnostics: Sequence[Diagnostic] = (), headers: Mapping[str, str] | None = None
) -> Response:
    """Return the answer to a request that fails."""
    return Response(error_bytes(status, message, diagnostics), status, headers, JSON)


def response_of(error: Exception) -> Response:
    """Return the answer that an exception stands for."""
    match error:
        case ApiError():
            return error_response(error.status, str(error), error.diagnostics, error.headers)
        case UsageError():
            return error_response(400, error.problem)
        case ClientBusyError():
            return error_response(429, str(error), headers=_retry(error))
        case WorkError():
            return error_response(503, str(error), headers=_retry(error))
        case HTTPException(status_code=404):
            return error_response(404, NOT_FOUND)
        case HTTPException():
            return error_response(error.status_code, error.detail, headers=error.headers)
    _LOGGER.error("a request failed", exc_info=error)
    return error_response(500, "muranopl itself failed, which is a bug; its log says more")


def _retry(error: WorkError) -> dict[str, str] | None:
    return None if error.retry_after is None else {"Retry-After": str(error.retry_after)}


async def answer_error(_: Request, error: Exception) -> Response:
    """Answer a request that raised an exception, for Starlette's table of handlers."""
    return response_of(error)
