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
   = help: write a number (--fix)
   = more: muranopl explain MPL501

info[MPL661] function-gone: 72 in 18 packages; --all shows them

Found 1 error, 72 infos in 18 packages; --fix mends 1.

Errors come first, then warnings, then infos: a line for each code of these, unless all are shown. Of
many with the same remedy in one file, those after the first have a line. An option after the remedy is
the one that writes it to the file.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from muranopl.diagnostics.diagnostic import Diagnostic, Related
from muranopl.diagnostics.formats.context import (
    ReportContext,
    closing,
    counted,
    divided,
    summed,
    where,
)
from muranopl.diagnostics.formats.snippet import (
    Paint,
    SnippetLayout,
    SourceLines,
    Underline,
    marked,
    snippet,
)
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import visible, visible_lines

MEDIA_TYPE = "text/plain"

_MANY = 3
"""Number of diagnostics with the same remedy in one file from which on only the first is shown in full."""
_MOST_EXCERPTS = 3
"""Maximum number of related places with source lines in a summed-up report."""
_MOST_RELATED = 10
"""Maximum number of related places in a summed-up report, with or without source lines."""


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return each diagnostic with its source lines, and a line with the totals."""
    sources, paint = SourceLines(), Paint(context.color)
    shown, infos = divided(diagnostics, context)
    groups = _by_advice(shown) if context.sum_up else [[item] for item in shown]
    blocks = ["\n".join(_lines(first, sources, context, paint, rest)) for first, *rest in groups]
    if infos:
        sums = (_title(first, text, paint) for first, text in summed(infos))
        blocks.append("\n".join(sums))
    if not context.quiet:
        blocks.append(closing(diagnostics, context, color=context.color))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _by_advice(diagnostics: Iterable[Diagnostic]) -> list[list[Diagnostic]]:
    """Return diagnostics in groups: of one code in one file with the same remedy, if they are many."""
    same: dict[Hashable, list[Diagnostic]] = {}
    for item in diagnostics:
        key = item.file, item.code, item.severity, item.notes, _remedy(item)
        same.setdefault(key, []).append(item)
    return [
        group
        for items in same.values()
        for group in ([items] if len(items) >= _MANY else [[item] for item in items])
    ]


def excerpt(diagnostic: Diagnostic, context: ReportContext) -> list[str]:
    """Return the lines that show one diagnostic."""
    return [*_lines(diagnostic, SourceLines(), context, Paint(context.color))]


def _title(diagnostic: Diagnostic, text: str, paint: Paint) -> str:
    severity = diagnostic.severity.value
    title = paint(severity, f"{severity}[{diagnostic.code}]") + f" {diagnostic.name}: "
    return title + paint("strong", visible(text))


def _lines(
    diagnostic: Diagnostic,
    sources: SourceLines,
    context: ReportContext,
    paint: Paint,
    rest: Sequence[Diagnostic] = (),
) -> Iterator[str]:
    """Yield the title of a diagnostic, its place with its source lines, and its remarks.

    Each of the `rest`, which have the same remedy, has a line with its place and what differs.
    """
    yield _title(diagnostic, diagnostic.message, paint)
    places = (diagnostic.place, *(related.place for related in diagnostic.related))
    gutter = max(len(str(min(place.end_line, len(sources.lines(place.file))))) for place in places)
    layout = SnippetLayout(gutter, max(40, context.width - gutter - 3), paint)
    yield from _excerpt(
        diagnostic.place, "-->", Underline("^", diagnostic.severity.value), sources, layout
    )
    excerpts = len(diagnostic.related)
    if context.sum_up:
        excerpts = _MOST_EXCERPTS
    for related in diagnostic.related[:excerpts]:
        yield layout.row(None, "")
        yield from _excerpt(
            related.place, ":::", Underline("-", "frame", related.message), sources, layout
        )
    yield layout.row(None, "")
    yield from _further(diagnostic.related[excerpts:], layout)
    yield from _remarks(diagnostic, layout)
    for item in rest:
        differs = item.message != diagnostic.message
        message = f": {visible(item.message)}" if differs else ""
        yield f"{' ' * gutter} {paint('frame', '=')} {paint('strong', 'also')} {where(item.place)}{message}"


def _further(related: Sequence[Related], layout: SnippetLayout) -> Iterator[str]:
    """Yield a line for each of the related places that are shown without their source."""
    shown = related[: _MOST_RELATED - _MOST_EXCERPTS]
    head = f"{' ' * layout.gutter} {layout.paint('frame', '=')}"
    for item in shown:
        yield f"{head} {where(item.place)}: {visible(item.message)}"
    if len(related) > len(shown):
        yield f"{head} {counted(len(related) - len(shown), 'more place')}; --all shows them"


def _excerpt(
    place: Place, arrow: str, underline: Underline, sources: SourceLines, layout: SnippetLayout
) -> Iterator[str]:
    """Yield a place with its lines.

    Without lines (the file is not text) the label follows the path.
    """
    rows = list(snippet(place, sources.lines(place.file), underline, layout))
    label = ""
    if underline.label and not rows:
        label = f": {visible(underline.label)}"
    yield f"{' ' * layout.gutter}{layout.paint('frame', arrow)} {where(place)}{label}"
    yield from rows


def _remarks(diagnostic: Diagnostic, layout: SnippetLayout) -> Iterator[str]:
    remarks = [("note", note) for note in diagnostic.notes]
    if diagnostic.in_model and diagnostic.in_model.contract:
        written = " ".join(line.strip() for line in diagnostic.in_model.contract.splitlines())
        remarks.insert(0, ("contract", marked(written, 0, 0, layout.room).text))
    remedy = _remedy(diagnostic)
    if remedy:
        remarks.append(("help", remedy))
    remarks.append(("more", f"muranopl explain {diagnostic.code}"))
    for kind, remark in remarks:
        first, *further = visible_lines(remark)
        yield f"{' ' * layout.gutter} {layout.paint('frame', '=')} {layout.paint('strong', kind)}: {first}"
        yield from (f"{' ' * (layout.gutter + len(kind) + 5)}{line}" for line in further)


def _remedy(diagnostic: Diagnostic) -> str:
    """Return what mends a diagnostic, with the option that does; an empty text if it is not known."""
    fix = diagnostic.fix(unsafe=True)
    remedy = diagnostic.suggestion or (fix and fix.title)
    if not remedy:
        return ""
    if fix is None:
        return remedy
    return f"{remedy} ({'--fix' if fix.is_safe else '--unsafe-fixes'})"
