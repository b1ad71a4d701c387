"""The class graph of the catalog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muranopl.interfaces.server.bodies import json_bytes
from muranopl.interfaces.server.tasks.failures import answering
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog


@answering
def graph(served: ServedCatalog, classes: tuple[str, ...], packages: tuple[str, ...], everything: bool) -> TaskAnswer:
    """Return the class graph, as `muranopl graph --format json` writes it."""
    data = served.catalog.contents.graph_data(classes=classes, packages=packages, everything=everything)
    return TaskAnswer(200, json_bytes(data))
