"""The ASGI application: the operations of the service and the middleware that all of them need."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware

from muranopl.interfaces.server.http.authentication import Tokens
from muranopl.interfaces.server.http.headers import REQUEST_ID, Headers
from muranopl.interfaces.server.http.metrics import Metrics
from muranopl.interfaces.server.http.openapi import openapi_document
from muranopl.interfaces.server.http.operation import Operation, Service
from muranopl.interfaces.server.http.origins import OwnOrigins
from muranopl.interfaces.server.http.replies import STATE, answer_error
from muranopl.interfaces.server.http.request_bodies import PlainFraming
from muranopl.interfaces.server.http.routing import routes
from muranopl.interfaces.server.operations import (
    actions,
    classes,
    comparing,
    editor,
    editor_changes,
    explanations,
    models,
    murano_upload,
    packages,
    page,
    schemas,
    search,
    service,
    temporary_uploads,
    validation,
)
from muranopl.interfaces.server.response_bodies import json_bytes
from muranopl.interfaces.server.settings import (
    CatalogSettings,
    ServiceSettings,
    WorkLimits,
    require_valid,
)
from muranopl.interfaces.server.storing import remove_abandoned
from muranopl.interfaces.server.uploaded_packages import UPLOAD, UploadedPackages
from muranopl.interfaces.server.work.messages import WorkError
from muranopl.interfaces.server.work.work import CatalogWork

_MODULES = (
    page,
    schemas,
    actions,
    models,
    validation,
    packages,
    classes,
    comparing,
    editor,
    editor_changes,
    explanations,
    search,
    temporary_uploads,
    murano_upload,
    service,
)
OPERATIONS: tuple[Operation, ...] = tuple(
    operation for module in _MODULES for operation in module.GROUP.operations
)


_COMPRESSED = 1024
"""Size in bytes from which on a body is compressed, for clients that accept it."""
_LEVEL = 5
"""Level of compression: higher ones take twice the time for a twentieth of the size."""


def application(
    catalog: CatalogSettings, settings: ServiceSettings, limits: WorkLimits
) -> Starlette:
    """Return the ASGI application. Raise UsageError for settings with which it cannot run."""
    require_valid(catalog, settings, limits)
    work = CatalogWork(catalog, limits)
    metrics = Metrics(work)
    document = json_bytes(openapi_document(OPERATIONS, secured=settings.token_file is not None))
    shared = Service(
        settings,
        work,
        metrics,
        Tokens(settings.token_file),
        UploadedPackages(),
        document,
        asyncio.Lock(),
    )

    @contextlib.asynccontextmanager
    async def working(app: Starlette) -> AsyncIterator[None]:
        page.log_missing()
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
            await work.stop()  # the server ends the lifespan after running requests

    app = Starlette(
        routes=routes(OPERATIONS, shared),
        middleware=_middleware(settings, metrics),
        exception_handlers={HTTPException: answer_error, Exception: answer_error},
        lifespan=working,
    )
    # Murano answers 404 for a trailing slash, where Starlette would redirect
    app.router.redirect_slashes = False
    app.state.drain = functools.partial(work.drain, settings.grace)
    return app


def _middleware(settings: ServiceSettings, metrics: Metrics) -> list[Middleware]:
    """Return the middleware, outermost first."""
    cors = Middleware(
        CORSMiddleware,
        allow_origins=settings.origins,
        allow_methods=("GET", "POST", "PATCH", "DELETE"),
        allow_headers=("Authorization", "Content-Type", "X-Auth-Token", UPLOAD),
        expose_headers=(REQUEST_ID, "ETag", "Retry-After", STATE),
    )
    # Headers is the outermost, so that refusals of the others have ids and are logged
    return [
        Middleware(Headers, metrics),
        *([cors] if settings.origins else []),
        Middleware(OwnOrigins, settings.hosts, settings.origins),
        Middleware(PlainFraming),
        Middleware(GZipMiddleware, _COMPRESSED, _LEVEL),
    ]
