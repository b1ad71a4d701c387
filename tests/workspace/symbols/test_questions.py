"""Questions about a name: `cases/QUESTION/*.case` has a marked package, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from muranopl.workspace.symbols import navigation
from muranopl.workspace.symbols.hover import hover
from muranopl.workspace.symbols.symbol import Occurrence
from tests.workspace.marked import Marked, marked, shown

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.case"))
HEADING = "=== expected\n"


@pytest.mark.parametrize("name", CASES)
def test_question(name: str, rewrite: bool) -> None:
    file = FOLDER / name
    text = file.read_text(encoding="utf-8")
    case = marked(text)
    answer = QUESTIONS[name.partition("/")[0]](case).strip("\n") + "\n"
    if rewrite:
        package, _, _ = text.partition(HEADING)
        file.write_text(f"{package}{HEADING}{answer}", encoding="utf-8")
    else:
        assert answer == case.expected


def _at(case: Marked) -> tuple[str, int, int]:
    return case.path, case.line, case.column


def _definition(case: Marked) -> str:
    found = navigation.definition(case.analysis, *_at(case))
    return _lines(shown(target.place) for target in found.targets)


def _declaration(case: Marked) -> str:
    found = navigation.declaration(case.analysis, *_at(case))
    return _lines(shown(target.place) for target in found.targets)


def _type_definition(case: Marked) -> str:
    found = navigation.type_definition(case.analysis, *_at(case))
    return _lines(shown(target.place) for target in found.targets)


def _implementations(case: Marked) -> str:
    analysis, *others = case.analyses
    found = navigation.implementations(analysis, *_at(case), others)
    return _lines(shown(target.place) for target in found.targets)


def _references(case: Marked) -> str:
    analysis, *others = case.analyses
    return _occurrences(navigation.references(analysis, *_at(case), others))


def _highlights(case: Marked) -> str:
    return _occurrences(navigation.highlights(case.analysis, *_at(case)))


def _hover(case: Marked) -> str:
    found = hover(case.analysis, *_at(case))
    return "nothing" if found is None else f"{shown(found.place)}\n\n{found.text}"


def _occurrences(found: Iterable[Occurrence]) -> str:
    return _lines(f"{shown(item.place)}: {item.role.value}" for item in found)


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines) or "nothing"


QUESTIONS: dict[str, Callable[[Marked], str]] = {
    "definition": _definition,
    "declaration": _declaration,
    "type-definition": _type_definition,
    "implementations": _implementations,
    "references": _references,
    "highlights": _highlights,
    "hover": _hover,
}
