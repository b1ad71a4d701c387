"""Static methods and model builders, called as Murano's API does it."""

from __future__ import annotations

from starlette.responses import Response

from muranopl.interfaces.server.http.operation import ApiCall, BodyContent, Operation, Reply, RequestBody
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.tasks.actions import StaticAction, run_static_method


async def static_action(call: ApiCall) -> Response:
    """Run a public static method or a model builder, within bounds, and answer with what it returns.

    Null is an empty body. What a model builder makes is rendered.
    """
    return reply_of(await call.service.work.ask(run_static_method, call.body, client=call.client), call.request)


OPERATIONS = (
    Operation(
        "POST",
        "/actions",
        "actions",
        "Call a public static method or a model builder",
        static_action,
        (Reply(200, "what it returns; an empty body for null", (BodyContent(JSON, {}),), STATE_HEADERS),),
        body=RequestBody((JSON,), StaticAction),
        errors={
            400: "the body, an argument or the version is not as it has to be, or the class does not load",
            404: "no such package, class, version, public method or argument",
            503: "the method threw an exception, or cannot be run here; or the service is busy",
        },
        also_v1=True,
        works=True,
    ),
)
