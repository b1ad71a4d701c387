"""The Reviewdog format, rdjson: reviewdog comments on pull requests with it.

Columns count bytes of UTF-8 there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext, sentences
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.snippet import SourceLines
from muranopl.diagnostics.site import site
from muranopl.diagnostics.visible import visible

MEDIA_TYPE = "application/json"

Data = dict[str, Any]


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:  # noqa: ARG001 - all formats are called alike
    """Return one result with all diagnostics."""
    source = {"name": "muranopl"}
    if site():
        source["url"] = str(site())
    texts = SourceLines()
    items = [_item(diagnostic, texts) for diagnostic in diagnostics]
    return to_json({"source": source, "diagnostics": items})


def _item(diagnostic: Diagnostic, texts: SourceLines) -> Data:
    place, lines = diagnostic.place, texts.lines(diagnostic.place.file)
    code = {"value": diagnostic.code}
    if diagnostic.docs_url:
        code["url"] = diagnostic.docs_url
    span = {
        "start": _position(place.line, place.column, lines),
        "end": _position(place.end_line, place.end_column, lines),
    }
    return {
        "message": "\n".join(sentences(diagnostic)),
        "location": {"path": visible(place.file.address), "range": span},
        "severity": diagnostic.severity.value.upper(),
        "code": code,
    }


def _position(line: int, column: int, lines: Sequence[str]) -> Data:
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    # Bytes beyond the characters that these columns count.
    wider = len(before.encode("utf-8", "replace")) - len(before)
    return {"line": line, "column": column + wider}
