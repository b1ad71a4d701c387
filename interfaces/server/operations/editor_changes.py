"""Operations that return changes of a package that is edited: other names, and comments that suppress.

The editor makes the changes, and sends them with its next request, see `editor`.
"""

from __future__ import annotations

import contextlib
import functools
import posixpath
from collections.abc import Iterator
from typing import Annotated, TypedDict

from muranopl.ard.sources.source import path_inside
from muranopl.diagnostics.diagnostic import TextEdit
from muranopl.diagnostics.suppressions.writing import suppressing_edits
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.operations.edited import (
    ERRORS,
    AskedPosition,
    EditedQuery,
    TextPosition,
    current_text,
    cursor_of,
    edited_package,
    text_of,
)
from muranopl.interfaces.server.response_bodies import (
    ShownEdit,
    SourcePlace,
    doc,
    shown,
    shown_place,
)
from muranopl.interfaces.server.work.served import ServedCatalog

GROUP = OperationGroup(
    "editor",
    {**ERRORS, 409: "the change is not possible; the message has the reason"},
    of_uploads=True,
)
_LONGEST = 1000


class NewName(TextPosition, kw_only=True):
    """A new name for the symbol at a position."""

    name: Annotated[str, doc(min_length=1, max_length=_LONGEST)]


class ReportedThere(TextPosition, kw_only=True):
    """A diagnostic of an edited package: its code and the place where it begins."""

    code: Annotated[str, doc(min_length=1, max_length=_LONGEST)]


class NamedThere(TypedDict):
    """The renamable name at a position."""

    name: str
    place: SourcePlace


class NewPath(TypedDict):
    """A new path for a file of the package."""

    path: str
    new_path: str


class Renamed(TypedDict):
    """The edits of a renaming, and the files that are renamed with it.

    `left` are places with the same name that may refer to something else; they are not edited.
    """

    edits: list[ShownEdit]
    files: list[NewPath]
    left: list[SourcePlace]


class SuppressingEdits(TypedDict):
    """The edits that add a comment to suppress a diagnostic."""

    edits: list[ShownEdit]


@GROUP.operation("POST", "/editor/renamable")
def renamable(served: ServedCatalog, query: EditedQuery, body: TextPosition) -> NamedThere:
    """Return the renamable name at a position."""
    from muranopl.workspace.symbols.renaming.rename import (  # few tasks
        can_rename,
    )

    with _refusals():
        occurrence = can_rename(_position(served, query, body).at)
    name = posixpath.basename(occurrence.symbol.name)
    return {"name": name, "place": shown_place(occurrence.place)}


@GROUP.operation("POST", "/editor/rename")
def renamed(served: ServedCatalog, query: EditedQuery, body: NewName) -> Renamed:
    """Return the edits that rename the symbol at a position in the package."""
    from muranopl.workspace.current_places import (  # few tasks
        check_can_be_edited,
    )
    from muranopl.workspace.symbols.renaming.rename import (  # few tasks
        rename,
    )

    with _refusals():
        cursor = _position(served, query, body)
        result = rename(cursor.at, body.name)
        for file in {edit.place.file for edit in result.edits}:
            check_can_be_edited(file, current_text(cursor.source, file))
    source = cursor.source
    uncertain = [edit.place for edit in result.edits if not edit.certain]
    return {
        "edits": [
            _shown_edit(TextEdit(edit.place, edit.text)) for edit in result.edits if edit.certain
        ],
        "files": [
            {"path": path_inside(source, item.file), "new_path": source.inside(item.path)}
            for item in result.files
        ],
        "left": cursor.all_shown((*result.left, *uncertain)),
    }


@GROUP.operation("POST", "/editor/suppression")
def suppression(served: ServedCatalog, query: EditedQuery, body: ReportedThere) -> SuppressingEdits:
    """Return the edit that adds a comment to suppress a diagnostic."""
    edited = edited_package(served, query, body)
    text = text_of(edited.source, body.path)
    reported = (
        item
        for item in edited.diagnostics()
        if path_inside(edited.source, item.place.file) == body.path
        and (item.code, item.line, item.column) == (body.code, body.line, body.column)
    )
    diagnostic = next(reported, None)
    if diagnostic is None or text is None:
        raise ApiError(404, f"{body.code} is not reported at this position")
    edit = next(suppressing_edits(text, [diagnostic]))
    if edit is None:
        raise ApiError(409, f"a comment cannot suppress {body.code} at this position")
    return {"edits": [_shown_edit(edit)]}


def _position(served: ServedCatalog, query: EditedQuery, body: TextPosition) -> AskedPosition:
    """Return the position that is to be edited. Raise ApiError and NotEditableError."""
    from muranopl.workspace.current_places import (  # few tasks
        check_analysed_can_be_edited,
    )

    cursor = cursor_of(served, query, body)
    if cursor is None:
        raise ApiError(409, "the package cannot be read: fix its manifest first")
    check_analysed_can_be_edited(cursor.at, functools.partial(current_text, cursor.source))
    return cursor


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Raise ApiError for what cannot be renamed, or edited now."""
    from muranopl.workspace.current_places import (  # few tasks
        NotEditableError,
    )
    from muranopl.workspace.symbols.renaming.result import (  # few tasks
        RenameRefusedError,
    )

    try:
        yield
    except (NotEditableError, RenameRefusedError) as error:
        raise ApiError(409, str(error)) from None


def _shown_edit(edit: TextEdit) -> ShownEdit:
    return shown(ShownEdit, edit, source=edit.place.file.display)
