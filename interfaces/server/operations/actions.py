"""Static methods and model builders, called as in Murano's API."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

import muranopl
from muranopl.diagnostics.reasons import Reason
from muranopl.interfaces.server.bodies import Doc, json_bytes
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.tasks import MOST_DIAGNOSTICS
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog

GROUP = OperationGroup("actions")

# Any other reason means that the method failed: 503, as in Murano.
_STATUSES = {
    Reason.UNKNOWN_PACKAGE: 404,
    Reason.UNKNOWN_CLASS: 404,
    Reason.UNKNOWN_VERSION: 404,
    Reason.UNKNOWN_METHOD: 404,
    Reason.NOT_PUBLIC: 404,
    Reason.UNKNOWN_ARGUMENT: 404,
    Reason.BAD_INPUT: 400,
    Reason.CONTRACT_VIOLATION: 400,
    Reason.INSTANCE_METHOD: 400,
    Reason.AMBIGUOUS_METHOD: 400,
    Reason.CLASS_NOT_LOADED: 400,
}


class StaticAction(msgspec.Struct, rename="camel", frozen=True):
    """A call of a public static method, which may be a model builder. Other keys are ignored."""

    class_name: Annotated[str | None, Doc(description="the full name of the class; required")] = (
        None
    )
    method_name: Annotated[str | None, Doc(description="the name of the method; required")] = None
    package_name: Annotated[str | None, Doc(description="look in this package only")] = None
    class_version: Annotated[
        str | None, Doc(description="a specification of versions; as good as absent: =0")
    ] = None
    parameters: Annotated[dict[str, Any] | None, Doc(description="arguments by name")] = None


@GROUP.operation(
    "POST",
    "/actions",
    replies={JSON: Any},
    errors={
        400: "the body, an argument or the version is not as it has to be, or the class does not load",
        404: "no such package, class, version, public method or argument",
        503: "the method threw an exception, or cannot be run here; or the service is busy",
    },
    also_v1=True,
)
def static_action(served: ServedCatalog, body: StaticAction) -> TaskAnswer:
    """Call a public static method or a model builder.

    It is run within bounds. The answer is what it returns, and empty for null; what a model builder
    makes is rendered.
    """
    if not body.class_name or not body.method_name:
        raise ApiError(400, "Class name and method name must be specified for static action")
    result = served.catalog.call(
        body.class_name,
        body.method_name,
        body.parameters or {},
        version=body.class_version or "=0",
        package=body.package_name,
        class_configs=served.class_configs(),
    )
    if result.reason is None:
        return TaskAnswer(200, b"" if result.value is None else json_bytes(result.value))
    errors = [
        diagnostic
        for diagnostic in result.diagnostics
        if diagnostic.severity is muranopl.Severity.ERROR
    ]
    message = "\n".join(error.message for error in errors)
    raise ApiError(
        _STATUSES.get(result.reason, 503), message, result.diagnostics[:MOST_DIAGNOSTICS]
    )
