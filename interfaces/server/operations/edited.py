"""Applies the edits that a request has to a package, and finds the position that it is about.

`editor` and `editor_changes` share this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, SourceError, join_inside, path_inside
from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.response_bodies import PackageVersion, SourcePlace, doc, shown_place
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.phases.job import Job
from muranopl.phases.reuse.snapshots import SnapshotFile

if TYPE_CHECKING:
    from muranopl.workspace.edited_package import EditedPackage
    from muranopl.workspace.symbols.index import At

ERRORS = {404: "no such package, version or file", 422: "the upload is not a package"}
"""The statuses of all operations of the editor."""
_MOST_TEXTS = 1000
_LAST = FILE_SIZE.most + 1
"""The highest number of a line or a column: the end of a file that is one line, or has only line ends."""
_LONGEST = 1000

FilePath = Annotated[
    str, doc("the path of a file in the package", min_length=1, max_length=_LONGEST)
]
Number = Annotated[int, doc(ge=1, le=_LAST)]


class EditedQuery(msgspec.Struct, frozen=True):
    """The package to edit; by default, the uploaded one of X-Upload."""

    package: Annotated[str, doc("the full name of a served package")] = ""
    version: PackageVersion = ""


class EditedTexts(msgspec.Struct, kw_only=True):
    """The edits of a package."""

    texts: Annotated[
        dict[FilePath, str | None],
        doc(
            "the texts of changed and new files; null for deleted files",
            max_length=_MOST_TEXTS,
        ),
    ] = {}


class TextPosition(EditedTexts, kw_only=True):
    """A position in a file of a package that is edited."""

    path: FilePath
    line: Number
    column: Number


def edited_package(served: ServedCatalog, query: EditedQuery, body: EditedTexts) -> EditedPackage:
    """Return the package with its current texts. Raise ApiError."""
    for path in body.texts:
        # Another spelling of a path, such as `a/../b`, would be a second file
        if join_inside("", path) != path:
            raise ApiError(400, f'texts: "{visible(path)}" is not the path of a file in a package')
    if body.texts.get(MANIFEST, "") is None:
        raise ApiError(400, f"texts: {MANIFEST} cannot be deleted")
    upload = served.upload
    if query.package:
        # With another upload, the packages that it sees may be others
        key = (query.package, query.version, upload and upload.id)
        result = served.edited(key, lambda: served.job_of(query.package, query.version))
    elif upload is not None:
        result = served.edited(upload.id, lambda: _uploaded_job(served))
    else:
        raise ApiError(
            400, "no package is given: send the parameter package or the header X-Upload"
        )
    result.edit(
        {path: None if text is None else text.encode() for path, text in body.texts.items()}
    )
    return result


def _uploaded_job(served: ServedCatalog) -> Job:
    """Return the job of the uploaded package. Raise ApiError."""
    job, unopened = served.catalog.package_paths.open()
    if len(job.targets) != 1:
        raise ApiError(422, "the upload is not a package", unopened)
    return job


def cursor_of(
    served: ServedCatalog, query: EditedQuery, body: TextPosition
) -> AskedPosition | None:
    """Return the position in the current text that a request is about. Raise ApiError.

    None without an analysis.
    """
    from muranopl.workspace.symbols.index import At  # few tasks

    edited = edited_package(served, query, body)
    if body.path not in edited.source.paths():
        raise ApiError(404, f'the package has no file "{visible(body.path)}"')
    analysis, path = edited.analysis, edited.source.file(body.path).path
    if analysis is None:
        return None
    text = text_of(edited.source, body.path) or ""
    return AskedPosition(edited.source, text, At(analysis, path, body.line, body.column))


class AskedPosition(NamedTuple):
    """A position in a file, the current text of the file, and the package with its current texts."""

    source: Source
    text: str
    at: At

    def shown(self, place: Place) -> SourcePlace | None:
        """Return a place of the analysis in the current text; None if its lines were edited."""
        from muranopl.workspace.current_places import (  # few tasks
            current_place,
        )

        current = current_place(place, current_text(self.source, place.file))
        return None if current is None else shown_place(current)

    def all_shown(self, places: Iterable[Place]) -> list[SourcePlace]:
        """Return the places that are in the current texts."""
        return [shown for place in places if (shown := self.shown(place)) is not None]


def position_of(
    served: ServedCatalog, query: EditedQuery, body: TextPosition
) -> AskedPosition | None:
    """Return the position that a request is about, in the text that was analysed. Raise ApiError.

    None without an analysis, and in a line that was edited since the YAML of the file could be read.
    """
    from muranopl.workspace.current_places import (  # few tasks
        analysed_position,
    )

    cursor = cursor_of(served, query, body)
    at = None if cursor is None else analysed_position(cursor.at, cursor.text)
    return None if cursor is None or at is None else cursor._replace(at=at)


def current_text(source: Source, file: File) -> str | None:
    """Return the current text of a file of an analysis, in an edited package with this source."""
    # Files of other packages never change
    is_own = isinstance(file, SnapshotFile) and file.package == source.location
    return text_of(source, path_inside(source, file)) if is_own else file.text


def text_of(source: Source, path: str) -> str | None:
    """Return the text of a file; None if it has none."""
    try:
        return source.read(path).decode("utf-8-sig")
    except (SourceError, UnicodeDecodeError):
        return None
