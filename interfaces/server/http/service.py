"""What the operations of a running service share."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from muranopl.interfaces.server.http.authentication import Tokens
from muranopl.interfaces.server.http.metrics import Metrics
from muranopl.interfaces.server.settings import ServiceSettings
from muranopl.interfaces.server.work.work import CatalogWork


class Service(NamedTuple):
    """What handlers are given."""

    settings: ServiceSettings
    work: CatalogWork
    metrics: Metrics
    tokens: Tokens
    openapi: bytes
    """The document /openapi.json."""
    storing: asyncio.Lock
    """Held while a package is stored and loaded: the next one has to fit to it."""
