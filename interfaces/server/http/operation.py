'''Operations of the service; the signature of a function declares its parameters and response.

    GROUP = OperationGroup("classes")

    @GROUP.operation("GET", "/classes/{name}", errors={404: "no such class"})
    def class_details(served: ServedCatalog, query: OneClass) -> ClassDetails:
        """Return one class, complete."""

`query` has the path and query parameters, `body` the decoded body of the request, `media` the
negotiated media type of the response; all are optional. A plain function runs in a worker. A
coroutine function runs in the HTTP process: it takes an `ApiCall` in place of the catalog, a body
of JSON only, and returns a Response. Routes, validation and /openapi.json are derived from the declaration.
'''

from __future__ import annotations

import inspect
import typing
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.tasks import run

if TYPE_CHECKING:  # workers import operations, but not Starlette
    import asyncio

    from starlette.requests import Request

    from muranopl.interfaces.server.http.authentication import Tokens
    from muranopl.interfaces.server.http.metrics import Metrics
    from muranopl.interfaces.server.settings import ServiceSettings
    from muranopl.interfaces.server.uploaded_packages import UploadedPackages
    from muranopl.interfaces.server.work.messages import TaskAnswer
    from muranopl.interfaces.server.work.work import CatalogWork

Content = Mapping[str, Any]
"""The forms of a body: types of msgspec by media type, or a tuple of those that it may have."""
Function = TypeVar("Function", bound=Callable[..., Any])


class Service(NamedTuple):
    """The objects that all requests to a running service share."""

    settings: ServiceSettings
    work: CatalogWork
    metrics: Metrics
    tokens: Tokens
    uploads: UploadedPackages
    openapi: bytes
    """The content of /openapi.json."""
    storing: asyncio.Lock
    """Held while a package is stored and loaded, as the next package must be compatible with it."""


class ApiCall(NamedTuple):
    """A request to a coroutine operation; `client` is the digest of a token or an address."""

    request: Request
    service: Service
    client: str

    def ask(
        self, function: Callable[..., Any], *arguments: Any, counted: bool = True
    ) -> Awaitable[TaskAnswer]:
        """Ask a worker for the result of a function of the catalog; see `CatalogWork.ask`."""
        work = self.service.work
        return work.ask(run, function, *arguments, client=self.client, counted=counted)


class NoParameters(msgspec.Struct, frozen=True):
    """An operation takes nothing from its address."""


class Operation(NamedTuple):
    """The declaration of an operation.

    `arguments` lists which of `query`, `body` and `media` the function takes; `is_task` means that
    it runs in a worker. `path` is a path of Starlette; the fields of `parameters` that it names are
    path parameters, the others query parameters. `takes` are the forms of the request body. `body`
    is the type that it is decoded to, None if the function reads the body itself. `replies` are the
    forms of responses by status, `errors` the statuses beside those of all operations. `needs_token`
    requires a token; `needs_worker` waits for a worker.
    """

    function: Callable[..., Any]
    arguments: tuple[str, ...]
    is_task: bool
    method: str
    path: str
    group: OperationGroup
    parameters: type[msgspec.Struct]
    takes: Content
    body: Any
    replies: Mapping[int, Content]
    errors: Mapping[int, str]
    needs_token: bool
    needs_worker: bool

    @property
    def of_uploads(self) -> bool:
        """Whether a request may be about a package that was uploaded."""
        return self.group.of_uploads and self.is_task

    @property
    def offers(self) -> tuple[str, ...]:
        """The media types of its responses, empty for a response without body."""
        return tuple(media for content in self.replies.values() for media in content)

    @property
    def paths(self) -> tuple[str, ...]:
        """All its documented paths."""
        return (self.path, f"/v1{self.path}") if self.group.also_v1 else (self.path,)

    @property
    def routed_paths(self) -> tuple[str, ...]:
        """All its paths: a last part that is a parameter with a default may be empty as well."""
        last = self.path.rpartition("/")[2]
        optional = {
            f"{{{field.encode_name}}}"
            for field in msgspec.structs.fields(self.parameters)
            if not field.required
        }
        if last not in optional:
            return self.paths
        return (*self.paths, *(path.removesuffix(last) for path in self.paths))


class OperationGroup(msgspec.Struct):
    """The operations under one heading of the documentation.

    `errors` are those of all of them. `of_uploads` means that requests may be about a package that
    was uploaded, in addition to those that are served, `also_v1` that their paths are also below /v1.
    """

    name: str
    errors: Mapping[int, str] = {}
    of_uploads: bool = False
    also_v1: bool = False
    operations: list[Operation] = []

    def operation(
        self,
        method: str,
        path: str,
        *,
        replies: Content | None = None,
        choices: Content | None = None,
        takes: Content | tuple[str, ...] = (JSON,),
        errors: Mapping[int, str] | None = None,
        needs_token: bool = True,
        needs_worker: bool = False,
    ) -> Callable[[Function], Function]:
        """Return a decorator that declares an operation.

        `replies` are the forms of a response with status 200, by default the return type as JSON;
        `choices` those with status 300. `takes` are the media types of a `body`, or the forms of a
        body that the function reads itself.
        """

        def declare(function: Function) -> Function:
            # With the annotations, which have the descriptions and constraints of parameters.
            hints = typing.get_type_hints(function, include_extras=True)
            body = hints.get("body")
            contents: dict[int, Content] = {200: replies or {JSON: hints["return"]}}
            if choices:
                contents[300] = choices
            is_task = not inspect.iscoroutinefunction(function)
            self.operations.append(
                Operation(
                    function=function,
                    arguments=tuple(inspect.signature(function).parameters)[1:],
                    is_task=is_task,
                    method=method,
                    path=path,
                    group=self,
                    parameters=hints.get("query", NoParameters),
                    takes=_request_content(takes, body),
                    body=body,
                    replies=contents,
                    errors={**self.errors, **(errors or {})},
                    needs_token=needs_token,
                    needs_worker=is_task or needs_worker,
                )
            )
            return function

        return declare


def _request_content(takes: Content | tuple[str, ...], body: Any) -> Content:
    """Return the forms of the request body, empty if there is no body."""
    if not isinstance(takes, tuple):
        return takes
    return {} if body is None else dict.fromkeys(takes, body)
