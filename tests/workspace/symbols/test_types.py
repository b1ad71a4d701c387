"""The values of expressions at positions, and those that half-typed ones would have."""

from __future__ import annotations

import gc
import weakref

import pytest

from muranopl.semantics.abstract.value_contents import shown
from muranopl.workspace.symbols.index import At, index_of
from muranopl.workspace.symbols.types import member_types, observed_at, part_at, value_of
from tests.workspace.marked import analysed

CLASS = """\
Namespaces:
  =: example.app
  std: io.murano
Name: Sample
Properties:
  limit:
    Contract: $.int().notNull()
  next:
    Contract: $.class(Sample).notNull()
Methods:
  run:
    Arguments:
      - size:
          Contract: $.int().notNull()
    Body:
      - $other: $.next
      - $text: format('{0}', $size)
      - If: $size > 1
        Then:
          - $other: $.limit
      - Return: $other
"""
PATH = "Classes/Sample.yaml"
AFTER_TEXT, LAST = (17, 40), (21, 24)


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (16, 10, "an object of example.app.Sample"),  # the target of an assignment
        (16, 18, "an object of example.app.Sample"),  # `$`
        (16, 21, "an object of example.app.Sample"),  # `$.next`
        (17, 18, "a string"),
        (17, 32, "null or an integer"),
        (18, 19, "a boolean"),
        (21, 20, "an integer or an object of example.app.Sample"),
        (1, 3, "a value"),
    ],
)
def test_value_at(line: int, column: int, words: str) -> None:
    (analysis,) = analysed({PATH: CLASS})
    part = part_at(At(analysis, PATH, line, column))
    assert ("a value" if part is None else shown(part.value)) == words


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("$.next.next", AFTER_TEXT, "an object of example.app.Sample"),
        ("$other", AFTER_TEXT, "an object of example.app.Sample"),
        ("$text", AFTER_TEXT, "a string"),
        ("$text", (16, 9), "a value"),
        ("$other", LAST, "an integer or an object of example.app.Sample"),
        ("$.missing", AFTER_TEXT, "a value"),
        ("$.next.", AFTER_TEXT, "a value"),
        ("", AFTER_TEXT, "a value"),
    ],
)
def test_value_of(text: str, position: tuple[int, int], words: str) -> None:
    (analysis,) = analysed({PATH: CLASS})
    assert shown(value_of(At(analysis, PATH, *position), text)) == words


def test_variables_at() -> None:
    (analysis,) = analysed({PATH: CLASS})
    observed = observed_at(At(analysis, PATH, 16, 1))
    assert observed is not None
    assert list(observed.variables(16, 9)) == ["size"]
    assert list(observed.variables(*AFTER_TEXT)) == ["size", "other", "text"]


def test_member_types() -> None:
    (analysis,) = analysed({PATH: CLASS})
    at = At(analysis, PATH, *AFTER_TEXT)
    (type_,) = member_types(at, value_of(at, "$.next"))
    assert list(type_.properties) == ["limit", "next"]


def test_an_index_is_kept_as_long_as_its_analysis() -> None:
    (analysis,) = analysed({PATH: CLASS})
    index = weakref.ref(index_of(analysis))
    assert index() is index_of(analysis)
    part_at(At(analysis, PATH, 16, 10))
    del analysis
    gc.collect()
    assert index() is None
