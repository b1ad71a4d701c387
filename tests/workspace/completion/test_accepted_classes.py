"""A class that is proposed is one that the package may use, with what the proposal inserts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muranopl.diagnostics.catalogue.namespace import UNUSED_PREFIX
from muranopl.workspace.completion.completion import Completion, CompletionKind
from tests.workspace.completion.package import FILES, LIBRARY, SERVER, at_cursor, split
from tests.workspace.marked import analysed

CLASS = "Classes/Server.yaml"
HEAD, TAIL = SERVER.split("Properties:\n")
PLACES = (
    f"{HEAD}Properties:\n  extra:\n    Contract: $.class(|)\n{TAIL}",
    f"{SERVER}      - $extra: $.find(|)\n      - Return: $extra\n".replace(
        "      - Return: $count\n", ""
    ),
    SERVER.replace("Extends: lib:Base", "Extends: |"),
)


def _one_of_each_namespace(marked: str) -> Iterator[Completion]:
    namespaces = set()
    for proposal in at_cursor(CLASS, marked):
        namespace = proposal.detail.rpartition(".")[0]
        if proposal.kind is CompletionKind.CLASS and namespace not in namespaces:
            namespaces.add(namespace)
            yield proposal


def _accepted(marked: str, proposal: Completion) -> dict[str, str]:
    """Return the files of the package after a proposal is accepted."""
    text, line, column = split(marked)
    files = {**FILES, CLASS: text}
    places = [(CLASS, line, proposal.start, column, proposal.text)]
    places += [
        (item.path, item.line, item.column, item.column, item.text) for item in proposal.insertions
    ]
    for path, number, start, end, written in sorted(places, reverse=True):
        lines = [*files[path].splitlines(keepends=True), ""]
        at = lines[number - 1]
        lines[number - 1] = at[: start - 1] + written + at[end - 1 :]
        files[path] = "".join(lines)
    return files


@pytest.mark.parametrize("place", range(len(PLACES)))
def test_accepting_a_class_gives_no_diagnostic(place: int) -> None:
    proposals = list(_one_of_each_namespace(PLACES[place]))
    assert len(proposals) >= 6
    for proposal in proposals:
        files = _accepted(PLACES[place], proposal)
        own = {f"app/{path}": text for path, text in files.items()}
        results = analysed({**own, **LIBRARY})[0].results
        found = [
            (item.code, item.message)
            for item in results.diagnostics
            if item.place.file.display.startswith("app/") and item.code != UNUSED_PREFIX.code
        ]
        assert found == [], (proposal, found)
