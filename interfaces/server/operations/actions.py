"""Static methods and model builders, called as Murano's API does it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.http.negotiation import JSON
from muranopl.interfaces.server.http.operation import ApiCall, BodyContent, Operation, Reply, RequestBody
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.tasks.actions import WantedCall, run_static_method


class StaticAction(msgspec.Struct, rename="camel", frozen=True):
    """A call of a public static method, which may be a model builder. Other keys are ignored."""

    class_name: Annotated[str | None, Doc(description="the full name of the class; required")] = None
    method_name: Annotated[str | None, Doc(description="the name of the method; required")] = None
    package_name: Annotated[str | None, Doc(description="look in this package only")] = None
    class_version: Annotated[str | None, Doc(description="a specification of versions; as good as absent: =0")] = None
    parameters: Annotated[dict[str, Any] | None, Doc(description="arguments by name")] = None


async def static_action(call: ApiCall) -> Response:
    """Run a public static method or a model builder, within bounds, and answer with what it returns.

    Null is an empty body. What a model builder makes is rendered.
    """
    asked: StaticAction = call.body
    if not asked.class_name or not asked.method_name:
        raise ApiError(400, "Class name and method name must be specified for static action")
    wanted = WantedCall(
        asked.class_name,
        asked.method_name,
        asked.class_version or "=0",
        asked.package_name,
        asked.parameters or {},
    )
    return reply_of(await call.service.work.ask(run_static_method, wanted, client=call.client), call.request)


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
