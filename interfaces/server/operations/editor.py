"""Operations for editors of a package: its diagnostics, and answers about a position in a file.

Requests are about a package that is served, or one that was uploaded, and have the texts of the
files that were edited: nothing is kept between them that another worker would lack.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, TypedDict

from muranopl.ard.sources.source import Source, path_inside
from muranopl.diagnostics.formats.context import ReportContext, summarize
from muranopl.diagnostics.places import Place
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.operations.edited import (
    ERRORS,
    EditedQuery,
    EditedTexts,
    TextPosition,
    cursor_of,
    edited_package,
    position_of,
    text_of,
)
from muranopl.interfaces.server.response_bodies import (
    ReportSummary,
    ShownDiagnostic,
    SourcePlace,
    doc,
    shown,
    shown_diagnostics,
)
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.phases.reuse.package_results import FileIndex

if TYPE_CHECKING:
    from muranopl.workspace.analysis import Analysis
    from muranopl.workspace.completion.completion import Completion
    from muranopl.workspace.completion.signature_help import CallSignature

GROUP = OperationGroup("editor", ERRORS, of_uploads=True)


class EditedReport(TypedDict):
    """The diagnostics of a check of the package, as `muranopl check --format json` has it."""

    diagnostics: list[ShownDiagnostic]
    summary: ReportSummary


class HoverText(TypedDict):
    """The description of the name or the expression at a position; null if there is none."""

    text: Annotated[str | None, doc("Markdown")]
    place: SourcePlace | None


class DefinitionPlaces(TypedDict):
    """The declarations that a name refers to, and the texts of their files in other packages."""

    places: list[SourcePlace]
    sources: dict[str, str]


class ReferencePlaces(TypedDict):
    """The references in the package to the symbol at a position, in their order."""

    places: list[SourcePlace]


class ShownParameter(TypedDict):
    """A parameter of a signature; its label is a part of that of the signature."""

    label: str
    words: Annotated[str, doc("Markdown")]


class ShownSignature(TypedDict):
    """A signature of a call; `active` is the number of the parameter at the position."""

    label: str
    words: Annotated[str, doc("Markdown")]
    parameters: list[ShownParameter]
    active: Annotated[int | None, doc("counted from 0; null if there is none")]


class Signatures(TypedDict):
    """The possible signatures of the call around a position."""

    signatures: list[ShownSignature]


class ProposedInsertion(TypedDict):
    """A text to insert at another position of the package, such as the declaration of a prefix."""

    path: str
    line: int
    column: int
    text: str


class Proposal(TypedDict):
    """A proposal for a position.

    `text` replaces the line from the column `start` to the position. A `snippet` has the
    placeholders of the language server protocol. Proposals are sorted by `order`, then by label.
    """

    label: str
    kind: Annotated[str, doc("a word such as class, property, key")]
    text: str
    start: int
    snippet: bool
    detail: str
    words: Annotated[str, doc("Markdown")]
    insertions: list[ProposedInsertion]
    order: int
    deprecated: bool


class Proposals(TypedDict):
    """The proposals for a position."""

    proposals: list[Proposal]


@GROUP.operation("POST", "/editor/diagnostics")
def edited_diagnostics(
    served: ServedCatalog, query: EditedQuery, body: EditedTexts
) -> EditedReport:
    """Return the diagnostics of a package with edited files.

    A request has the texts of all changed files, so that any worker can answer it. Results that
    have not changed since the last request are reused.
    """
    diagnostics = edited_package(served, query, body).diagnostics()
    summary = summarize(diagnostics, ReportContext())
    return {
        "diagnostics": shown_diagnostics(diagnostics),
        "summary": shown(ReportSummary, summary, packages=1),
    }


@GROUP.operation("POST", "/editor/hover")
def hover_text(served: ServedCatalog, query: EditedQuery, body: TextPosition) -> HoverText:
    """Return the description of the name or the expression at a position."""
    from muranopl.workspace.symbols.hover import hover  # few tasks

    cursor = position_of(served, query, body)
    result = None if cursor is None else hover(cursor.at)
    place = None if cursor is None or result is None else cursor.shown(result.place)
    if result is None or place is None:
        return {"text": None, "place": None}
    return {"text": result.text, "place": place}


@GROUP.operation("POST", "/editor/definition")
def definitions(served: ServedCatalog, query: EditedQuery, body: TextPosition) -> DefinitionPlaces:
    """Return the declarations of the name at a position."""
    from muranopl.workspace.symbols.navigation import (  # few tasks
        definition,
    )

    cursor = position_of(served, query, body)
    if cursor is None:
        return {"places": [], "sources": {}}
    places = [target.place for target in definition(cursor.at).targets]
    return {
        "places": cursor.all_shown(places),
        "sources": _texts_elsewhere(places, cursor.at.analysis),
    }


@GROUP.operation("POST", "/editor/references")
def references(served: ServedCatalog, query: EditedQuery, body: TextPosition) -> ReferencePlaces:
    """Return the references in the package to the symbol at a position, and its declaration."""
    from muranopl.workspace.symbols.navigation import (  # few tasks
        references,
    )

    cursor = position_of(served, query, body)
    if cursor is None:
        return {"places": []}
    return {"places": cursor.all_shown(use.place for use in references(cursor.at))}


@GROUP.operation("POST", "/editor/signatures")
def signatures(served: ServedCatalog, query: EditedQuery, body: TextPosition) -> Signatures:
    """Return the signatures of the call around a position."""
    from muranopl.workspace.completion.signature_help import (  # few tasks
        signature_help,
    )

    cursor = cursor_of(served, query, body)
    candidates = [] if cursor is None else signature_help(cursor.at, cursor.text)
    return {"signatures": [_signature(item) for item in candidates]}


def _signature(item: CallSignature) -> ShownSignature:
    parameters = [shown(ShownParameter, parameter) for parameter in item.parameters]
    return shown(ShownSignature, item, parameters=parameters)


@GROUP.operation("POST", "/editor/completion")
def completion(served: ServedCatalog, query: EditedQuery, body: TextPosition) -> Proposals:
    """Return the proposals for a position."""
    from muranopl.workspace.completion.complete import (  # few tasks
        complete,
    )

    cursor = cursor_of(served, query, body)
    if cursor is None:
        return {"proposals": []}
    proposals = complete(cursor.at, cursor.text)
    return {"proposals": [_proposal(item, cursor.source) for item in proposals]}


def _texts_elsewhere(places: Iterable[Place], analysis: Analysis) -> dict[str, str]:
    """Return the texts of the files of other packages that places are in."""
    files = FileIndex(analysis.results.read.index)
    result = {}
    for file in {place.file for place in places}:
        source = files.owner(file).source
        if source.location != analysis.package.header.source.location:
            text = text_of(source, path_inside(source, file))
            if text is not None:
                result[file.display] = text
    return result


def _proposal(item: Completion, source: Source) -> Proposal:
    # Requests name files without the folder that some zips have around a package
    insertions = [
        shown(ProposedInsertion, insertion, path=source.inside(insertion.path))
        for insertion in item.insertions
    ]
    return shown(Proposal, item, kind=item.kind.value, insertions=insertions)
