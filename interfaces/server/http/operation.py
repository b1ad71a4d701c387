"""Operations of the service, each declared by one function: its signature says what it takes and returns.

    GROUP = OperationGroup("classes")

    @GROUP.operation("GET", "/classes/{name}", errors={404: "no such class"})
    def class_details(served: ServedCatalog, query: OneClass) -> ClassDetails:
        \"\"\"Return one class, complete.\"\"\"

`query` has the parameters of the path and the query, `body` the decoded body of the request,
`media` is what the client prefers of the media types of the answer; a function takes those of them
that it needs. A plain function runs in a worker, a coroutine function in the process that speaks
HTTP: it has an `ApiCall` in place of the catalog and returns a Response. The route, the checks of
what is sent, and /openapi.json are made from the declaration.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from muranopl.interfaces.server.media_types import JSON

if TYPE_CHECKING:  # workers, which import operations, need none of it
    import asyncio

    from starlette.requests import Request

    from muranopl.interfaces.server.http.authentication import Tokens
    from muranopl.interfaces.server.http.metrics import Metrics
    from muranopl.interfaces.server.settings import ServiceSettings
    from muranopl.interfaces.server.work.work import CatalogWork

Content = Mapping[str, Any]
"""What a body may be: types of msgspec by media type."""
Function = TypeVar("Function", bound=Callable[..., Any])


class Service(NamedTuple):
    """What all requests to a running service share."""

    settings: ServiceSettings
    work: CatalogWork
    metrics: Metrics
    tokens: Tokens
    openapi: bytes
    """The document /openapi.json."""
    storing: asyncio.Lock
    """Held while a package is stored and loaded: the next one has to fit to it."""


class ApiCall(NamedTuple):
    """A request to an operation of the process that speaks HTTP. `client` is a token's digest or an address."""

    request: Request
    service: Service
    client: str


class NoParameters(msgspec.Struct, frozen=True):
    """An operation takes nothing from its address."""


class Operation(NamedTuple):
    """One operation.

    `arguments` says which of `query`, `body` and `media` the function takes, `is_task` that it runs
    in a worker. `path` is as Starlette has it; those fields of `parameters` that it names are taken
    from there, the others from the query. `takes` are the forms of the body of a request; `body` is
    the type that it is decoded to, None where the function reads the body itself. `replies` are the
    forms of answers by status, `errors` the statuses beside those that all operations have. Without
    `guarded` it needs no token. With `works` it waits for a worker.
    """

    function: Callable[..., Any]
    arguments: tuple[str, ...]
    is_task: bool
    method: str
    path: str
    group: str
    parameters: type[msgspec.Struct]
    takes: Content
    body: Any
    replies: Mapping[int, Content]
    errors: Mapping[int, str]
    also_v1: bool
    guarded: bool
    works: bool

    @property
    def offers(self) -> tuple[str, ...]:
        """The media types of its answers, none where it answers with nothing."""
        return tuple(media for content in self.replies.values() for media in content)

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths that it has."""
        return (self.path, f"/v1{self.path}") if self.also_v1 else (self.path,)


class OperationGroup:
    """The operations under one heading of the documentation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.operations: list[Operation] = []

    def operation(
        self,
        method: str,
        path: str,
        *,
        replies: Content | None = None,
        choices: Content | None = None,
        takes: Content | tuple[str, ...] = (JSON,),
        errors: Mapping[int, str] | None = None,
        also_v1: bool = False,
        guarded: bool = True,
        works: bool = False,
    ) -> Callable[[Function], Function]:
        """Declare an operation by its function.

        `replies` are the forms of an answer with status 200, without them what the function
        returns, as JSON; `choices` those with status 300. `takes` are the media types of a `body`,
        or the forms of what the function reads itself.
        """

        def declare(function: Function) -> Function:
            hints = typing.get_type_hints(function, include_extras=True)
            body = hints.get("body")
            is_task = not inspect.iscoroutinefunction(function)
            self.operations.append(
                Operation(
                    function=function,
                    arguments=tuple(inspect.signature(function).parameters)[1:],
                    is_task=is_task,
                    method=method,
                    path=path,
                    group=self.name,
                    parameters=hints.get("query", NoParameters),
                    takes=_request_content(takes, body),
                    body=body,
                    replies={
                        200: replies or {JSON: hints["return"]},
                        **({300: choices} if choices else {}),
                    },
                    errors=errors or {},
                    also_v1=also_v1,
                    guarded=guarded,
                    works=is_task or works,
                )
            )
            return function

        return declare


def _request_content(takes: Content | tuple[str, ...], body: Any) -> Content:
    """Return the forms of the body of a request, none where it has no body."""
    if not isinstance(takes, tuple):
        return takes
    return {} if body is None else dict.fromkeys(takes, body)
