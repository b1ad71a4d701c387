"""Operations for editors of a package: its diagnostics, and answers about a position in a file.

Requests are about a package that is served, or one that was uploaded, and have the texts of the
files that were edited: nothing is kept between them that another worker would lack.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, TypedDict

import msgspec

from muranopl.ard.sources.source import Source, SourceError, join_inside, path_inside
from muranopl.diagnostics.formats.context import ReportContext, summarize
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import visible
from muranopl.incremental.file_index import FileIndex
from muranopl.interfaces.server.bodies import (
    ReportSummary,
    ShownDiagnostic,
    SourcePlace,
    doc,
    shown,
    shown_diagnostics,
    shown_place,
)
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.phases.job import Job

if TYPE_CHECKING:
    from muranopl.workspace.analysis import Analysis
    from muranopl.workspace.completion.completion import Completion
    from muranopl.workspace.edited_package import EditedPackage

GROUP = OperationGroup("editor", of_uploads=True)
_ERRORS = {
    404: "no such package, version or file",
    422: "the upload is no package",
}
_MOST_TEXTS = 1000
# Files have at most 16 MiB, and none that is worth editing has this many lines or columns
_LAST = 10_000_000
"""The highest number of a line or a column."""
_LONGEST = 1000

FilePath = Annotated[
    str, doc("the path of a file in the package", min_length=1, max_length=_LONGEST)
]
Number = Annotated[int, doc(ge=1, le=_LAST)]


class EditedQuery(msgspec.Struct, frozen=True):
    """The package that is meant; without a name it is the uploaded one, of X-Upload."""

    package: Annotated[str, doc("the full name of a package that is served")] = ""
    version: Annotated[
        str, doc("its version; without, that which an engine would pick")
    ] = ""


class EditedTexts(msgspec.Struct, kw_only=True):
    """The edits of a package."""

    texts: Annotated[
        dict[FilePath, str],
        doc(
            "the texts of files that are not as in the package, or new",
            max_length=_MOST_TEXTS,
        ),
    ] = {}


class TextPosition(EditedTexts, kw_only=True):
    """A position in a file of a package that is edited."""

    path: FilePath
    line: Number
    column: Number


class EditedReport(TypedDict):
    """What a check of the package reports, as `muranopl check --format json` has it."""

    diagnostics: list[ShownDiagnostic]
    summary: ReportSummary


class HoverText(TypedDict):
    """The text about the name or the expression at a position, null without one."""

    text: Annotated[str | None, doc("Markdown")]
    place: SourcePlace | None


class DefinitionPlaces(TypedDict):
    """The declarations that a name refers to, and the texts of those files that other packages have."""

    places: list[SourcePlace]
    sources: dict[str, str]


class ProposedInsertion(TypedDict):
    """A text to be inserted elsewhere in the package, such as a prefix that is used."""

    path: str
    line: int
    column: int
    text: str


class Proposal(TypedDict):
    """What may be written at a position.

    `text` replaces the line from the column `start` to the position. As a `snippet` it
    has the placeholders of the language server protocol. Proposals are ordered by `order`, then by
    their labels.
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
    """What may be written at a position."""

    proposals: list[Proposal]


@GROUP.operation("POST", "/editor/diagnostics", errors=_ERRORS)
def edited_diagnostics(
    served: ServedCatalog, query: EditedQuery, body: EditedTexts
) -> EditedReport:
    """Return the diagnostics of a package whose files have other texts.

    All texts that are not as in the package are sent, so that any worker can answer; what did not
    change since the last request is not computed again.
    """
    diagnostics = _edited(served, query, body).diagnostics()
    summary = summarize(diagnostics, ReportContext())
    return {
        "diagnostics": shown_diagnostics(diagnostics),
        "summary": shown(ReportSummary, summary, packages=1),
    }


@GROUP.operation("POST", "/editor/hover", errors=_ERRORS)
def hover_text(
    served: ServedCatalog, query: EditedQuery, body: TextPosition
) -> HoverText:
    """Return the text about the name or the expression at a position."""
    from muranopl.workspace.symbols.hover import hover  # noqa: PLC0415 - few tasks

    analysis, path = _analysis(served, query, body)
    result = None if analysis is None else hover(analysis, path, body.line, body.column)
    if result is None:
        return {"text": None, "place": None}
    return {"text": result.text, "place": shown_place(result.place)}


@GROUP.operation("POST", "/editor/definition", errors=_ERRORS)
def definitions(
    served: ServedCatalog, query: EditedQuery, body: TextPosition
) -> DefinitionPlaces:
    """Return where the name at a position is declared."""
    from muranopl.workspace.symbols.navigation import (  # noqa: PLC0415 - few tasks
        definition,
    )

    analysis, path = _analysis(served, query, body)
    if analysis is None:
        return {"places": [], "sources": {}}
    result = definition(analysis, path, body.line, body.column)
    places = [target.place for target in result.targets]
    return {
        "places": [shown_place(place) for place in places],
        "sources": _texts_elsewhere(places, analysis),
    }


@GROUP.operation("POST", "/editor/completion", errors=_ERRORS)
def completion(
    served: ServedCatalog, query: EditedQuery, body: TextPosition
) -> Proposals:
    """Return what may be written at a position."""
    from muranopl.workspace.completion.complete import (  # noqa: PLC0415 - few tasks
        complete,
    )

    analysis, path = _analysis(served, query, body)
    if analysis is None:
        return {"proposals": []}
    source = analysis.package.header.source
    text = _text(source, body.path) or ""
    proposals = complete(text, path, body.line, body.column, analysis)
    return {"proposals": [_proposal(item, source) for item in proposals]}


def _edited(
    served: ServedCatalog, query: EditedQuery, body: EditedTexts
) -> EditedPackage:
    """Return the package with its current texts. Raise ApiError."""
    for path in body.texts:
        # Another spelling of a path, such as `a/../b`, would be a second file
        if join_inside("", path) != path:
            raise ApiError(
                400, f'texts: "{visible(path)}" is no path of a file in a package'
            )
    upload = served.upload
    if query.package:
        # With another upload, the packages that it sees may be others
        key = (query.package, query.version, upload and upload.id)
        result = served.edited(key, lambda: served.job_of(query.package, query.version))
    elif upload is not None:
        result = served.edited(upload.id, lambda: _uploaded_job(served))
    else:
        raise ApiError(
            400, "which package is meant is said by the parameter package or X-Upload"
        )
    result.edit({path: text.encode() for path, text in body.texts.items()})
    return result


def _uploaded_job(served: ServedCatalog) -> Job:
    """Return the job of the uploaded package. Raise ApiError."""
    job, unopened = served.catalog.package_paths.open()
    if len(job.targets) != 1:
        raise ApiError(422, "the upload is no package", unopened)
    return job


def _analysis(
    served: ServedCatalog, query: EditedQuery, body: TextPosition
) -> tuple[Analysis | None, str]:
    """Return the analysis of the package, and the path by which it knows the file. Raise ApiError."""
    edited = _edited(served, query, body)
    if body.path not in edited.source.paths():
        raise ApiError(404, f'the package has no file "{visible(body.path)}"')
    return edited.analysis, edited.source.file(body.path).path


def _text(source: Source, path: str) -> str | None:
    """Return the text of a file; None if it has none."""
    try:
        return source.read(path).decode("utf-8-sig")
    except (SourceError, UnicodeDecodeError):
        return None


def _texts_elsewhere(places: Iterable[Place], analysis: Analysis) -> dict[str, str]:
    """Return the texts of the files of other packages that places are in."""
    files = FileIndex(analysis.results.read.index)
    result = {}
    for file in {place.file for place in places}:
        source = files.owner(file).source
        if source.location != analysis.package.header.source.location:
            text = _text(source, path_inside(source, file))
            if text is not None:
                result[file.display] = text
    return result


def _proposal(item: Completion, source: Source) -> Proposal:
    # Requests name files without the folder that some zips have around a package
    top = f"{source.base}/" if source.base else ""
    insertions = [
        shown(ProposedInsertion, insertion, path=insertion.path.removeprefix(top))
        for insertion in item.insertions
    ]
    return shown(Proposal, item, kind=item.kind.value, insertions=insertions)
