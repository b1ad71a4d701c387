"""Exceptions of the service, with the common form of error responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.interfaces.server.response_bodies import json_bytes, shown_diagnostics

NOT_FOUND = "this path does not exist"


class ApiError(Exception):
    """An error response; `diagnostics` explain the error."""

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

    @property
    def body(self) -> bytes:
        """The body of the response."""
        error = {
            "code": self.status,
            "title": HTTPStatus(self.status).phrase,
            "message": str(self),
            "diagnostics": shown_diagnostics(self.diagnostics),
        }
        # Murano's client takes every value at the top for an object, and crashes on others
        return json_bytes({"error": error})
