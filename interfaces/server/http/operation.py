"""What an operation of the service is: declared once, for the route and for /openapi.json."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from muranopl.interfaces.server.http.service import Service
from muranopl.interfaces.server.media_types import JSON


class NoParameters(msgspec.Struct, frozen=True):
    """An operation takes nothing from its address."""


class BodyContent(NamedTuple):
    """What a body holds: the media type, and a type of msgspec or a JSON schema."""

    media: str
    type: Any


class Reply(NamedTuple):
    """One documented answer of an operation."""

    status: int
    description: str
    content: tuple[BodyContent, ...] = ()
    headers: Mapping[str, str] = {}
    """Names of headers, each with a description."""


class RequestBody(NamedTuple):
    """What a request has to send.

    A `type` of msgspec is what a worker decodes its JSON to, or its YAML where that is among `media`. Without one the
    operation reads the body by itself, and `schemas` say what is documented.
    """

    media: tuple[str, ...]
    type: Any = None
    schemas: Mapping[str, Any] = {}
    upload: bool = False
    """Whether it is bounded by the size of uploads rather than by that of other bodies."""


class ApiCall(NamedTuple):
    """A request to an operation, decoded."""

    request: Request
    service: Service
    parameters: Any
    """An instance of the operation's `parameters`."""
    body: Any
    """A RequestText, where a type of the body is declared."""
    client: str
    """Who asks: names a token where one is needed, else an address."""
    media: str
    """What the client prefers of the media types that the operation offers; empty where it offers none."""


Handler = Callable[[ApiCall], Awaitable[Response]]


class Operation(NamedTuple):
    """One operation.

    `path` is as Starlette has it; fields of `parameters`, a struct, that it names are taken from there, the others
    from the query. `group` is its heading in the documentation. `errors` are statuses that it answers with beside those
    that all have. Without `guarded` it needs no token. `works` tells that it waits for a worker.
    """

    method: str
    path: str
    group: str
    summary: str
    handler: Handler
    replies: tuple[Reply, ...]
    parameters: type[msgspec.Struct] = NoParameters
    body: RequestBody | None = None
    errors: Mapping[int, str] = {}
    also_v1: bool = False
    guarded: bool = True
    works: bool = False

    @property
    def offers(self) -> tuple[str, ...]:
        """The media types of what it answers with, none where it answers with nothing."""
        found = (content.media for reply in self.replies if reply.status < 400 for content in reply.content)
        return tuple(dict.fromkeys(found))

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths that it has."""
        return (self.path, f"/v1{self.path}") if self.also_v1 else (self.path,)


def json_content(type_: Any) -> tuple[BodyContent, ...]:
    """Return the content of a JSON body of a type."""
    return (BodyContent(JSON, type_),)
