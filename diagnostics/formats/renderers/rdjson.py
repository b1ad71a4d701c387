"""The Reviewdog format, rdjson: reviewdog comments on pull requests with it.

Columns count bytes of UTF-8 there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext, sentences
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.snippet import SourceLines
from muranopl.diagnostics.pages import site
from muranopl.diagnostics.places import Place
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
    item: Data = {
        "message": "\n".join(sentences(diagnostic)),
        "location": {"path": visible(place.file.address), "range": _span(place, lines)},
        "severity": diagnostic.severity.value.upper(),
        "code": code,
    }
    suggestions = list(_suggestions(diagnostic, lines))
    if suggestions:
        item["suggestions"] = suggestions
    return item


def _suggestions(diagnostic: Diagnostic, lines: Sequence[str]) -> Iterator[Data]:
    """Yield the fixes that are one edit in the file of the diagnostic.

    Suggestions are alternatives there, so that edits of one fix cannot be taken apart.
    """
    for fix in diagnostic.fixes:
        if len(fix.edits) == 1 and fix.edits[0].place.file == diagnostic.place.file:
            (edit,) = fix.edits
            yield {"range": _span(edit.place, lines), "text": edit.text}


def _span(place: Place, lines: Sequence[str]) -> Data:
    return {
        "start": _position(place.line, place.column, lines),
        "end": _position(place.end_line, place.end_column, lines),
    }


def _position(line: int, column: int, lines: Sequence[str]) -> Data:
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    # Bytes beyond the characters that these columns count.
    wider = len(before.encode("utf-8", "replace")) - len(before)
    return {"line": line, "column": column + wider}
