"""Static methods and model builders, run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

import muranopl
from muranopl.interfaces.server.bodies import Doc, json_bytes
from muranopl.interfaces.server.request_bodies import RequestText, decode
from muranopl.interfaces.server.tasks.failures import answering, failure
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog

_NOT_FOUND = frozenset(
    {
        muranopl.Reason.UNKNOWN_PACKAGE,
        muranopl.Reason.UNKNOWN_CLASS,
        muranopl.Reason.UNKNOWN_VERSION,
        muranopl.Reason.UNKNOWN_METHOD,
        muranopl.Reason.NOT_PUBLIC,
        muranopl.Reason.UNKNOWN_ARGUMENT,
    }
)
_REFUSED = frozenset(
    {
        muranopl.Reason.BAD_INPUT,
        muranopl.Reason.CONTRACT_VIOLATION,
        muranopl.Reason.INSTANCE_METHOD,
        muranopl.Reason.AMBIGUOUS_METHOD,
        muranopl.Reason.CLASS_NOT_LOADED,
    }
)


class StaticAction(msgspec.Struct, rename="camel", frozen=True):
    """A call of a public static method, which may be a model builder. Other keys are ignored."""

    class_name: Annotated[str | None, Doc(description="the full name of the class; required")] = None
    method_name: Annotated[str | None, Doc(description="the name of the method; required")] = None
    package_name: Annotated[str | None, Doc(description="look in this package only")] = None
    class_version: Annotated[str | None, Doc(description="a specification of versions; as good as absent: =0")] = None
    parameters: Annotated[dict[str, Any] | None, Doc(description="arguments by name")] = None


@answering
def run_static_method(served: ServedCatalog, body: RequestText) -> TaskAnswer:
    """Return what a public static method returns; nothing for null (rest-api.md, section 3)."""
    wanted = decode(body, StaticAction)
    if not wanted.class_name or not wanted.method_name:
        return failure(400, "Class name and method name must be specified for static action")
    result = served.catalog.call(
        wanted.class_name,
        wanted.method_name,
        wanted.parameters or {},
        version=wanted.class_version or "=0",
        package=wanted.package_name,
        class_configs=served.class_configs(),
    )
    if result.reason is not None:
        message = "\n".join(each.message for each in result.diagnostics if each.severity is muranopl.Severity.ERROR)
        return failure(_status(result.reason), message, result.diagnostics)
    return TaskAnswer(200, b"" if result.value is None else json_bytes(result.value))


def _status(reason: muranopl.Reason) -> int:
    """Return the status of an answer without a value; 503 where Murano says so too: it was run, and failed."""
    if reason in _NOT_FOUND:
        return 404
    return 400 if reason in _REFUSED else 503
