"""Edits of files in the form of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lsprotocol import types

from muranopl.diagnostics.diagnostic import TextEdit
from muranopl.diagnostics.places import File, Place
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.session import ClientSession, path_of


def workspace_edit(edits: Iterable[TextEdit], session: ClientSession) -> types.WorkspaceEdit | None:
    """Return edits of files.

    None if one of these is not below a folder, or has another text than that of the edits.
    """
    by_path: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        file = edit.place.file
        if not file.is_writable or not file.path:
            return None
        path = path_of(file)
        text = session.text(path)
        if file.text not in {None, text}:
            return None
        range_ = session.range_in(text, edit.place)
        by_path.setdefault(path, []).append(
            types.TextEdit(range_, edit.text.replace("\n", line_end_of(text)))
        )
    return edit_of_paths(by_path, session)


def edit_of_paths(
    by_path: Mapping[str, Sequence[types.TextEdit]], session: ClientSession
) -> types.WorkspaceEdit:
    """Return the edits of files by their path, for the current versions of open documents."""
    by_uri: dict[str, Sequence[types.TextEdit]] = {}
    versions: dict[str, int | None] = {}
    for path, edits in by_path.items():
        document = session.documents.get(path)
        uri = uris.uri_of_path(path) if document is None else document.uri
        by_uri[uri] = edits
        versions[uri] = None if document is None else document.version
    if not session.client.versioned_edits:
        return types.WorkspaceEdit(changes=by_uri)
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(uri, versions[uri]), list(edits)
            )
            for uri, edits in by_uri.items()
        ]
    )


def difference(before: str, after: str, session: ClientSession) -> list[types.TextEdit]:
    """Return the edit that makes one text of another: the lines that differ."""
    if before == after:
        return []
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    first = _count_equal(old, new)
    last = _count_equal(old[first:][::-1], new[first:][::-1])
    start, end = len("".join(old[:first])), len("".join(old[: len(old) - last]))
    text = "".join(new[first : len(new) - last])
    place = Place(File("", "", before), *_at(before, start), *_at(before, end))
    return [types.TextEdit(session.range_in(before, place), text)]


def line_end_of(text: str) -> str:
    """Return the line end of a text, which is that of its first line."""
    first = text.partition("\n")[0]
    return "\r\n" if first.endswith("\r") else "\n"


def _count_equal(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip(first, second, strict=False)
    differing = (at for at, (one, other) in enumerate(pairs) if one != other)
    return next(differing, min(len(first), len(second)))


def _at(text: str, offset: int) -> tuple[int, int]:
    lines = File("", "", text[:offset]).lines()
    return len(lines), len(lines[-1]) + 1
