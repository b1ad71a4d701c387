"""Whole packages: all names have occurrences and declarations, and can be renamed forth and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeGuard

import pytest

from muranopl.ard.nodes import Yaql, expressions
from muranopl.ard.positions import place_within
from muranopl.ard.sources.discovery import discover
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Variable, walk
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.phases.reuse.one_run import run_all
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.declarations import targets_of
from muranopl.workspace.symbols.index import At, SymbolIndex, index_of
from muranopl.workspace.symbols.renaming.rename import rename
from muranopl.workspace.symbols.renaming.result import RenameRefusedError, Renaming
from muranopl.workspace.symbols.symbol import Occurrence, Role, SymbolKind
from tests.project import ROOT
from tests.workspace.marked import analysed, job_of

PACKAGES = ("hello", "forms", "tested", "broken")
LANGUAGE = {
    SymbolKind.KEY,
    SymbolKind.WORD,
    SymbolKind.FIELD_TYPE,
    SymbolKind.FUNCTION,
    SymbolKind.CONTRACT_FUNCTION,
    SymbolKind.CODE,
}
SELF = {"$", "$this"}


def _texts(name: str) -> dict[str, str]:
    (source,) = discover(str(ROOT / "examples" / name), Findings())
    return {path: source.read(path).decode() for path in source.paths()}


@pytest.mark.parametrize("name", PACKAGES)
def test_names_have_occurrences(name: str) -> None:
    (analysis,) = analysed(_texts(name))
    index = index_of(analysis)
    reported = {(path, line) for _, path, line in _diagnostics(_texts(name))}
    for path, unit in index.units.items():
        starts = {(item.place.line, item.place.column) for item in index.file(path).all}
        for declaration in unit.classes:
            for node in expressions(declaration.node):
                for place in _names(node):
                    is_reported = (path, place.line) in reported
                    assert (place.line, place.column) in starts or is_reported, place


@pytest.mark.parametrize("name", PACKAGES)
def test_references_have_declarations(name: str) -> None:
    (analysis,) = analysed(_texts(name))
    index = index_of(analysis)
    reported = {(path, line) for _, path, line in _diagnostics(_texts(name))}
    for item in index.all():
        if item.certain and item.symbol.kind not in LANGUAGE:
            is_reported = (item.place.file.path, item.place.line) in reported
            assert any(targets_of(item.symbol, index)) or is_reported, item


@pytest.mark.parametrize("name", ["hello", "forms", "tested"])
def test_renaming_forth_and_back(name: str) -> None:
    texts = _texts(name)
    (analysis,) = analysed(texts)
    before = _codes(texts)
    for item in _declarations(index_of(analysis)):
        is_class = item.symbol.kind is SymbolKind.CLASS
        renamed = _renamed(analysis, texts, item.place, "Other9" if is_class else "other9")
        if renamed is None:
            continue
        result, place = renamed
        assert _codes(result) == before, item
        (again,) = analysed(result)
        short = item.symbol.name.rpartition(".")[2] if is_class else item.symbol.name
        back = _renamed(again, result, place, short)
        assert back is not None
        assert back[0] == texts, item


def _names(node: Yaql) -> Iterator[Place]:
    """Yield the variables of an expression, and the members of the object itself."""
    for part in walk(node.tree):
        if isinstance(part, Variable):
            is_word = part.name not in SELF and not part.name[1:].isdecimal()
            yield place_within(node, part.start + is_word, part.end)
        elif _is_member_of_self(part):
            yield place_within(node, part.right.start, part.right.end)


def _is_member_of_self(part: Expression) -> TypeGuard[Binary]:
    return (
        isinstance(part, Binary)
        and part.operator == "."
        and isinstance(part.left, Variable)
        and part.left.name in SELF
        and isinstance(part.right, (Keyword, Call))
    )


def _declarations(index: SymbolIndex) -> list[Occurrence]:
    """Return one declaration of each symbol that may be renamed."""
    found: dict[object, Occurrence] = {}
    for item in index.all():
        if item.role is not Role.REFERENCE and item.symbol.kind not in LANGUAGE:
            found.setdefault(item.symbol, item)
    return list(found.values())


def _renamed(
    analysis: Analysis, texts: Mapping[str, str], place: Place, name: str
) -> tuple[dict[str, str], Place] | None:
    """Return the texts after a renaming, and where the name is then; None if it is refused."""
    try:
        found = rename(At(analysis, place.file.path, place.line, place.column), name)
    except RenameRefusedError:
        return None
    paths = {item.file.path: item.path for item in found.files}
    result = {paths.get(path, path): _edited(path, text, found) for path, text in texts.items()}
    path = paths.get(place.file.path, place.file.path)
    return result, Place(File(place.file.root, path), place.line, place.column)


def _edited(path: str, text: str, found: Renaming) -> str:
    lines = text.split("\n")
    for edit in sorted(found.edits, key=lambda item: item.place.key(), reverse=True):
        place = edit.place
        if place.file.path == path:
            line = lines[place.line - 1]
            lines[place.line - 1] = (
                line[: place.column - 1] + edit.text + line[place.end_column - 1 :]
            )
    return "\n".join(lines)


def _diagnostics(texts: Mapping[str, str]) -> list[tuple[str, str, int]]:
    results = run_all(job_of(texts), None, Phase.RENDER)
    return [
        (item.code, item.place.file.path, item.line)
        for item in results.diagnostics
        if item.place.file.root == "package"
    ]


def _codes(texts: Mapping[str, str]) -> Counter[str]:
    return Counter(code for code, _, _ in _diagnostics(texts))
