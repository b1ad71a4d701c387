"""Code actions: fixes of diagnostics, comments that suppress them, and their explanations.

An explanation is shown by a command, which clients run by its name.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Diagnostic, Fix, TextEdit
from muranopl.diagnostics.pages import markdown
from muranopl.diagnostics.suppressions.writing import suppressing_edits
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.diagnostics import converted
from muranopl.interfaces.lsp.edits import workspace_edit
from muranopl.interfaces.lsp.features import command, feature
from muranopl.interfaces.lsp.refactoring import refactorings
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession, FileReport, path_of
from muranopl.interfaces.lsp.virtual_documents import open_document, show
from muranopl.writing.fixing.encoded_text import EncodedText, Substitution

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.muranopl"
EXPLAIN = "muranopl.explain"
_MOST = 10
"""For how many diagnostics of a selection there are actions: each is looked at in the text."""


@feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.Refactor, FIX_ALL]
    ),
)
def code_actions(session: ClientSession, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions for the diagnostics in a range."""
    path = uris.path_of(params.text_document.uri)
    if path is None:
        return []
    # Diagnostics of an earlier text have other places: no action fits them
    report = session.report(path) or FileReport()
    touched = (
        item
        for item in report.diagnostics
        if _touches(session.checked_range(item.place), params.range)
    )
    there = list(itertools.islice(touched, _MOST))
    actions: list[types.CodeAction] = []
    if _is_asked_for(types.CodeActionKind.QuickFix.value, params.context):
        for diagnostic in there:
            actions += _fixes(diagnostic, session)
        actions += _of_same_code(there, report.diagnostics, path, session)
        comments = suppressing_edits(session.text(path), there)
        for diagnostic, comment in zip(there, comments, strict=True):
            actions += _suppression(diagnostic, comment, session)
            actions.append(_explanation(diagnostic, session))
    if _is_asked_for(types.CodeActionKind.Refactor.value, params.context):
        actions += refactorings(path, params.range.start, session)
    if _is_asked_for(FIX_ALL, params.context):
        actions += _all_fixes(report.diagnostics, path, session)
    return actions


def _is_asked_for(kind: str, context: types.CodeActionContext) -> bool:
    """Return whether the client asks for a kind, or for one that includes it."""
    if context.only is None:
        return True
    kinds = [getattr(item, "value", item) for item in context.only]
    return any(kind == item or kind.startswith(f"{item}.") for item in kinds)


def _touches(range_: types.Range, other: types.Range) -> bool:
    return range_.start <= other.end and other.start <= range_.end


def _fixes(diagnostic: Diagnostic, session: ClientSession) -> Iterator[types.CodeAction]:
    for position, fix in enumerate(diagnostic.fixes):
        edit = workspace_edit(fix.edits, session)
        if edit is not None:
            yield types.CodeAction(
                title=_title(fix),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=converted([diagnostic], session),
                is_preferred=position == 0 and fix.is_safe,
                edit=edit,
            )


def _title(fix: Fix) -> str:
    title = fix.title[:1].upper() + fix.title[1:]
    return title if fix.is_safe else f"{title} (may change the meaning)"


def _of_same_code(
    there: Iterable[Diagnostic], everywhere: Sequence[Diagnostic], path: str, session: ClientSession
) -> Iterator[types.CodeAction]:
    """Yield the fixes of all diagnostics with a code in the file, for codes with several."""
    for code in dict.fromkeys(item.code for item in there):
        same = [item for item in everywhere if item.code == code and item.fix()]
        edit = _together(same, path, session)
        if edit is not None and len(same) > 1:
            yield types.CodeAction(
                title=f"Fix all {len(same)} occurrences of {code} in this file",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=converted(same, session),
                edit=edit,
            )


def _all_fixes(
    diagnostics: Sequence[Diagnostic], path: str, session: ClientSession
) -> Iterator[types.CodeAction]:
    edit = _together(diagnostics, path, session)
    if edit is not None:
        yield types.CodeAction(title="Apply all safe fixes in this file", kind=FIX_ALL, edit=edit)


def _together(
    diagnostics: Iterable[Diagnostic], path: str, session: ClientSession
) -> types.WorkspaceEdit | None:
    """Return the safe fixes within a file that do not touch one another."""
    text = EncodedText(session.text(path), "utf-8", b"")
    edits: list[TextEdit] = []
    taken: list[Substitution] = []
    for diagnostic in diagnostics:
        fix = diagnostic.fix()
        # A fix that also changes other files is offered alone, where the user sees it
        if fix is None or any(path_of(edit.place.file) != path for edit in fix.edits):
            continue
        substitutions = text.substitutions(fix.edits)
        # Of two fixes that touch one another the first is made; the other one needs a new check
        if substitutions is None or any(
            one.overlaps(other) for one in substitutions for other in taken
        ):
            continue
        taken += substitutions
        edits += fix.edits
    return workspace_edit(edits, session) if edits else None


def _suppression(
    diagnostic: Diagnostic, comment: TextEdit | None, session: ClientSession
) -> Iterator[types.CodeAction]:
    edit = None if comment is None else workspace_edit([comment], session)
    if edit is not None:
        yield types.CodeAction(
            title=f"Suppress {diagnostic.code} here",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=converted([diagnostic], session),
            edit=edit,
        )


def _explanation(diagnostic: Diagnostic, session: ClientSession) -> types.CodeAction:
    title = f"Explain {diagnostic.code} ({diagnostic.name})"
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=converted([diagnostic], session),
        command=types.Command(title, EXPLAIN, arguments=[diagnostic.code]),
    )


@command(EXPLAIN)
async def explain(server: MuranoServer, code: object = None, *_: object) -> None:
    """Show the page of a code."""
    rule, client = rules().get(str(code)), server.session.client
    if rule is None:
        server.say(f'Unknown diagnostic "{visible(str(code))}".', types.MessageType.Info)
    elif not client.shows_documents:
        text = f"{rule.page.heading}\n\n{rule.page.explanation}"
        server.say(text, types.MessageType.Info)
    elif client.virtual_documents:
        open_document(server, uris.explanation_uri(rule.code))
    else:
        show(server, f"explanations/{rule.code}.md", markdown(rule.code))
