"""MPL667 is reported where no value that a contract takes makes a comparison true, and nowhere else."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from pathlib import Path

import pytest

import muranopl

MANIFEST = "Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n  example.app.Sample: Sample.yaml\n"
CLASS = """\
Namespaces:
  =: example.app
Name: Sample
Methods:
  go:
    Arguments:
      - n:
          Contract: $.int().notNull().check({predicate})
    Body:
      - $m: $n
      - Return: $m {operator} {number}
"""
OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">": operator.gt,
    ">=": operator.ge,
}
NULL_IS_LESS = {"<", "<="}
PREDICATES: dict[str, Callable[[int], bool]] = {
    "$ > 3": lambda n: n > 3,
    "4.5 <= $": lambda n: n >= 4.5,
    "$ < 3": lambda n: n < 3,
    "$ < 3.5 and $ > 0": lambda n: 0 < n < 3.5,
    "$ in [2, 4]": lambda n: n in {2, 4},
    "$ in list(2, 4) and $ > 2": lambda n: n == 4,
    "$ = 3": lambda n: n == 3,
    "$ > 5 or $ < 2": lambda n: n > 5 or n < 2,
    "$ != 3": lambda n: n != 3,
    "not ($ > 3)": lambda n: n <= 3,
}
UNKNOWN_FORM = {"$ > 5 or $ < 2", "$ != 3", "not ($ > 3)"}


def cases() -> list[tuple[str, str, int]]:
    return list(itertools.product(PREDICATES, OPERATORS, (3, 4, 7)))


@pytest.mark.parametrize(("predicate", "symbol", "number"), cases())
def test_it_agrees_with_trying_all_values(
    predicate: str, symbol: str, number: int, tmp_path: Path
) -> None:
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(MANIFEST)
    (tmp_path / "Classes" / "Sample.yaml").write_text(
        CLASS.format(predicate=predicate, operator=symbol, number=number)
    )
    codes = {item.code for item in muranopl.validate(tmp_path).diagnostics}
    taken = (n for n in range(-20, 20) if PREDICATES[predicate](n))
    # A literal null passes the contract of every argument.
    possible = symbol in NULL_IS_LESS or any(OPERATORS[symbol](n, number) for n in taken)
    if predicate in UNKNOWN_FORM:
        assert codes == set()
    else:
        assert ("MPL667" in codes) is not possible


@pytest.mark.parametrize(
    "predicate",
    [
        f"$ > {'9' * 4300}",
        f"$ < {'9' * 4300}",
        "$ > 1e999",
        "$ < -1e999",
        f"$ in [{', '.join(map(str, range(3000)))}]",
        f"$ > 3 and $ in [{'[' * 100}1{']' * 100}]",
        " and ".join(f"$ > {n}" for n in range(400)),
    ],
)
@pytest.mark.parametrize("number", ["5", "9" * 4300, "-1e999"])
def test_predicates_of_any_size_are_no_bugs(predicate: str, number: str, tmp_path: Path) -> None:
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(MANIFEST)
    (tmp_path / "Classes" / "Sample.yaml").write_text(
        CLASS.format(predicate=predicate, operator="=", number=number)
    )
    result = muranopl.validate(tmp_path).diagnostics
    assert not [item for item in result if item.code == "MPL001"]
    assert all(len(item.message) < 500 for item in result if item.code == "MPL667")
