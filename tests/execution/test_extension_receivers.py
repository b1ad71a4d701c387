"""Which extension method a call means: the contract of its receiver is matched as a whole (measured)."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.conformance.loading import evaluated_packages, write_packages
from tests.conformance.running import Call, ran

FITS = [
    ("a: $.int()", "{a => 1, b => x}"),
    ("a: $.int()", "{}"),
    ("a: [$.int()]", "{a => 1}"),
    ("$.string(): $.int()", "{a => 1}"),
    ("[$.int()]", "range(3)"),
    ("$.class(Thing).notOwned()", "new(Thing)"),
    ("a: $.class(Thing)", "{a => new(Thing)}"),
]
FITS_NOT = [
    ("a: $.int()", "{a => x}"),
    ("a: $.int().notNull()", "{}"),
    ("a: $.int().check($ > 3)", "{a => 2}"),
    ("a: {b: $.int().notNull()}", "{a => {}}"),
    ("a: {b: $.int()}", "{a => 5}"),
    ("a: [$.int()]", "{a => [x]}"),
    ("a: const", "{}"),
    ("a: $.class(Thing)", "{a => 5}"),
    ("[{a: $.int()}]", "[{a => x}]"),
    ("$.string(): $.int()", "{a => x}"),
    ("$.string(): $.int()", "{1 => 1}"),
    ("{a: $.string(), $.string(): $.int()}", "{a => x, b => y}"),
    ("$.class(Thing).owned()", "new(Thing)"),
]
EXTENSION = """\
Name: {name}
Methods:
  ext:
    Usage: Extension
    Arguments:
    - self:
        Contract:
          {contract}
    Body:
    - Return: {name}
"""
NO_MATCH = "yaql.language.exceptions.NoMatchingMethodException"


def outcome(contract: str, receiver: str, folder: Path, *imports: str) -> dict[str, object]:
    """Return what a call gives where `First` has the contract, and `Any` takes whatever there is."""
    classes = (
        EXTENSION.format(name="First", contract=contract)
        + "---\n"
        + EXTENSION.format(name="Any", contract="$")
    )
    body = f'- Return: !yaql "{receiver}.ext()"'
    case = {
        "body": body,
        "main": f"Import: [{', '.join(imports)}]",
        "classes": f"{classes}---\nName: Thing\n",
    }
    write_packages(evaluated_packages(case, "1.4"), folder)
    return ran(muranopl.Catalog([folder]), Call("conf.Main", "run", [], {}))


@pytest.mark.parametrize(("contract", "receiver"), FITS)
def test_what_fits(contract: str, receiver: str, tmp_path: Path) -> None:
    assert outcome(contract, receiver, tmp_path, "First", "Any").get("value") == "First"


@pytest.mark.parametrize(("contract", "receiver"), FITS_NOT)
def test_what_does_not_fit(contract: str, receiver: str, tmp_path: Path) -> None:
    assert outcome(contract, receiver, tmp_path / "one", "First").get("throws") == [NO_MATCH]
    assert outcome(contract, receiver, tmp_path / "two", "First", "Any").get("value") == "Any"
