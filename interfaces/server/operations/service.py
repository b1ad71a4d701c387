"""The service itself: health, metrics and API description."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

import muranopl
from muranopl.interfaces.server.http.metrics import CONTENT_TYPE
from muranopl.interfaces.server.http.operation import ApiCall, OperationGroup
from muranopl.interfaces.server.media_types import JSON, TEXT
from muranopl.interfaces.server.response_bodies import doc

GROUP = OperationGroup("service")


class CatalogHealth(msgspec.Struct):
    """The served state of the catalog."""

    state: str
    loaded_at: datetime.datetime
    seconds: Annotated[float, doc("duration of loading")]
    problem: Annotated[
        str | None, doc("why the current files cannot be loaded; null if they are loaded")
    ]


class Health(msgspec.Struct):
    """The health of the service; "degraded" means that the current files cannot be loaded."""

    status: Literal["ok", "degraded"]
    version: str
    catalog: CatalogHealth
    max_upload: Annotated[int, doc("the maximum size of an uploaded package, in bytes")]


@GROUP.operation("GET", "/healthz", replies={JSON: Health}, needs_token=False)
async def health(call: ApiCall) -> Response:
    """Return the health of the service and the state of the catalog."""
    # Without a token, as those who watch over services have none.
    state, problem = call.service.work.state, call.service.work.status.problem
    catalog = CatalogHealth(state.id, state.loaded_at, state.seconds, problem)
    status: Literal["ok", "degraded"] = "ok" if problem is None else "degraded"
    health = Health(status, muranopl.__version__, catalog, call.service.settings.max_upload)
    return Response(msgspec.json.encode(health), media_type=JSON)


@GROUP.operation("GET", "/metrics", replies={TEXT: str})
async def metrics(call: ApiCall) -> Response:
    """Return metrics for Prometheus."""
    return Response(call.service.metrics.text(), media_type=CONTENT_TYPE)


@GROUP.operation("GET", "/openapi.json", replies={JSON: dict[str, Any]}, needs_token=False)
async def openapi(call: ApiCall) -> Response:
    """Return this document."""
    return Response(call.service.openapi, media_type=JSON)
