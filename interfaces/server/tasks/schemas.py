"""Schemas of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import muranopl
from muranopl.interfaces.server.bodies import error_bytes, json_bytes
from muranopl.interfaces.server.work.messages import Answer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog


class WantedSchemas(NamedTuple):
    """Which schemas are wanted, as `muranopl.Catalog.schema` takes it."""

    name: str
    methods: tuple[str, ...] | None
    version: str
    package: str
    draft: str


def schemas(served: ServedCatalog, wanted: WantedSchemas) -> Answer:
    """Return the schemas of a class and its methods by name."""
    name, methods, version, package, draft = wanted
    try:
        made = served.catalog.schema(name, methods, version, package, draft=draft)
    except muranopl.UsageError as error:
        return Answer(400, error_bytes(400, error.problem))
    except muranopl.ResolutionError as error:
        return Answer(404, error_bytes(404, str(error), error.diagnostics))
    missing = [each for each in methods or () if each not in made]
    if missing:
        listed = ", ".join(f'"{each}"' for each in missing)
        return Answer(404, error_bytes(404, f"class {name} has no model builder or public action {listed}"))
    return Answer(200, json_bytes(made))
