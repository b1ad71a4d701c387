"""Static methods and model builders, run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

import muranopl
from muranopl.interfaces.server.bodies import error_bytes, json_bytes
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


class WantedCall(msgspec.Struct, frozen=True):
    """A call of a static method: which class, chosen how, and the arguments by name."""

    class_: str
    method: str
    version: str
    package: str | None
    arguments: dict[str, Any]


def run_static_method(served: ServedCatalog, wanted: WantedCall) -> TaskAnswer:
    """Return what a public static method returns; nothing for null (rest-api.md, section 3)."""
    try:
        result = served.catalog.call(
            wanted.class_,
            wanted.method,
            wanted.arguments,
            version=wanted.version,
            package=wanted.package,
            class_configs=served.class_configs(),
        )
    except muranopl.UsageError as error:
        return TaskAnswer(400, error_bytes(400, error.problem))
    if result.reason is not None:
        status = _status(result.reason)
        message = "\n".join(each.message for each in result.diagnostics if each.severity is muranopl.Severity.ERROR)
        return TaskAnswer(status, error_bytes(status, message, result.diagnostics))
    return TaskAnswer(200, b"" if result.value is None else json_bytes(result.value))


def _status(reason: muranopl.Reason) -> int:
    """Return the status of an answer without a value; 503 where Murano says so too: it was run, and failed."""
    if reason in _NOT_FOUND:
        return 404
    return 400 if reason in _REFUSED else 503
