"""Signatures of the call around the cursor, `|`."""

from __future__ import annotations

import pytest

from muranopl.workspace.completion.signature_help import signature_help
from muranopl.workspace.symbols.index import At
from tests.workspace.completion.package import FORM, SERVER, analyses, split

CLASS, UI = "Classes/Server.yaml", "UI/ui.yaml"
HEAD = SERVER.partition("Properties:")[0]
CONTRACT = f"{HEAD}Properties:\n  x:\n    Contract: "

TABLE = {
    "no call": (CLASS, f"{SERVER}      - $.port|", []),
    "a method": (
        CLASS,
        f"{SERVER}      - $.role.assign(|",
        [("assign(title: $.string(), rank?: $.int())", 0)],
    ),
    "its second argument": (
        CLASS,
        f"{SERVER}      - $.role.assign(a, |",
        [("assign(title: $.string(), rank?: $.int())", 1)],
    ),
    "a named argument": (
        CLASS,
        f"{SERVER}      - $.role.assign(rank => |",
        [("assign(title: $.string(), rank?: $.int())", 1)],
    ),
    "an inner call": (
        CLASS,
        f"{SERVER}      - $.role.assign(int(|",
        [("int(value: Value?) -> Int", 0)],
    ),
    "a finished call": (CLASS, f"{SERVER}      - $.role.assign(a)|", []),
    "a function on a value": (
        CLASS,
        f"{SERVER}      - $.port.select(|",
        [("select(selector: Each) -> Items[selector]", 0)],
    ),
    "a function that takes any number": (
        CLASS,
        f"{SERVER}      - $x: list(1, 2, |",
        [("list(*args: Value?) -> List", 0)],
    ),
    "a contract function": (
        CLASS,
        f"{CONTRACT}$.class(Role, |",
        [("class(name, defaultName?, versionSpec?)", 1)],
    ),
    "a predicate": (
        CLASS,
        f"{CONTRACT}$.string().check(len(|",
        [
            ("len(collection: Iterator) -> Int", 0),
            ("len(dict: Mapping) -> Int", 0),
            ("len(sequence: Sequence) -> Int", 0),
            ("len(set: Set) -> Int", 0),
            ("len(string: String) -> Int", 0),
        ],
    ),
    "a function of forms": (
        UI,
        FORM.replace("$.main.port", "generateHostname(a, |"),
        [("generateHostname(pattern: String, number: Int) -> String", 1)],
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_signatures(name: str) -> None:
    path, marked, expected = TABLE[name]
    text, line, column = split(marked)
    result = signature_help(At(analyses()[0], path, line, column), text)
    assert [(item.label, item.active) for item in result] == expected


def test_parameters_have_words() -> None:
    text, line, column = split(f"{CONTRACT}$.class(|")
    (signature,) = signature_help(At(analyses()[0], CLASS, line, column), text)
    assert signature.parameters[0].words == "The class of the object."
    assert signature.words.startswith("An object of a class")
