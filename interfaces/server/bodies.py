"""Bodies that the service answers with: JSON text, and the one form of all errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.json import plain_diagnostic

Doc = msgspec.Meta
_SOURCE = Doc(
    description="the name of the file as the terminal shows it, and of its text among the sources of a report"
)


class ShownRelated(msgspec.Struct):
    """Another place that explains a diagnostic."""

    message: str
    file: str
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    source: Annotated[str, _SOURCE]


class ShownDiagnostic(msgspec.Struct):
    """One problem, as `muranopl check --format json` has it."""

    code: str
    name: str
    severity: Literal["error", "warning", "info"]
    message: str
    file: Annotated[str, Doc(description="the path relative to the one given, or the name of the entry of a zip")]
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    phase: str
    package: str | None
    notes: list[str]
    related: list[ShownRelated]
    suggestion: str | None
    model_path: Annotated[str | None, Doc(description="the value of an object model that it is about")]
    contract: str | None
    docs_url: str | None
    left_out: Annotated[int, Doc(description="how many further ones of its code it stands for")]
    source: Annotated[str, _SOURCE]


class ReportSummary(msgspec.Struct):
    """How many diagnostics of each severity there are, and how many packages were checked."""

    errors: int
    warnings: int
    infos: int
    packages: int


class ShownError(msgspec.Struct):
    """What went wrong; several problems are lines of the message."""

    code: int
    title: str
    message: str
    diagnostics: list[ShownDiagnostic] = []


class ErrorBody(msgspec.Struct):
    """The body of every error: the form that existing clients of Murano can read."""

    error: ShownError


def json_bytes(data: object) -> bytes:
    """Return plain data as JSON, whatever texts and numbers are in it."""
    return to_json(data, 0).encode()


def diagnostics_data(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return diagnostics as plain data, with the names of their files among the sources of a report."""
    return list(map(_shown, diagnostics))


def _shown(diagnostic: Diagnostic) -> dict[str, Any]:
    shown = plain_diagnostic(diagnostic)
    related = [
        {**each, "source": one.place.file.display}
        for each, one in zip(shown["related"], diagnostic.related, strict=True)
    ]
    return {**shown, "source": diagnostic.place.file.display, "related": related}


def error_bytes(status: int, message: str, diagnostics: Sequence[Diagnostic] = ()) -> bytes:
    """Return the body of an error."""
    shown = {
        "code": status,
        "title": HTTPStatus(status).phrase,
        "message": message,
        "diagnostics": diagnostics_data(diagnostics),
    }
    return json_bytes({"error": shown})
