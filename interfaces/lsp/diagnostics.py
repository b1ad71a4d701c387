"""Diagnostics in the form of the protocol."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from lsprotocol.types import (
    CodeDescription,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    DiagnosticTag,
)
from lsprotocol.types import Diagnostic as ProtocolDiagnostic

from muranopl.diagnostics.catalogue import bodies, calls, classes, forms, namespace, suppressions
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats.context import sentences
from muranopl.diagnostics.pages import FOLDER
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.session import ClientSession

SOURCE = "muranopl"

_SEVERITIES = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFO: DiagnosticSeverity.Information,
}
_UNUSED = (
    bodies.UNREACHABLE,
    classes.WORKFLOW_IGNORED,
    namespace.UNUSED_PREFIX,
    suppressions.USELESS,
    forms.UNUSED_FIELD,
    forms.UNUSED_PARAMETER,
    forms.UNUSED_TEMPLATE,
    calls.NOT_USED,
)
_DEPRECATED = (classes.ACTION_DEPRECATED, forms.DEPRECATED_TYPE)
_TAGS = {rule.code: [DiagnosticTag.Unnecessary] for rule in _UNUSED} | {
    rule.code: [DiagnosticTag.Deprecated] for rule in _DEPRECATED
}


def converted(
    diagnostics: Sequence[Diagnostic], session: ClientSession
) -> list[ProtocolDiagnostic]:
    """Return the diagnostics of a file in the form of the protocol."""
    return [_converted(item, session) for item in diagnostics]


def _converted(diagnostic: Diagnostic, session: ClientSession) -> ProtocolDiagnostic:
    address = diagnostic.docs_url or page_uri(diagnostic.code, session)
    return ProtocolDiagnostic(
        range=session.checked_range(diagnostic.place),
        message="\n".join(sentences(diagnostic)),
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        code_description=None if address is None else CodeDescription(address),
        source=SOURCE,
        tags=_TAGS.get(diagnostic.code),
        related_information=list(_related(diagnostic, session)) or None,
    )


def page_uri(code: str, session: ClientSession) -> str | None:
    """Return the URI of the page of a code; None if the client could not open it."""
    if session.client.virtual_documents:
        return uris.explanation_uri(code)
    path = os.path.join(FOLDER, f"{code}.md")
    return uris.uri_of_path(path) if os.path.isfile(path) else None


def _related(
    diagnostic: Diagnostic, session: ClientSession
) -> Iterator[DiagnosticRelatedInformation]:
    if not session.client.related_places:
        return
    for related in diagnostic.related:
        location = session.location(related.place)
        if location is not None:
            yield DiagnosticRelatedInformation(location, related.message)
