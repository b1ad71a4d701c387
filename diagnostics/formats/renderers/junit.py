"""The JUnit format: a test suite for each package, for the test views of CI servers.

An error is a failed test; a warning or an info is a passed one with its text as output, since it
does not fail the check either. A package without any shows as one passed test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from muranopl.diagnostics.diagnostic import Diagnostic, Severity, errors_of
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.formats.encode import document
from muranopl.diagnostics.visible import visible, visible_lines

MEDIA_TYPE = "text/xml"  # browsers accept this one no sooner than JSON
NO_PACKAGE = "(no package)"


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:
    """Return an XML document; packages in alphabetical order, those without a name last."""
    names = sorted({package.name for package in context.packages})
    suites: dict[str | None, list[Diagnostic]] = {name: [] for name in names}
    for diagnostic in diagnostics:
        suites.setdefault(diagnostic.package, []).append(diagnostic)
    ordered = sorted(suites.items(), key=lambda suite: (suite[0] is None, suite[0] or ""))
    lines = [line for name, value in ordered for line in _suite(name, value)]
    # A package without diagnostics counts as one passed test.
    tests = sum(max(1, len(item)) for item in suites.values())
    totals = f'tests="{tests}" failures="{_failures(diagnostics)}" errors="0"'
    return document([f'<testsuites name="muranopl" {totals}>', *lines, "</testsuites>"])


def _failures(diagnostics: Sequence[Diagnostic]) -> int:
    return len(errors_of(diagnostics))


def _suite(package: str | None, diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    name = _attribute(package or NO_PACKAGE)
    tests = max(1, len(diagnostics))
    yield f'  <testsuite name={name} tests="{tests}" failures="{_failures(diagnostics)}" errors="0" skipped="0">'
    if not diagnostics:
        yield f'    <testcase name="no diagnostics" classname={name}/>'
    for diagnostic in diagnostics:
        yield from _case(diagnostic, name)
    yield "  </testsuite>"


def _case(diagnostic: Diagnostic, suite: str) -> Iterator[str]:
    path, place = visible(diagnostic.place.file.address), diagnostic.place
    test = _attribute(f"{diagnostic.code} {diagnostic.name} ({path}:{place.line}:{place.column})")
    yield f'    <testcase name={test} classname={suite} file={_attribute(path)} line="{place.line}">'
    body = escape("\n".join(_body(diagnostic)))
    if diagnostic.severity is Severity.ERROR:
        yield f'      <failure type="error" message={_attribute(diagnostic.message)}>{body}</failure>'
    else:
        yield f"      <system-out>{body}</system-out>"
    yield "    </testcase>"


def _body(diagnostic: Diagnostic) -> Iterator[str]:
    place = diagnostic.place
    yield (
        f"{visible(place.file.address)}:{place.line}:{place.column}: {diagnostic.severity.value}: "
        + visible(diagnostic.message)
    )
    for related in diagnostic.related:
        there = related.place
        yield f"{visible(there.file.address)}:{there.line}:{there.column}: {visible(related.message)}"
    if diagnostic.in_model and diagnostic.in_model.contract:
        yield f"contract: {visible(diagnostic.in_model.contract)}"
    for remark in (*diagnostic.notes, diagnostic.suggestion or "", diagnostic.docs_url or ""):
        yield from filter(None, visible_lines(remark))


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
