"""Questions about a name: `cases/QUESTION/*.case` has a marked package, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from muranopl.workspace.symbols import hierarchies, navigation
from muranopl.workspace.symbols.hover import hover
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.inlay_hints import inlay_hints
from muranopl.workspace.symbols.navigation import links
from muranopl.workspace.symbols.renaming.rename import rename
from muranopl.workspace.symbols.renaming.result import RenameRefusedError
from muranopl.workspace.symbols.search import search
from muranopl.workspace.symbols.symbol import Occurrence
from tests.workspace.marked import Marked, marked, name_of, shown

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.case"))
HEADING = "=== expected\n"


@pytest.mark.parametrize("name", CASES)
def test_question(name: str, rewrite: bool) -> None:
    file = FOLDER / name
    text = file.read_text(encoding="utf-8")
    case = marked(text)
    # The last word of the name is that of a question with one: `rename/method to install.case`
    question, _, argument = name.removesuffix(".case").partition("/")
    ask = QUESTIONS[question]
    answer = ask(case, argument.rpartition(" ")[2]).strip("\n") + "\n"
    if rewrite:
        package, _, _ = text.partition(HEADING)
        file.write_text(f"{package}{HEADING}{answer}", encoding="utf-8")
    else:
        assert answer == case.expected


def _at(case: Marked) -> At:
    return At(case.analysis, case.path, case.line, case.column)


def _definition(case: Marked, _word: str) -> str:
    found = navigation.definition(_at(case))
    return _lines(shown(target.place) for target in found.targets)


def _declaration(case: Marked, _word: str) -> str:
    found = navigation.declaration(_at(case))
    return _lines(shown(target.place) for target in found.targets)


def _type_definition(case: Marked, _word: str) -> str:
    found = navigation.type_definition(_at(case))
    return _lines(shown(target.place) for target in found.targets)


def _implementations(case: Marked, _word: str) -> str:
    _, *others = case.analyses
    found = navigation.implementations(_at(case), others)
    return _lines(shown(target.place) for target in found.targets)


def _references(case: Marked, _word: str) -> str:
    _, *others = case.analyses
    return _occurrences(navigation.references(_at(case), others))


def _highlights(case: Marked, _word: str) -> str:
    return _occurrences(navigation.highlights(_at(case)))


def _hover(case: Marked, _word: str) -> str:
    found = hover(_at(case))
    return "nothing" if found is None else f"{shown(found.place)}\n\n{found.text}"


def _rename(case: Marked, word: str) -> str:
    _, *others = case.analyses
    try:
        found = rename(_at(case), word, others)
    except RenameRefusedError as error:
        return f"refused: {error}"
    return _lines(
        [
            *(
                f"{shown(edit.place)} -> {edit.text}{'' if edit.certain else '?'}"
                for edit in found.edits
            ),
            *(f"{name_of(item.file)} -> {item.path}" for item in found.files),
            *(f"left: {shown(place)}" for place in found.left),
        ]
    )


def _calls(case: Marked, _word: str) -> str:
    analysis = case.analysis
    lines = []
    for method in hierarchies.methods_at(_at(case)):
        lines.append(method.symbol.shown)
        for title, calls in (
            ("from", hierarchies.incoming_calls(method.symbol, case.analyses)),
            ("to", hierarchies.outgoing_calls(method.symbol, analysis)),
        ):
            for call in calls:
                places = ", ".join(map(shown, call.places))
                mark = "" if call.certain else "?"
                lines.append(f"{title} {call.target.symbol.shown}{mark}: {places}")
    return _lines(lines)


def _types(case: Marked, _word: str) -> str:
    lines = []
    for class_ in hierarchies.classes_at(_at(case)):
        symbol = class_.symbol
        above = hierarchies.supertypes(symbol, case.analyses)
        below = hierarchies.subtypes(symbol, case.analyses)
        lines.append(symbol.name)
        lines += [f"above: {target.symbol.name}" for target in above]
        lines += [f"below: {target.symbol.name}" for target in below]
    return _lines(lines)


def _links(case: Marked, _word: str) -> str:
    return _lines(
        f"{shown(link.place)} -> {shown(link.target)}"
        for path in sorted(case.analysis.texts)
        for link in links(case.analysis, path)
    )


def _search(case: Marked, word: str) -> str:
    found = search(case.analyses, word)
    return _lines(f"{target.symbol.shown}: {shown(target.place)}" for target in found)


def _inlay_hints(case: Marked, _word: str) -> str:
    return _lines(
        f"{shown(hint.place)}{hint.text} ({hint.words})"
        for path in sorted(case.analysis.texts)
        for hint in inlay_hints(case.analysis, path)
    )


def _occurrences(found: Iterable[Occurrence]) -> str:
    return _lines(f"{shown(item.place)}: {item.role.value}" for item in found)


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines) or "nothing"


QUESTIONS: dict[str, Callable[[Marked, str], str]] = {
    "definition": _definition,
    "declaration": _declaration,
    "type-definition": _type_definition,
    "implementations": _implementations,
    "references": _references,
    "highlights": _highlights,
    "hover": _hover,
    "rename": _rename,
    "calls": _calls,
    "types": _types,
    "links": _links,
    "search": _search,
    "inlay-hints": _inlay_hints,
}
