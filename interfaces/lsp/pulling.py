"""Answers requests for diagnostics: those of a document, and those of all files.

`checking` pushes diagnostics to clients that ask for none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from lsprotocol import types

from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.diagnostics import SOURCE, converted
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession


@feature(
    types.TEXT_DOCUMENT_DIAGNOSTIC,
    types.DiagnosticOptions(
        identifier=SOURCE, inter_file_dependencies=True, workspace_diagnostics=True
    ),
)
async def document_diagnostics(
    server: MuranoServer, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    """Return the diagnostics of a document, or that they are those of the last answer.

    From then on the server pushes none about open documents of its own accord.
    """
    path = uris.path_of(params.text_document.uri)
    if path is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    await server.ready.wait()
    server.checking.pulled_document()
    await server.checking.of_file(path)
    items = await server.run(_items, server.session, path)
    result_id = _result_id(items)
    if result_id == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=result_id)


@feature(types.WORKSPACE_DIAGNOSTIC)
async def workspace_diagnostics(
    server: MuranoServer, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """Return the diagnostics of all files; wait for a change if there is none to report.

    From then on the server pushes no diagnostics of its own accord.
    """
    previous = {item.uri: item.value for item in params.previous_result_ids}
    await server.ready.wait()
    server.checking.pulled_workspace()
    edits = -1
    while True:
        edits = await server.checking.of_all(edits)
        reports = await server.run(_reports, server.session, previous)
        # A client without earlier results needs an answer, even one without diagnostics
        if any(report.kind == "full" for report in reports) or not previous:
            return types.WorkspaceDiagnosticReport(reports)


def _reports(
    session: ClientSession, previous: dict[str, str]
) -> list[types.WorkspaceDocumentDiagnosticReport]:
    reports: list[types.WorkspaceDocumentDiagnosticReport] = []
    for path in sorted(session.reports):
        document = session.documents.get(path)
        uri = uris.uri_of_path(path) if document is None else document.uri
        version = None if document is None else document.version
        items = _items(session, path)
        result_id = _result_id(items)
        if previous.get(uri) == result_id:
            reports.append(
                types.WorkspaceUnchangedDocumentDiagnosticReport(uri, result_id, version)
            )
        elif items or uri in previous:
            reports.append(
                types.WorkspaceFullDocumentDiagnosticReport(
                    uri, items, version, result_id=result_id
                )
            )
    return reports


def _items(session: ClientSession, path: str) -> list[types.Diagnostic]:
    report = session.reports.get(path)
    return [] if report is None else converted(report.diagnostics, session)


def _result_id(items: Sequence[types.Diagnostic]) -> str:
    # By content: a check that changes nothing leaves the client with what it shows
    return hashlib.sha256(repr(items).encode("utf-8", "replace")).hexdigest()[:16]
