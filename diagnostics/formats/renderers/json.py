"""The JSON format: a report as plain data; `report.schema.json` is its schema."""

from __future__ import annotations

from collections.abc import Sequence

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.report_data import report_data

MEDIA_TYPE = "application/json"


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return the report as one JSON object."""
    return to_json(report_data(diagnostics, context))
