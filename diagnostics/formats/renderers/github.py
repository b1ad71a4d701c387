"""The GitHub format: workflow commands, which Actions show as annotations of lines.

Infos are left out: Actions show a few annotations of a job, in which errors are to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.visible import visible, visible_lines

MEDIA_TYPE = "text/plain"


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:  # noqa: ARG001 - all formats are called alike
    """Return a command for each error and warning."""
    shown = (item for item in diagnostics if item.severity is not Severity.INFO)
    return "".join(map(_command, shown))


def _command(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    values = {"title": f"{diagnostic.code} {diagnostic.name}", "file": visible(place.file.address)}
    # GitHub shows an annotation at the first line of the file without these.
    values |= {"line": str(place.line), "endLine": str(place.end_line)}
    # GitHub reads columns only if both are on one line
    if place.line == place.end_line:
        values |= {"col": str(place.column), "endColumn": str(place.end_column)}
    properties = ",".join(f"{key}={_property(value)}" for key, value in values.items())
    remarks = [*diagnostic.notes, *filter(None, (diagnostic.suggestion, diagnostic.docs_url))]
    text = "\n".join(
        [
            visible(diagnostic.message),
            *(line for remark in remarks for line in visible_lines(remark)),
        ]
    )
    return f"::{diagnostic.severity.value} {properties}::{_data(text)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
