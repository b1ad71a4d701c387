"""Reports → plain data, with the fields of the library; `report.schema.json` is their schema.

Used by the format `json`, by `Report` and by the service.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Fix
from muranopl.diagnostics.formats.context import ReportContext, summarize
from muranopl.diagnostics.formats.value_paths import ValuePaths
from muranopl.diagnostics.places import Placed

VERSION = 1
"""The version of the format; it changes when fields are taken away or change their meaning."""


def report_data(diagnostics: Sequence[Diagnostic], context: ReportContext) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        **report_head(context),
        "diagnostics": plain_diagnostics(diagnostics),
        "summary": msgspec.structs.asdict(summarize(diagnostics, context)),
    }


def report_head(context: ReportContext) -> dict[str, Any]:
    """Return the version of the format, and the program that wrote the report."""
    return {"version": VERSION, "tool": {"name": "muranopl", "version": context.version}}


def plain_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return diagnostics as plain data."""
    paths = ValuePaths()
    return [plain_diagnostic(diagnostic, paths) for diagnostic in diagnostics]


def plain_diagnostic(diagnostic: Diagnostic, paths: ValuePaths) -> dict[str, Any]:
    """Return a diagnostic as plain data; those of one report share `paths`."""
    model_path = contract = None
    if diagnostic.in_model is not None:
        model_path, contract = diagnostic.in_model.path, diagnostic.in_model.contract
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_position(diagnostic),
        "phase": diagnostic.phase.value,
        "package": diagnostic.package,
        "notes": list(diagnostic.notes),
        "related": [
            {"message": related.message, **_position(related)} for related in diagnostic.related
        ],
        "suggestion": diagnostic.suggestion,
        "yaml_path": paths.at(diagnostic.place),
        "model_path": model_path,
        "contract": contract,
        "docs_url": diagnostic.docs_url,
        "left_out": diagnostic.left_out,
        "fixes": list(map(_plain_fix, diagnostic.fixes)),
    }


def _plain_fix(fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "applicability": fix.applicability.value,
        "edits": [{**_position(edit), "text": edit.text} for edit in fix.edits],
    }


def _position(placed: Placed) -> dict[str, Any]:
    names = ("file", "path", "line", "column", "end_line", "end_column")
    return {name: getattr(placed, name) for name in names}
