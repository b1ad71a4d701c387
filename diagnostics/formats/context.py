"""Groups and counts diagnostics, and sums them up in sentences, for all formats.

`ReportContext` is the input of formats besides the diagnostics: the checked packages, and options of presentation.
Totals are one sentence, and infos in a few lines: one for each code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats.snippet import Paint
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import visible


class CheckedPackage(Protocol):
    """A checked package, as in the library's report."""

    @property
    def name(self) -> str:
        """The full name."""

    @property
    def version(self) -> str:
        """The semantic version."""

    @property
    def file(self) -> str:
        """The manifest's path, relative to the PATH given."""


class ReportContext(msgspec.Struct, frozen=True):
    """The context of one report.

    `version` is that of muranopl, for the formats that name the tool; `models` is the number of
    rendered object models. With `sum_up` formats for people have one line for all infos of a code,
    and no source lines for further related places. For text only: `color` asks for ANSI colours,
    `width` is the number of columns; with `quiet` the line with the totals is left out. `hidden` is
    the number of milder diagnostics that are not shown, and `suppressed` that of diagnostics that
    comments suppress, and `known` that of diagnostics that the baseline has.
    """

    packages: Sequence[CheckedPackage] = ()
    color: bool = False
    width: int = 120
    version: str = ""
    models: int = 0
    sum_up: bool = False
    quiet: bool = False
    hidden: int = 0
    suppressed: int = 0
    known: int = 0


class Summary(msgspec.Struct, frozen=True):
    """The number of diagnostics of each severity, and of checked packages."""

    errors: int
    warnings: int
    infos: int
    packages: int


def summarize(diagnostics: Sequence[Diagnostic], context: ReportContext) -> Summary:
    """Return the number of diagnostics of each severity, and of packages."""
    result: Counter[Severity] = Counter()
    for diagnostic in diagnostics:
        result[diagnostic.severity] += number_of([diagnostic])
    # Severities are declared in this order, the worst first.
    errors, warnings, infos = (result[severity] for severity in Severity)
    return Summary(errors, warnings, infos, len(context.packages))


def number_of(diagnostics: Iterable[Diagnostic]) -> int:
    """Return the number of diagnostics, those that others stand for included."""
    return sum(diagnostic.left_out or 1 for diagnostic in diagnostics)


def sentences(diagnostic: Diagnostic) -> list[str]:
    """Return what a diagnostic says: its message, and the lines of its notes and suggestion."""
    remarks = (*diagnostic.notes, *filter(None, [diagnostic.suggestion]))
    lines = (line for remark in remarks for line in remark.split("\n"))
    return [diagnostic.message, *lines]


def worst_first(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return errors, then warnings, then infos, and those of one severity in their order."""
    order = list(Severity)
    return sorted(diagnostics, key=lambda diagnostic: order.index(diagnostic.severity))


def divided(
    diagnostics: Sequence[Diagnostic], context: ReportContext
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the diagnostics to show, the worst first, and the infos to sum up."""
    ordered = worst_first(diagnostics)
    infos: list[Diagnostic] = []
    if context.sum_up:
        infos = [item for item in ordered if item.severity is Severity.INFO]
    return ordered[: len(ordered) - len(infos)], infos


def tally(summary: Summary, paint: Callable[[str, str], str] = lambda _, text: text) -> str:
    """Return `1 error, 2 infos`, each painted in its style; an empty text for no diagnostics."""
    counts = (("error", summary.errors), ("warning", summary.warnings), ("info", summary.infos))
    return ", ".join(paint(kind, counted(number, kind)) for kind, number in counts if number)


def tallied(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the numbers of diagnostics by severity, or that there are none."""
    return tally(summarize(diagnostics, ReportContext())) or "no diagnostics"


def closing(
    diagnostics: Sequence[Diagnostic], context: ReportContext, *, color: bool = False
) -> str:
    """Return the sentence with the totals, as `Found 1 error, 2 infos in 2 packages`."""
    summary, paint = summarize(diagnostics, context), Paint(color)
    counts, where = tally(summary, paint), checked(summary, context)
    hidden = f"; --severity hides {context.hidden} more" if context.hidden else ""
    left_out = "".join((hidden, *_left_out(context)))
    if counts:
        mended = mending(diagnostics)
        more = f"; {mended}{left_out}" if mended else left_out
        return f"Found {' in '.join(filter(None, (counts, where)))}{more}."
    if hidden:
        return f"Found nothing at this severity or above in {where}{left_out}."
    return f"{paint('good', 'All checks passed')}: {where}{left_out}."


def _left_out(context: ReportContext) -> Iterator[str]:
    """Yield what else is not shown, and why."""
    if context.suppressed:
        yield f"; comments suppress {context.suppressed} more"
    if context.known:
        yield f"; the baseline has {context.known} more"


def mending(diagnostics: Iterable[Diagnostic]) -> str:
    """Return `--fix mends 3, --unsafe-fixes 1 more`; an empty text if no diagnostic has a fix."""
    safe = unsafe = 0
    for diagnostic in diagnostics:
        fix = diagnostic.fix(unsafe=True)
        safe += fix is not None and fix.is_safe
        unsafe += fix is not None and not fix.is_safe
    texts = [f"--fix fixes {safe}"] if safe else []
    if unsafe:
        texts.append(f"--unsafe-fixes {'' if safe else 'fixes '}{unsafe}")
        texts[-1] += " more" if safe else ""
    return ", ".join(texts)


def checked(summary: Summary, context: ReportContext) -> str:
    """Return what was checked: `2 packages and 1 object model`; nothing if that is unknown."""
    parts = [counted(context.models, "object model")] if context.models else []
    is_clean = not (summary.errors or summary.warnings or summary.infos)
    if summary.packages or (is_clean and not parts):
        parts.insert(0, counted(summary.packages, "package"))
    return " and ".join(parts)


def counted(number: int, noun: str) -> str:
    """Return `1 error`, `2 errors`."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}s"


def summed(infos: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Yield the first info of each code, and a text for all of them."""
    codes: dict[str, list[Diagnostic]] = {}
    for info in infos:
        codes.setdefault(info.code, []).append(info)
    for group in codes.values():
        yield group[0], _text(group)


def _text(group: list[Diagnostic]) -> str:
    first, number = group[0], number_of(group)
    mended = "".join(f"; {text}" for text in filter(None, [mending(group)]))
    if number == 1:
        return f"{first.message} ({where(first.place)}){mended}"
    packages = {info.package for info in group}
    if len(packages) > 1:
        return f"{number} in {counted(len(packages), 'package')}; --all shows them{mended}"
    return f"{number} in {first.package or first.file}; --all shows them{mended}"


def where(place: Place) -> str:
    """Return `path:line:column`; the path alone if nothing more is known."""
    path = visible(place.file.display)
    if place.file.text is None and (place.line, place.column) == (1, 1):
        return path
    return f"{path}:{place.line}:{place.column}"
