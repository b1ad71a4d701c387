"""The text format: what people read in a terminal.

error[MPL501] bad-default: the default of "port" does not fit its contract
  --> example.app/Classes/Sample.yaml:14:14
   |
11 |   port:
...
14 |     Default: eighty
   |              ^^^^^^
   |
   = contract: $.int()
   = help: write a number
   = more: muranopl explain MPL501

Found 1 error in 1 package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.columns import marked
from muranopl.diagnostics.formats.context import (
    ReportContext,
    Summary,
    counted,
    summarize,
    tally,
)
from muranopl.diagnostics.formats.paint import Paint
from muranopl.diagnostics.formats.snippet import (
    SnippetLayout,
    SourceLines,
    Underline,
    snippet,
)
from muranopl.diagnostics.formats.summing import shown
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import visible, visible_lines


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return each diagnostic with its source lines, and a line with the totals."""
    sources, paint = SourceLines(), Paint(context.color)
    blocks = []
    for diagnostic, summary in (
        shown(diagnostics) if context.sum_up else ((item, None) for item in diagnostics)
    ):
        title = _title(
            diagnostic, diagnostic.message if summary is None else summary, paint
        )
        lines: Iterable[str] = ()
        if summary is None:
            lines = _block(diagnostic, sources, context, paint)
        blocks.append("\n".join([title, *lines]))
    return (
        "\n\n".join(
            [*blocks, _closing(summarize(diagnostics, context), context, paint)]
        )
        + "\n"
    )


def excerpt(diagnostic: Diagnostic, context: ReportContext) -> list[str]:
    """Return the lines that show one diagnostic."""
    paint = Paint(context.color)
    return [
        _title(diagnostic, diagnostic.message, paint),
        *_block(diagnostic, SourceLines(), context, paint),
    ]


def _title(diagnostic: Diagnostic, text: str, paint: Paint) -> str:
    severity = diagnostic.severity.value
    title = paint(severity, f"{severity}[{diagnostic.code}]") + f" {diagnostic.name}: "
    return title + paint("strong", visible(text))


def _block(
    diagnostic: Diagnostic,
    sources: SourceLines,
    context: ReportContext,
    paint: Paint,
) -> Iterator[str]:
    """Yield the place of a diagnostic with its source lines, and its remarks."""
    places = (diagnostic.place, *(related.place for related in diagnostic.related))
    gutter = max(
        len(str(min(place.end_line, len(sources.lines(place.file)))))
        for place in places
    )
    layout = SnippetLayout(gutter, max(40, context.width - gutter - 3), paint)
    yield from _excerpt(
        diagnostic.place,
        "-->",
        Underline("^", diagnostic.severity.value),
        sources,
        layout,
    )
    for related in diagnostic.related:
        yield layout.row(None, "")
        yield from _excerpt(
            related.place,
            ":::",
            Underline("-", "frame", related.message),
            sources,
            layout,
        )
    yield layout.row(None, "")
    yield from _remarks(diagnostic, layout)


def _excerpt(
    place: Place,
    arrow: str,
    underline: Underline,
    sources: SourceLines,
    layout: SnippetLayout,
) -> Iterator[str]:
    """Yield a place with its lines.

    Without lines (the file is no text) the label follows the path.
    """
    rows = list(snippet(place, sources.lines(place.file), underline, layout))
    label = ""
    if underline.label and not rows:
        label = f": {visible(underline.label)}"
    yield f"{' ' * layout.gutter}{layout.paint('frame', arrow)} {where(place)}{label}"
    yield from rows


def where(place: Place) -> str:
    """Return `path:line:column`; the path alone if nothing more is known."""
    path = visible(place.file.display)
    if place.file.text is None and (place.line, place.column) == (1, 1):
        return path
    return f"{path}:{place.line}:{place.column}"


def _remarks(diagnostic: Diagnostic, layout: SnippetLayout) -> Iterator[str]:
    remarks = [("note", note) for note in diagnostic.notes]
    if diagnostic.in_model and diagnostic.in_model.contract:
        written = " ".join(
            line.strip() for line in diagnostic.in_model.contract.splitlines()
        )
        remarks.insert(0, ("contract", marked(written, 0, 0, layout.room).text))
    if diagnostic.suggestion:
        remarks.append(("help", diagnostic.suggestion))
    remarks.append(("more", f"muranopl explain {diagnostic.code}"))
    for kind, remark in remarks:
        first, *others = visible_lines(remark)
        yield f"{' ' * layout.gutter} {layout.paint('frame', '=')} {layout.paint('strong', kind)}: {first}"
        yield from (
            f"{' ' * (layout.gutter + len(kind) + 5)}{other}" for other in others
        )


def _closing(summary: Summary, context: ReportContext, paint: Paint) -> str:
    result = tally(summary, paint)
    looked_at = [counted(context.models, "object model")] if context.models else []
    if summary.packages or not (context.models or result):
        looked_at.insert(0, counted(summary.packages, "package"))
    if result:
        if looked_at:
            return f"Found {result} in {' and '.join(looked_at)}."
        return f"Found {result}."
    return f"{paint('good', 'All checks passed')}: {' and '.join(looked_at)}."
