"""Calls static methods and model builders, as in Murano's API."""

from __future__ import annotations

import builtins
import re
from typing import Annotated, Any

import msgspec

import muranopl
from muranopl.diagnostics.catalogue.execution import UNCAUGHT
from muranopl.diagnostics.reasons import Reason
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.response_bodies import (
    API_SPEC,
    VERSIONS,
    ClassName,
    doc,
    json_bytes,
    shown_diagnostics,
)
from muranopl.interfaces.server.tasks import MOST_DIAGNOSTICS, is_not_found
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog

GROUP = OperationGroup("actions", of_uploads=True, also_v1=True)

_PYTHON = re.compile(r"(murano|yaql)\.[\w.]+\Z", re.ASCII)
"""Full names of the engine's own exceptions."""

_REFUSED = frozenset(
    {
        Reason.BAD_INPUT,
        Reason.CONTRACT_VIOLATION,
        Reason.INSTANCE_METHOD,
        Reason.AMBIGUOUS_METHOD,
        Reason.CLASS_NOT_LOADED,
    }
)


class StaticAction(msgspec.Struct, rename="camel", frozen=True):
    """A call of a public static method, which may be a model builder. Other keys are ignored."""

    class_name: ClassName
    method_name: Annotated[str, doc("the name of the method", min_length=1)]
    package_name: Annotated[str | None, doc("search this package only")] = None
    class_version: Annotated[
        str | None,
        doc(
            f"a version specification; default: {API_SPEC}",
            extra_json_schema={"pattern": VERSIONS},
        ),
    ] = None
    parameters: Annotated[dict[str, Any] | None, doc("arguments by name")] = None

    @staticmethod
    def refusal(data: Any) -> str | None:
        """Return Murano's words for a missing name."""
        names = ("className", "methodName")
        if isinstance(data, dict) and not all(map(data.get, names)):
            return "Class name and method name must be specified for static action"
        return None


class ActionQuery(msgspec.Struct, frozen=True):
    """The value that the method returns."""

    diagnostics: Annotated[
        bool,
        doc(
            "whether the response is {value, diagnostics}, with the diagnostics of the call, for example about"
            " missing values in the model of a builder"
        ),
    ] = False


@GROUP.operation(
    "POST",
    "/actions",
    replies={JSON: Any},
    errors={
        400: "the body, an argument or the version is invalid, or the class does not load",
        404: "no such package, class, version, public method or argument",
        422: "the method threw an exception, exceeded a limit, or cannot be run here",
    },
)
def static_action(served: ServedCatalog, query: ActionQuery, body: StaticAction) -> TaskAnswer:
    """Call a public static method or a model builder.

    It is run within bounds. The response is its result, and empty for null. The model that a model
    builder returns is rendered if it is complete.
    """
    result = served.catalog.call(
        body.class_name,
        body.method_name,
        body.parameters or {},
        version=body.class_version or API_SPEC,
        package=body.package_name,
        class_configs=served.class_configs(),
    )
    if result.reason is None:
        return TaskAnswer(200, _answer(result, with_diagnostics=query.diagnostics))
    errors = [item for item in result.diagnostics if item.severity is muranopl.Severity.ERROR]
    message = "\n".join(map(_words, errors))
    raise ApiError(_status(result.reason), message, result.diagnostics[:MOST_DIAGNOSTICS])


def _answer(result: muranopl.CallResult, *, with_diagnostics: bool) -> bytes:
    if with_diagnostics:
        diagnostics = shown_diagnostics(result.diagnostics[:MOST_DIAGNOSTICS])
        return json_bytes({"value": result.value, "diagnostics": diagnostics})
    # As in Murano, a result of null is an empty body
    return b"" if result.value is None else json_bytes(result.value)


def _words(error: muranopl.Diagnostic) -> str:
    """Return the message of an error, without the name of an exception's Python class."""
    # As in Murano, whose own messages begin with the method; names of Throw are facts
    if error.code == UNCAUGHT.code:
        name, _, words = error.message.partition(": ")
        if hasattr(builtins, name) or _PYTHON.match(name):
            return words
    return error.message


def _status(reason: Reason) -> int:
    """Return the status for a call that failed: that of the client, of the method, or of a bug."""
    if is_not_found(reason):
        return 404
    if reason is Reason.INTERNAL_ERROR:
        return 500
    # The request was fine, but running the method went wrong: the diagnostics say how.
    return 400 if reason in _REFUSED else 422
