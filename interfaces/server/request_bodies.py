"""Bodies of requests that are data: taken as they are sent, and read by the worker that needs them.

A short text may take all the time and memory that there is, or end the process that reads it: so the process that
speaks HTTP reads none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.interfaces.server.media_types import JSON, YAML
from muranopl.read.object_model import read_model
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.errors import EvaluationError

_NAMES = {JSON: "body.json", YAML: "body.yaml"}

T = TypeVar("T")


class RequestText(NamedTuple):
    """The body of a request, as it was sent, and its media type."""

    content: bytes
    media: str


class RequestTextError(Exception):
    """The body of a request is not as it has to be."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


def decode(text: RequestText, type_: type[T]) -> T:
    """Return the body of a request as a type of msgspec. Raises RequestTextError."""
    findings = Findings()
    node = read_model(_NAMES[text.media], text.content, findings, "body")
    errors = [each for each in findings.diagnostics if each.severity is Severity.ERROR]
    if node is None or errors:
        problem = f": {errors[0].message}" if errors else ""
        raise RequestTextError(f"Malformed request body{problem}", errors)
    try:
        return msgspec.convert(data_of(node), type_)
    except EvaluationError as error:
        raise RequestTextError(f"Malformed request body: {error}") from None
    except msgspec.ValidationError as error:
        raise RequestTextError(f"body: {error}") from None
