"""Choosing diagnostics by code, prefix and name."""

from __future__ import annotations

from pathlib import Path

import pytest

from muranopl.diagnostics import catalogue
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.selection import UnknownRuleError, selection

CODES = ["MPL101", "MPL120", "MPL121", "MPL122", "MPL209"]

CHOICES: list[tuple[str, str, list[str]]] = [
    ("", "", CODES),
    ("MPL1", "", CODES[:4]),
    ("mpl12 MPL209", "", CODES[1:]),
    ("", "MPL12", ["MPL101", "MPL209"]),
    ("MPL", "MPL1", ["MPL209"]),
    ("MPL120", "MPL1", ["MPL120"]),
    ("MPL1 MPL120", "MPL12", ["MPL101", "MPL120"]),
    ("MPL120", "MPL120", []),
    ("unknown-key", "", ["MPL120"]),
    ("ALL", "Unknown-Key MPL2", ["MPL101", "MPL121", "MPL122"]),
    ("MPL2", "ALL", ["MPL209"]),
    ("", "all", []),
]


@pytest.mark.parametrize(("chosen", "ignored", "expected"), CHOICES)
def test_the_most_exact_word_decides(chosen: str, ignored: str, expected: list[str]) -> None:
    assert list(filter(selection(chosen.split(), ignored.split()).keeps, CODES)) == expected


WRONG = {
    # Another number is another diagnostic
    "MPL999": "`muranopl explain` lists all",
    "MLP120": 'did you mean "MPL120"?',
    "unknwn-key": 'did you mean "unknown-key"?',
    "": "not a code",
    "X": "not a code",
}


@pytest.mark.parametrize("word", WRONG)
def test_unknown_words_are_refused(word: str) -> None:
    for options in (([word], []), ([], [word])):
        with pytest.raises(UnknownRuleError, match=WRONG[word].replace("?", r"\?")):
            selection(*options)


def test_every_family_of_the_catalogue_is_listed() -> None:
    folder = Path(catalogue.__file__).parent
    assert sorted(catalogue.FAMILIES) == sorted(path.stem for path in folder.glob("[!_]*.py"))


def test_the_catalogue_is_sorted_and_its_codes_tell_the_phase() -> None:
    known = rules()
    assert list(known) == sorted(known)
    for code, rule in known.items():
        assert rule.code == code
        family = int(code[3])
        # The structure of bodies and what they do; muranopl may fail from phase 1 on
        bodies, anything = ({1, 5}, {1})
        assert rule.phase.number in {0: anything, 6: bodies, 7: {5}, 8: bodies, 9: {1, 4, 5}}.get(
            family, {family}
        )
