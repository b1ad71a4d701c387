"""Reports of tests: text for terminals, JUnit for CI servers, JSON, and lcov for coverage."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from muranopl.diagnostics.formats.context import ReportContext, counted
from muranopl.diagnostics.formats.renderers.text import excerpt
from muranopl.diagnostics.formats.report_data import plain_diagnostic
from muranopl.diagnostics.formats.snippet import Paint
from muranopl.diagnostics.formats.value_paths import ValuePaths
from muranopl.diagnostics.visible import visible, visible_lines
from muranopl.execution.testing.coverage import CoveredFile
from muranopl.execution.testing.report import TestReport
from muranopl.execution.testing.run import TestResult

_SIGNS = {"passed": ("good", "ok"), "failed": ("error", "FAILED"), "error": ("error", "ERROR")}


def to_text(report: TestReport, context: ReportContext) -> str:
    """Return a line for each test with its failures below, and a summary."""
    paint = Paint(context.color)
    lines: list[str] = []
    width = max((len(result.name) for result in report.results), default=0)
    for result in report.results:
        style, word = _SIGNS[result.outcome]
        lines.append(f"{visible(result.name):<{width}}  {paint(style, word)}")
        if result.outcome != "passed":
            lines += _details(result, context)
    simulated = sorted({name for result in report.results for name in result.simulated})
    if simulated:
        lines.append(f"Not mocked, so simulated: {', '.join(simulated)}")
    if report.coverage is not None:
        lines += ["", *_coverage(report.coverage)]
    if report.results:
        lines += ["", _closing(report, paint)]
    return "\n".join(lines) + "\n" if lines else ""


def _details(result: TestResult, context: ReportContext) -> Iterator[str]:
    yield ""
    for diagnostic in result.diagnostics:
        yield from excerpt(diagnostic, context)
        yield ""
    if result.log:
        yield "  log:"
        yield from (f"    {line}" for item in result.log for line in visible_lines(item))
        yield ""


def _closing(report: TestReport, paint: Paint) -> str:
    failed, total = len(report.failures), len(report.results)
    seconds = sum(result.seconds for result in report.results)
    left_out = f", {report.found - total:,} not run" if report.found > total else ""
    summed = f"{counted(total, 'test')} in {seconds:.2f} s: {total - failed:,} passed, {failed:,} failed{left_out}"
    return paint("error" if failed else "good", summed)


def _coverage(files: tuple[CoveredFile, ...]) -> Iterator[str]:
    """Yield a table of instructions: all, those that were run, and the lines of the others."""
    names = [visible(file.file.display) for file in files]
    width = max((len(name) for name in names), default=5)
    yield f"{'Instructions':<{width}}  all  run       lines not run"
    for name, file in zip(names, files, strict=True):
        share = _share(file.run, file.instructions)
        yield f"{name:<{width}} {file.instructions:>4} {file.run:>4} {share}  {file.missing_text}".rstrip()
    every, run = (sum(file.instructions for file in files), sum(file.run for file in files))
    yield f"{'Sum':<{width}} {every:>4} {run:>4} {_share(run, every)}"


def _share(run: int, every: int) -> str:
    return f"{100 * run // every if every else 100:>4}%"


def to_data(report: TestReport) -> dict[str, Any]:
    """Return a report as plain data for JSON."""
    encode = functools.partial(plain_diagnostic, paths=ValuePaths())
    return report.to_data(encode)


def to_lcov(report: TestReport) -> str:
    """Return an lcov tracefile of the lines on which instructions begin."""
    lines: list[str] = []
    for item in report.coverage or ():
        run = sum(item.lines.values())
        lines += ["TN:", f"SF:{item.file.location}"]
        lines += [f"DA:{line},{int(is_run)}" for line, is_run in sorted(item.lines.items())]
        lines += [f"LF:{len(item.lines)}", f"LH:{run}", "end_of_record"]
    return "\n".join(lines) + "\n" if lines else ""


def to_junit(report: TestReport) -> str:
    """Return an XML document with a test suite for each class."""
    suites: dict[str, list[TestResult]] = {}
    for result in report.results:
        suites.setdefault(result.class_, []).append(result)
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="muranopl" {_totals(report.results)}>',
    ]
    lines = [line for name, results in suites.items() for line in _suite(name, results)]
    document = "\n".join([*head, *lines, "</testsuites>", ""])
    # ASCII is independent of the encoding of the output.
    return document.encode("ascii", "xmlcharrefreplace").decode()


def _totals(results: Any) -> str:
    count = {outcome: sum(result.outcome == outcome for result in results) for outcome in _SIGNS}
    seconds = sum(result.seconds for result in results)
    tests = f'tests="{len(results)}" failures="{count["failed"]}" errors="{count["error"]}"'
    return f'{tests} skipped="0" time="{seconds:.3f}"'


def _suite(name: str, results: list[TestResult]) -> Iterator[str]:
    yield f"  <testsuite name={_attribute(name)} {_totals(results)}>"
    for result in results:
        test, suite = _attribute(result.title), _attribute(name)
        case = f'    <testcase name={test} classname={suite} time="{result.seconds:.3f}"'
        kind = {"failed": "failure", "error": "error"}.get(result.outcome)
        if kind is None and not result.log:
            yield f"{case}/>"
            continue
        yield f"{case}>"
        if kind is not None:
            if result.diagnostics:
                message = result.diagnostics[0].message
            else:
                message = result.outcome
            body = escape(
                "\n".join(
                    line for one in result.diagnostics for line in excerpt(one, ReportContext())
                )
            )
            yield f"      <{kind} message={_attribute(message)}>{body}</{kind}>"
        if result.log:
            yield f"      <system-out>{escape(visible(' / '.join(result.log)))}</system-out>"
        yield "    </testcase>"
    yield "  </testsuite>"


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
