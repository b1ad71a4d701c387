"""The service itself: whether it is well, what it counts, what it understands."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

import msgspec
from starlette.responses import Response

import muranopl
from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.metrics import CONTENT_TYPE
from muranopl.interfaces.server.http.operation import ApiCall, BodyContent, Operation, Reply, json_content
from muranopl.interfaces.server.media_types import JSON, TEXT


class CatalogHealth(msgspec.Struct):
    """Which state of the catalog is served."""

    state: str
    loaded_at: datetime.datetime
    seconds: Annotated[float, Doc(description="how long it took to load")]
    problem: Annotated[str | None, Doc(description="why the files of now cannot be loaded, where they cannot")]


class Health(msgspec.Struct):
    """How the service is: "degraded" where it serves a state of the catalog that is not that of its files."""

    status: Literal["ok", "degraded"]
    version: str
    catalog: CatalogHealth


async def health(call: ApiCall) -> Response:
    """Answer that the service runs, which state of the catalog it has, and why it has no newer one, if so."""
    state, problem = call.service.work.state, call.service.work.status.problem
    catalog = CatalogHealth(state.id, state.loaded_at, state.seconds, problem)
    found = Health("ok" if problem is None else "degraded", muranopl.__version__, catalog)
    return Response(msgspec.json.encode(found), media_type=JSON)


async def metrics(call: ApiCall) -> Response:
    """Answer with the numbers that Prometheus collects."""
    return Response(call.service.metrics.text(), media_type=CONTENT_TYPE)


async def openapi(call: ApiCall) -> Response:
    """Answer with this document."""
    return Response(call.service.openapi, media_type=JSON)


OPERATIONS = (
    Operation(
        "GET",
        "/healthz",
        "service",
        "Whether the service is well",
        health,
        (Reply(200, "it is", json_content(Health)),),
        guarded=False,
    ),
    Operation(
        "GET",
        "/metrics",
        "service",
        "Numbers for Prometheus",
        metrics,
        (Reply(200, "the numbers", (BodyContent(TEXT, {"type": "string"}),)),),
    ),
    Operation(
        "GET",
        "/openapi.json",
        "service",
        "The operations of this service",
        openapi,
        (Reply(200, "an OpenAPI document", json_content({"type": "object"})),),
        guarded=False,
    ),
)
