"""Calls inside each other, and what ends methods that would not end: the deepest ones run, hostile ones stop early."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import muranopl
from muranopl.execution import budget
from muranopl.execution.budget import ExecutionLimits
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.session import Session
from muranopl.semantics.evaluation.errors import ExhaustedError
from tests.manifests import write_library

MAIN = """
Namespaces: {'=': deep}
Name: Main
Methods:
  nested:
    Usage: Static
    Scope: Public
    Arguments:
      - n: {Contract: $.int().notNull()}
    Body:
      - If: $n = 0
        Then: {Return: 0}
      - Return: 1 + :Main.nested($n - 1)
  nestedInLambdas:
    Usage: Static
    Scope: Public
    Arguments:
      - n: {Contract: $.int().notNull()}
    Body:
      - If: $n = 0
        Then: {Return: 0}
      - Return: 1 + list($n).select(:Main.nestedInLambdas($ - 1)).first()
  failing:
    Usage: Static
    Scope: Public
    Arguments:
      - n: {Contract: $.int().notNull()}
    Body:
      - If: $n = 0
        Then:
          - Throw: Bottom
            Message: reached
      - :Main.failing($n - 1)
  endless:
    Usage: Static
    Scope: Public
    Body:
      - Return: list(:Main.endless(), :Main.endless())
  shared:
    Usage: Static
    Scope: Public
    Body:
      - $x: [1]
      - Repeat: 1000
        Do:
          - $x: list($x, $x)
  text:
    Usage: Static
    Scope: Public
    Body:
      - $x: x
      - Repeat: 1000
        Do:
          - $x: $x + $x
  pairs:
    Usage: Static
    Scope: Public
    Body:
      - $x: range(1900).toList()
      - Return: $x.join($x, $1 = $2, $1).len()
  nestedItems:
    Usage: Static
    Scope: Public
    Body:
      - $x: list(range(0, 40))
      - Return: $x.select($x.select($x.select(1)))
  instructions:
    Usage: Static
    Scope: Public
    Body:
      - Repeat: 2000
        Do:
          - $x: 1
"""


@pytest.fixture
def catalog(tmp_path: Path) -> muranopl.Catalog:
    return muranopl.Catalog([write_library(tmp_path, "deep", ["Main"], MAIN)])


@pytest.fixture
def session(catalog: muranopl.Catalog) -> Session:
    return catalog.session()


@pytest.mark.parametrize("method", ["nested", "nestedInLambdas"])
def test_as_many_calls_inside_each_other_as_are_allowed(session: Session, method: str) -> None:
    deepest = ExecutionLimits().depth - 1
    assert session.call(session.type("deep.Main"), method, [deepest]) == deepest
    with pytest.raises(ExhaustedError, match="nested deeper than"):
        session.call(session.type("deep.Main"), method, [deepest + 1])


def test_the_stack_of_an_exception_has_all_calls(session: Session) -> None:
    with pytest.raises(MuranoError) as caught:
        session.call(session.type("deep.Main"), "failing", [100])
    assert (caught.value.names, caught.value.message) == (("deep.Bottom",), "reached")
    assert [item.method for item in caught.value.stack] == ["failing"] * 101
    assert {item.place.line for item in caught.value.stack} == {31, 33}


@pytest.mark.parametrize(
    ("method", "problem"), [("endless", "method calls"), ("shared", "larger than")]
)
def test_what_would_not_end_is_ended(session: Session, method: str, problem: str) -> None:
    with pytest.raises(ExhaustedError, match=problem):
        session.call(session.type("deep.Main"), method)


def test_what_the_engine_refuses_can_be_caught(session: Session) -> None:
    with pytest.raises(MuranoError) as caught:
        session.call(session.type("deep.Main"), "text")
    assert caught.value.names == ("yaql.language.exceptions.MemoryQuotaExceededException",)


@pytest.mark.parametrize("method", ["nestedItems", "instructions"])
@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        (ExecutionLimits(seconds=0), "longer than 0 s"),
        (ExecutionLimits(memory=2**20), "more than 1 MiB"),
    ],
)
def test_time_and_memory_are_looked_at_inside_an_instruction_too(
    catalog: muranopl.Catalog,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    limits: ExecutionLimits,
    problem: str,
) -> None:
    grown = itertools.count(0, 2**20)
    monkeypatch.setattr(budget, "_resident", lambda: next(grown))
    monkeypatch.setattr("muranopl.execution.session.ExecutionLimits", lambda: limits)
    session = catalog.session()
    with pytest.raises(ExhaustedError, match=problem):
        session.call(session.type("deep.Main"), method)


def test_a_lambda_takes_steps_though_it_calls_nothing(catalog: muranopl.Catalog) -> None:
    session = catalog.session(limits=ExecutionLimits(steps=100_000))
    with pytest.raises(ExhaustedError, match="takes more than 100000 steps"):
        session.call(session.type("deep.Main"), "pairs")
