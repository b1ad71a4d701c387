"""Routes: each path leads to its operations."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from muranopl.interfaces.server.http.decoding import body_text, decode_parameters
from muranopl.interfaces.server.http.errors import NOT_FOUND, ApiError, error_response, response_of
from muranopl.interfaces.server.http.negotiation import preferred
from muranopl.interfaces.server.http.operation import ApiCall, Operation
from muranopl.interfaces.server.http.request_ids import OPERATION
from muranopl.interfaces.server.http.service import Service


def routes(operations: Sequence[Operation], service: Service) -> list[Route]:
    """Return a route for each path."""
    by_path: dict[str, list[Operation]] = {}
    for operation in operations:
        for path in operation.paths:
            by_path.setdefault(path, []).append(operation)
    return [Route(path, PathEndpoint(path, found, service)) for path, found in by_path.items()]


class PathEndpoint:
    """Answers the requests to one path."""

    def __init__(self, path: str, operations: Iterable[Operation], service: Service) -> None:
        self._by_method = {each.method: each for each in operations}
        self._murano = path.startswith("/v1/")
        self._service = service
        if "GET" in self._by_method and not self._murano:
            self._by_method.setdefault("HEAD", self._by_method["GET"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        operation = self._by_method.get(request.method)
        if operation is None:
            response = self._no_method()
        else:
            scope[OPERATION] = f"{operation.method} {operation.path}"
            try:
                response = await self._answer(request, operation)
            except Exception as error:  # whatever happens has an answer
                response = response_of(error)
            except asyncio.CancelledError:  # the time is over that a server gives to what runs when it ends
                response = error_response(503, "the service ends")
        await response(scope, receive, send)

    async def _answer(self, request: Request, operation: Operation) -> Response:
        service = self._service
        client = service.tokens.client(request, needed=operation.guarded)
        media = preferred(request.headers.get("accept"), operation.offers) if operation.offers else ""
        if media is None:
            raise ApiError(406, f"this address answers with {' or '.join(operation.offers)}")
        parameters = decode_parameters(request, operation.parameters)
        body = None
        if operation.body is not None and operation.body.type is not None:
            with service.work.receiving(client):
                body = await body_text(request, operation.body, service.settings.max_body)
        return await operation.handler(ApiCall(request, service, parameters, body, client, media))

    def _no_method(self) -> Response:
        """Return the answer to a method that the path has not; Murano's own routes say that there is nothing."""
        if self._murano:
            return error_response(404, NOT_FOUND)
        allowed = ", ".join(self._by_method)
        return error_response(405, f"this address takes {allowed}", headers={"Allow": allowed})
