"""Code lenses: references of declarations, tests and methods to run, previews."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from lsprotocol import types

from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.features import command, feature
from muranopl.interfaces.lsp.navigating import locations
from muranopl.interfaces.lsp.previewing import (
    CALL,
    RENDER,
    SHOW_FORM,
    package_of,
)
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.structure.lenses import Lens, lenses
from muranopl.workspace.symbols.navigation import uses_of
from muranopl.workspace.symbols.symbol import Role, Symbol, SymbolKind

if TYPE_CHECKING:
    from muranopl.execution.testing.report import TestReport

RUN_TEST = "muranopl.runTest"
SHOW_REFERENCES = "muranopl.showReferences"
"""A command of clients: they show the locations that are its last argument."""


@feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
def code_lenses(session: ClientSession, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return the lenses of a file; references are counted when a lens is shown."""
    uri = params.text_document.uri
    file = session.file(uri)
    result: list[types.CodeLens] = []
    # What uses or runs a file in no package is unknown
    for lens in [] if file is None or file.analysis.is_alone else lenses(*file):
        range_ = session.range(lens.place)
        if range_ is None:
            continue
        result += [types.CodeLens(range_, item) for item in _previews(lens, uri)]
        if lens.test is not None:
            is_class = lens.symbol.kind is SymbolKind.CLASS
            title = "Run tests" if is_class else "Run test"
            run = types.Command(title, RUN_TEST, arguments=[uri, lens.test])
            result.append(types.CodeLens(range_, run))
        if lens.symbol.kind is not SymbolKind.FORM:
            data = {"uri": uri, "symbol": msgspec.to_builtins(lens.symbol)}
            result.append(types.CodeLens(range_, data=data))
    return result


def _previews(lens: Lens, uri: str) -> Iterator[types.Command]:
    """Yield the commands that show what a declaration makes."""
    kind, name = lens.symbol.kind, lens.symbol.name
    if lens.runs:
        yield types.Command("Run", CALL, arguments=[uri, lens.symbol.owner, name])
    if kind is SymbolKind.FORM:
        yield types.Command("Show form", SHOW_FORM, arguments=[uri])
    elif kind is SymbolKind.CLASS and lens.test is None:
        yield types.Command("Render", RENDER, arguments=[uri, name])
        yield types.Command("Show form", SHOW_FORM, arguments=[uri, name])


@feature(types.CODE_LENS_RESOLVE)
def resolved(session: ClientSession, lens: types.CodeLens) -> types.CodeLens:
    """Return a lens with the number of references."""
    data: Any = lens.data
    try:
        uri, symbol = str(data["uri"]), msgspec.convert(data["symbol"], Symbol)
    except (TypeError, KeyError, msgspec.ValidationError):
        return lens
    path = uris.path_of(uri)
    own = None if path is None else session.analysis(path)
    # Without waiting for the analysis of all packages: lenses are shown with each edit
    analyses = [] if own is None else [own, *session.neighbours(own)]
    uses = uses_of(symbol, analyses)
    places = [item.place for item in uses if item.role is not Role.DECLARATION]
    title = "1 reference" if len(places) == 1 else f"{len(places)} references"
    arguments = [uri, lens.range.start, locations(places, session)]
    lens.command = types.Command(title, SHOW_REFERENCES, arguments=arguments)
    return lens


@command(RUN_TEST)
async def run_test(
    server: MuranoServer, uri: object = None, name: object = None, *_: object
) -> bool:
    """Run the tests of a name, as the files are on the disk; return whether they passed."""
    saved = await package_of(server, uri)
    if saved is None:
        return False
    try:
        report = await asyncio.to_thread(lambda: saved.catalog().test([str(name)]))
    except UsageError as error:
        server.say(str(error))
        return False
    kind = types.MessageType.Info if report.ok else types.MessageType.Error
    server.say(_outcome(report), kind)
    return report.ok


def _outcome(report: TestReport) -> str:
    lines = [f"{item.name}: {item.outcome}" for item in report.results]
    lines += [f"  {problem}" for item in report.results for problem in item.diagnostics]
    lines += map(str, report.diagnostics)
    return "\n".join(lines) or "No test matches this name."
