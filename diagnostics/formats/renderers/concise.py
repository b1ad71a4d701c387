"""The concise format, for editors and grep: `path:line:column: severity CODE message`."""

from __future__ import annotations

from collections.abc import Sequence

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.formats.snippet import Paint
from muranopl.diagnostics.visible import visible

MEDIA_TYPE = "text/plain"


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return a line for each diagnostic; an empty text without diagnostics."""
    paint = Paint(context.color)
    return "".join(_line(diagnostic, paint) for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic, paint: Paint) -> str:
    place = diagnostic.place
    severity = paint(diagnostic.severity.value, diagnostic.severity.value)
    # The form that editors and grep know: nothing may stand before the path.
    head = f"{visible(place.file.address)}:{place.line}:{place.column}: {severity}"
    return f"{head} {diagnostic.code} {visible(diagnostic.message)}\n"
