"""Keys of a declaration that are not indented below its name: one diagnostic, with what to indent."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

CLASS = """\
Namespaces:
  =: example.app
Name: Sample
"""
PROPERTY = """\
Properties:
  size:
    Contract: $.int().notNull()
"""
METHOD = """\
Methods:
  go:
    Arguments:
"""
CASES = {
    "a number": (PROPERTY + "  Default: 5\n", "MPL122", 7, "`Default:` below `size:`"),
    "a mapping": (
        "Properties:\n  size:\n    Contract:\n      a: $.int()\n  Default:\n    a: 1\n",
        "MPL122",
        9,
        "`Default:` below `size:`",
    ),
    "all keys": (
        "Properties:\n  size:\n  Contract: $.int()\n  Usage: Out\n  other:\n    Contract: $\n",
        "MPL122",
        6,
        "`Contract:` below `size:`",
    ),
    "a body": (
        "Methods:\n  go:\n    Usage: Static\n  Body:\n    - Return: 1\n",
        "MPL122",
        8,
        "`Body:` below `go:`",
    ),
    "of an argument": (
        METHOD + "      - x:\n          Contract: $.int()\n        Default: 5\n",
        "MPL154",
        7,
        "`Default:` below `x:`",
    ),
    "all keys of an argument": (
        METHOD + "      - x:\n        Contract: $.int()\n        Default: 5\n",
        "MPL154",
        7,
        "`Contract:` below `x:`",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_suggestion_is_to_indent_them(name: str, tmp_path: Path) -> None:
    text, code, line, remedy = CASES[name]
    folder = write(files(CLASS + text), tmp_path)
    facts = [
        (item.code, item.line, item.suggestion) for item in muranopl.validate(folder).diagnostics
    ]
    assert facts == [(code, line, f"indent {remedy}")]


def test_a_member_may_have_the_name_of_a_key(tmp_path: Path) -> None:
    text = f"{CLASS}{PROPERTY}  Default:\n    Contract: $.int()\n    Default: 5\n"
    assert not muranopl.validate(write(files(text), tmp_path)).diagnostics


@pytest.mark.parametrize("name", ["5", "null"])
def test_a_second_argument_without_a_name(name: str, tmp_path: Path) -> None:
    text = f"{METHOD}      - x:\n          Contract: $.int()\n        {name}: y\n    Body:\n      - Return: $x\n"
    report = muranopl.validate(write(files(CLASS + text), tmp_path))
    assert [(item.code, item.line) for item in report.diagnostics] == [
        ("MPL154", 7),
        ("MPL151", 9),
    ]
