"""Statistics: how many diagnostics there are of each code and in each package.

  72  info     MPL661 function-gone, in 18 packages
   3  error    MPL120 unknown-key, in 1 package

example.app    3 errors, 8 infos

Found 3 errors, 72 infos in 18 packages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats.context import (
    ReportContext,
    closing,
    counted,
    number_of,
    summarize,
    tally,
)
from muranopl.diagnostics.formats.snippet import Paint, width
from muranopl.diagnostics.visible import visible

MEDIA_TYPE = "text/plain"
NO_PACKAGE = "(no package)"


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return a line for each code, then one for each package, those with the most first."""
    paint = Paint(context.color)
    codes: dict[tuple[Severity, str], list[Diagnostic]] = defaultdict(list)
    packages: dict[str, list[Diagnostic]] = defaultdict(list)
    for diagnostic in diagnostics:
        # A report may replace the severity of its rule, so a code can have several
        codes[diagnostic.severity, diagnostic.code].append(diagnostic)
        packages[visible(diagnostic.package or NO_PACKAGE)].append(diagnostic)
    blocks: list[Iterable[str]] = []
    if diagnostics:
        blocks = [_codes(codes.values(), paint), _packages(packages, context, paint)]
    if not context.quiet:
        blocks.append([closing(diagnostics, context, color=context.color)])
    return "\n\n".join(map("\n".join, blocks)) + "\n" if blocks else ""


def _codes(groups: Iterable[list[Diagnostic]], paint: Paint) -> Iterator[str]:
    ordered = sorted(groups, key=lambda group: (-number_of(group), group[0].code))
    room = len(str(number_of(ordered[0])))
    for group in ordered:
        first, where = group[0], _where(group)
        severity = paint(first.severity.value, f"{first.severity.value:<7}")
        yield f"{number_of(group):>{room}}  {severity}  {first.code} {first.name}{where}"


def _where(group: Sequence[Diagnostic]) -> str:
    packages = {diagnostic.package for diagnostic in group} - {None}
    return f", in {counted(len(packages), 'package')}" if packages else ""


def _packages(
    packages: Mapping[str, Sequence[Diagnostic]], context: ReportContext, paint: Paint
) -> Iterator[str]:
    room = max(map(width, packages))
    for name, group in sorted(packages.items(), key=lambda item: (-number_of(item[1]), item[0])):
        yield f"{name}{' ' * (room - width(name))}  {tally(summarize(group, context), paint)}"
