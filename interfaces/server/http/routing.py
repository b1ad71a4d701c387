"""Routes requests to operations: reads their parameters and bodies, and runs them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from muranopl.interfaces.server.errors import NOT_FOUND, ApiError
from muranopl.interfaces.server.http.headers import OPERATION
from muranopl.interfaces.server.http.operation import ApiCall, Operation, Service
from muranopl.interfaces.server.http.replies import error_reply, event_reply, reply_of
from muranopl.interfaces.server.http.request_bodies import decode_json, read_text
from muranopl.interfaces.server.http.request_parameters import decode_parameters
from muranopl.interfaces.server.http.upload_bodies import read_upload
from muranopl.interfaces.server.media_types import EVENTS, JSON, preferred
from muranopl.interfaces.server.tasks import RequestText, run, run_with_upload
from muranopl.interfaces.server.uploaded_packages import UPLOAD, Upload

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def routes(operations: Sequence[Operation], service: Service) -> list[Route]:
    """Return a route for each path."""
    by_path: dict[str, list[Operation]] = {}
    for operation in operations:
        for path in operation.routed_paths:
            by_path.setdefault(path, []).append(operation)
    return [Route(path, PathEndpoint(path, group, service)) for path, group in by_path.items()]


class PathEndpoint:
    """The ASGI application of one path."""

    def __init__(self, path: str, operations: Iterable[Operation], service: Service) -> None:
        self._by_method = {operation.method: operation for operation in operations}
        self._is_murano = path.startswith("/v1/")
        self._service = service
        # Murano answers HEAD with 404, as it does any method that a route has not
        if "GET" in self._by_method and not self._is_murano:
            self._by_method.setdefault("HEAD", self._by_method["GET"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        request = Request(scope, receive)
        try:
            response = await self._answer(request)
        except Exception as error:  # every exception becomes a response
            response = error_reply(error)
        except asyncio.CancelledError:  # the server cancels requests at the end of its grace period
            response = error_reply(ApiError(503, "the service is shutting down"))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        operation = self._operation(request.method)
        # Metrics count operations: clients choose addresses, whose number has no bound
        request.scope[OPERATION] = f"{operation.method} {operation.path}"
        settings, work = self._service.settings, self._service.work
        client = self._service.tokens.client(request, needed=operation.needs_token)
        media = _media(request, operation)
        # A response as event stream has the same content as one without.
        values: dict[str, Any] = {"media": JSON if media == EVENTS else media}
        values["query"] = decode_parameters(request, operation.parameters)
        if operation.body is not None:
            read = read_upload if operation.body is Upload else read_text
            with work.receiving(client):
                values["body"] = await read(request, operation, settings)
        if isinstance(values.get("body"), RequestText) and not operation.is_task:
            values["body"] = decode_json(values["body"])
        arguments = [values[name] for name in operation.arguments]
        if not operation.is_task:
            call = ApiCall(request, self._service, client)
            response: Response = await operation.function(call, *arguments)
            return response
        task: tuple[Any, ...] = (run, operation.function, *arguments)
        # What GET returns is the same for all clients while the state of the catalog lasts.
        is_kept = operation.method == "GET"
        upload = request.headers.get(UPLOAD)
        if upload is not None and operation.of_uploads:
            kept = self._service.uploads.get(upload)
            task, is_kept = ((run_with_upload, kept, operation.function, *arguments), False)
        if media == EVENTS:
            return await event_reply(
                work.stream(*task, client=client, kept=is_kept), settings.grace
            )
        return reply_of(await work.ask(*task, client=client, kept=is_kept), request)

    def _operation(self, method: str) -> Operation:
        """Return the operation for an HTTP method. Raise ApiError."""
        operation = self._by_method.get(method)
        if operation is not None:
            return operation
        # Murano's own routes respond with 404 to the methods that it has anywhere
        if self._is_murano and method in _METHODS:
            raise ApiError(404, NOT_FOUND)
        allowed = ", ".join(self._by_method)
        raise ApiError(405, f"method not allowed: use {allowed}", headers={"Allow": allowed})


def _media(request: Request, operation: Operation) -> str:
    """Return the media type of the response. Raise ApiError if no offered one is acceptable."""
    media = preferred(request, operation.offers)
    if media is None:
        raise ApiError(406, f"not acceptable: the response is {' or '.join(operation.offers)}")
    return media
