"""The class graph."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.operation import ApiCall, Operation, Reply, json_content
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.tasks import graph as tasks


class GraphQuery(msgspec.Struct, frozen=True):
    """What of the graph is wanted; without anything it is that of the served packages."""

    classes: Annotated[list[str], Doc(description="full names, or ends of them that only one has")] = msgspec.field(
        default_factory=list, name="class"
    )
    packages: Annotated[list[str], Doc(description="full names, or ends of them that only one has")] = msgspec.field(
        default_factory=list, name="package"
    )
    all: Annotated[bool, Doc(description="all that was read, libraries too")] = False


class ClassGraph(msgspec.Struct):
    """Packages, and their classes with all that these inherit from, complete."""

    muranopl: dict[str, Any]
    packages: list[dict[str, Any]]
    classes: list[dict[str, Any]]


async def graph(call: ApiCall) -> Response:
    """Answer with the class graph, as `muranopl graph --format json` writes it; its schema comes with muranopl."""
    asked: GraphQuery = call.parameters
    arguments = (tuple(asked.classes), tuple(asked.packages), asked.all)
    answer = await call.service.work.ask(tasks.graph, *arguments, client=call.client, kept=True)
    return reply_of(answer, call.request)


OPERATIONS = (
    Operation(
        "GET",
        "/graph",
        "classes",
        "The class graph",
        graph,
        (Reply(200, "the graph", json_content(ClassGraph), STATE_HEADERS),),
        GraphQuery,
        works=True,
    ),
)
