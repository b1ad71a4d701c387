"""The part of an operation in a worker: call its function and encode the result.

Request bodies are decoded here too, as a short text may exhaust time or memory or crash its parser;
the HTTP process decodes none but small JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

import muranopl
from muranopl.ard.input_document import read_model
from muranopl.diagnostics.catalogue.namespace import CLASS_NOT_FOUND, NOT_REQUIRED, WRONG_NAMESPACE
from muranopl.diagnostics.diagnostic import errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.reasons import Reason
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.media_types import JSON, YAML
from muranopl.interfaces.server.response_bodies import json_bytes
from muranopl.interfaces.server.uploaded_packages import UploadedPackage
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.errors import EvaluationError

MOST_DIAGNOSTICS = 20
"""Maximum number of diagnostics that explain why a class cannot be used; reports have all."""

# `read_model` chooses the parser by the ending of the name
_NAMES = {JSON: "body.json", YAML: "body.yaml"}
_UNKNOWN_CLASS = frozenset({CLASS_NOT_FOUND.code, NOT_REQUIRED.code, WRONG_NAMESPACE.code})
_NOT_FOUND = frozenset(
    {
        Reason.UNKNOWN_PACKAGE,
        Reason.UNKNOWN_CLASS,
        Reason.UNKNOWN_VERSION,
        Reason.UNKNOWN_METHOD,
        Reason.UNKNOWN_OBJECT,
        Reason.NOT_PUBLIC,
        # Murano answers 404 for an argument that the method does not have
        Reason.UNKNOWN_ARGUMENT,
    }
)


class RequestText(NamedTuple):
    """The raw body of a request, its media type, and the type of msgspec to decode it to."""

    content: bytes
    media: str
    type: Any


def run(served: ServedCatalog, function: Callable[..., Any], *arguments: Any) -> TaskAnswer:
    """Return the result of `function(served, *arguments)` as JSON, or the error it raises."""
    try:
        decoded = [
            decode(argument) if isinstance(argument, RequestText) else argument
            for argument in arguments
        ]
        result = function(served, *decoded)
    except ApiError as error:
        return TaskAnswer(error.status, error.body)
    except muranopl.UsageError as error:
        return TaskAnswer(400, ApiError(400, error.problem).body)
    except muranopl.ResolutionError as error:
        refusal = ApiError(_status(error), str(error), error.diagnostics[:MOST_DIAGNOSTICS])
        return TaskAnswer(refusal.status, refusal.body)
    if isinstance(result, TaskAnswer):
        return result
    return TaskAnswer(200, json_bytes(result))


def run_with_upload(
    served: ServedCatalog, upload: UploadedPackage, function: Callable[..., Any], *arguments: Any
) -> TaskAnswer:
    """Return the result of `run` with an uploaded package added to the catalog."""
    return run(served.with_package(upload), function, *arguments)


def decode(text: RequestText) -> Any:
    """Return the body of a request as its type. Raise ApiError."""
    findings = Findings()
    node = read_model(_NAMES[text.media], text.content, findings, "body")
    errors = errors_of(findings.diagnostics)
    if node is None or errors:
        problem = f": {errors[0].message}" if errors else ""
        raise ApiError(400, f"Malformed request body{problem}", errors[:MOST_DIAGNOSTICS])
    refusal = getattr(text.type, "refusal", lambda _: None)
    try:
        data = data_of(node)
        return msgspec.convert(data, text.type)
    except EvaluationError as error:
        raise ApiError(400, f"Malformed request body: {error}") from None
    except msgspec.ValidationError as error:
        raise ApiError(400, refusal(data) or f"body: {error}") from None


def is_not_found(reason: Reason | None) -> bool:
    """Return whether something that the client named does not exist, or not for clients."""
    return reason in _NOT_FOUND


def _status(error: muranopl.ResolutionError) -> int:
    """Return 404 if something named by the client or by a class is unknown, else 400."""
    # Murano answers 404 for an unknown class that a contract or a parent names, too
    is_named_by_class = error.reason is Reason.CLASS_NOT_LOADED and any(
        diagnostic.code in _UNKNOWN_CLASS for diagnostic in error.diagnostics
    )
    return 404 if is_named_by_class or is_not_found(error.reason) else 400
