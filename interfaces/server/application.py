"""The application: the operations of the service, wrapped in what all of them need."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

from muranopl.interfaces.server.bodies import json_bytes
from muranopl.interfaces.server.http.authentication import Tokens
from muranopl.interfaces.server.http.errors import answer_error
from muranopl.interfaces.server.http.metrics import Metrics
from muranopl.interfaces.server.http.openapi import openapi_document
from muranopl.interfaces.server.http.operation import Operation
from muranopl.interfaces.server.http.origins import OwnOrigins
from muranopl.interfaces.server.http.request_ids import HEADER, RequestIds
from muranopl.interfaces.server.http.request_limits import BODY_TIME
from muranopl.interfaces.server.http.routing import routes
from muranopl.interfaces.server.http.security_headers import SecurityHeaders
from muranopl.interfaces.server.http.service import Service
from muranopl.interfaces.server.operations import (
    actions,
    classes,
    explanations,
    graph,
    models,
    murano_catalog,
    packages,
    page,
    schemas,
    service,
    upload,
    validation,
)
from muranopl.interfaces.server.settings import ServiceSettings
from muranopl.interfaces.server.storing import remove_abandoned
from muranopl.interfaces.server.work.refusals import WorkError

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.work import CatalogWork

_GROUPS = (
    *(page, schemas, actions, models, validation),
    *(packages, classes, graph, explanations, murano_catalog, upload, service),
)
OPERATIONS: tuple[Operation, ...] = tuple(operation for group in _GROUPS for operation in group.OPERATIONS)


_NUMBERS = {
    "running": "Tasks that workers do now",
    "waiting": "Tasks that wait for a worker",
    "workers": "Worker processes",
    "states": "States of the catalog loaded since the start",
    "lost": "Workers that ended unexpectedly since the start",
    "overtime": "Tasks that took too long since the start",
}


def application(work: CatalogWork, settings: ServiceSettings) -> Starlette:
    """Return the application of a service. Raises UsageError for a token file that cannot be read."""
    metrics = Metrics()
    document = json_bytes(openapi_document(OPERATIONS, secured=settings.token_file is not None))
    served = Service(settings, work, metrics, Tokens(settings.token_file), document, asyncio.Lock())

    for name, meaning in _NUMBERS.items():
        metrics.gauge(f"work_{name}", meaning, functools.partial(_number, work, name))

    @contextlib.asynccontextmanager
    async def working(app: Starlette) -> AsyncIterator[None]:
        if settings.writable:
            await asyncio.to_thread(remove_abandoned, work.settings.paths[0])
        try:
            await work.start()
        except WorkError as error:
            app.state.problem = str(error)
            raise
        try:
            yield
        finally:
            await work.stop()  # a server has waited for what runs before it ends the lifespan

    made = Starlette(
        routes=routes(OPERATIONS, served),
        middleware=_middleware(settings, metrics),
        exception_handlers={HTTPException: answer_error, Exception: answer_error},
        lifespan=working,
    )
    made.router.redirect_slashes = False
    setattr(made.state, BODY_TIME, settings.body_time)
    made.state.drain = functools.partial(work.drain, settings.grace)
    return made


def _number(work: CatalogWork, name: str) -> float:
    """Return one of the numbers of the work."""
    return float(getattr(work.status, name))


def _middleware(settings: ServiceSettings, metrics: Metrics) -> list[Middleware]:
    """Return what requests go through, the outermost first."""
    cors = Middleware(
        CORSMiddleware,
        allow_origins=settings.origins,
        allow_methods=("GET", "POST"),
        allow_headers=("Authorization", "Content-Type", "X-Auth-Token"),
        expose_headers=(HEADER, "ETag", "Retry-After", "X-Catalog-State"),
    )
    return [
        Middleware(RequestIds, metrics),
        Middleware(SecurityHeaders),
        *([cors] if settings.origins else []),
        Middleware(OwnOrigins, settings.hosts, settings.origins),
    ]
