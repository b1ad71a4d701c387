"""The Markdown format: a table, for the summaries of jobs and for comments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext, closing, divided, sentences, summed
from muranopl.diagnostics.visible import visible

MEDIA_TYPE = "text/markdown"

_SIGNS = re.compile(r"[\\`*_{}\[\]()#+!|~]")


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return a heading with the totals, and a row for each diagnostic, errors first."""
    lines = [f"## muranopl: {closing(diagnostics, context)}"]
    if diagnostics:
        lines += ["", "| severity | code | place | message |", "|---|---|---|---|"]
        shown, infos = divided(diagnostics, context)
        lines += (_row(item, sentences(item), _where(item)) for item in shown)
        lines += (_row(first, [text], "") for first, text in summed(infos))
    return "\n".join([*lines, ""])


def _row(diagnostic: Diagnostic, texts: Sequence[str], place: str) -> str:
    code = f"{diagnostic.code} {diagnostic.name}"
    cells = [_plain(text) for text in (diagnostic.severity.value, code, place)]
    return f"| {' | '.join([*cells, '<br>'.join(map(_plain, texts))])} |"


def _where(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    return f"{place.file.address}:{place.line}:{place.column}"


def _plain(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    shown = escape(visible(text), quote=False)
    return _SIGNS.sub(lambda match: f"\\{match[0]}", shown)
