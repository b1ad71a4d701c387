"""Schemas of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from muranopl.interfaces.server.bodies import json_bytes
from muranopl.interfaces.server.tasks.failures import answering
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog


class WantedSchemas(NamedTuple):
    """Which schemas are wanted, as `muranopl.Catalog.schema` takes it."""

    name: str
    methods: tuple[str, ...] | None
    version: str
    package: str
    draft: str


@answering
def schemas(served: ServedCatalog, wanted: WantedSchemas) -> TaskAnswer:
    """Return the schemas of a class and its methods by name."""
    name, methods, version, package, draft = wanted
    return TaskAnswer(200, json_bytes(served.catalog.schema(name, methods, version, package, draft=draft)))
