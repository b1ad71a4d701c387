"""Commands that list and run tests, for clients that have a view of tests."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import sentences
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.lsp.features import command
from muranopl.interfaces.lsp.previewing import package_of
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.structure.lenses import Lens, tests
from muranopl.workspace.symbols.symbol import SymbolKind

if TYPE_CHECKING:
    from muranopl.execution.testing.coverage import CoveredFile
    from muranopl.execution.testing.report import TestReport
    from muranopl.execution.testing.run import TestResult

LIST_TESTS = "muranopl.listTests"
RUN_TESTS = "muranopl.runTests"


@command(LIST_TESTS)
async def list_tests(server: MuranoServer, *_: object) -> list[dict[str, Any]]:
    """Return the test classes and tests of all packages, each class before its tests."""
    await server.ready.wait()
    session, result = server.session, list[dict[str, Any]]()
    packages = session.workspace.analyses()
    # One package after the other, so that other requests are answered in between
    while (analysis := await server.run(next, packages, None)) is not None:
        result += await server.run(_listed, analysis, session)
    return result


def _listed(analysis: Analysis, session: ClientSession) -> list[dict[str, Any]]:
    return [
        item for lens in tests(analysis) if (item := _item(lens, analysis, session)) is not None
    ]


def _item(lens: Lens, analysis: Analysis, session: ClientSession) -> dict[str, Any] | None:
    location = session.location(lens.place)
    if location is None:
        return None
    is_class = lens.symbol.kind is SymbolKind.CLASS
    return {
        "name": lens.test,
        "label": lens.symbol.name,
        "package": analysis.package.header.source.location,
        "class": None if is_class else lens.symbol.owner,
        "location": location,
    }


@command(RUN_TESTS)
async def run_tests(
    server: MuranoServer,
    uri: object = None,
    names: object = None,
    coverage: object = None,
    *_: object,
) -> dict[str, Any] | None:
    """Run tests of the package of a file, as the files are on the disk; return the results.

    Return None if they could not be run; the user is told why.
    """
    saved, session = await package_of(server, uri), server.session
    if saved is None:
        return None
    chosen = list(map(str, names)) if isinstance(names, list) else []

    def run() -> TestReport:
        return saved.catalog().test(chosen, coverage=bool(coverage))

    try:
        report = await asyncio.to_thread(run)
    except UsageError as error:
        server.say(str(error))
        return None
    return await server.run(_report, report, session)


def _report(report: TestReport, session: ClientSession) -> dict[str, Any]:
    return {
        "results": [_result(item, session) for item in report.results],
        "problems": _messages(report.diagnostics, session),
        "coverage": [_covered(item, session) for item in report.coverage or ()],
    }


def _result(result: TestResult, session: ClientSession) -> dict[str, Any]:
    return {
        "class": result.class_,
        "method": result.method,
        "case": result.case,
        "outcome": result.outcome,
        "seconds": result.seconds,
        "problems": _messages(result.diagnostics, session),
        "log": list(result.log),
    }


def _messages(diagnostics: Sequence[Diagnostic], session: ClientSession) -> list[dict[str, Any]]:
    return [
        {"message": "\n".join(sentences(item)), "location": session.location(item.place)}
        for item in diagnostics
    ]


def _covered(covered: CoveredFile, session: ClientSession) -> dict[str, Any]:
    # The lines of the protocol begin with 0
    lines = [[line - 1, is_run] for line, is_run in sorted(covered.lines.items())]
    return {"uri": session.uri(covered.file), "lines": lines}
