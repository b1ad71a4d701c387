"""The structure of single files, without a protocol."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import yaml
from hypothesis import given, strategies

from muranopl.workspace.structure.lines import folding_ranges, formatted
from muranopl.workspace.structure.outline import OutlineItem, outline, selections
from muranopl.workspace.structure.tokens import TokenKind, tokens
from tests.project import EXAMPLES

VERSION = "heat_template_version"
TEMPLATE = f"{VERSION}: 2018-08-31\n"


def shown(items: list[OutlineItem] | tuple[OutlineItem, ...]) -> list[object]:
    return [(item.name, shown(item.items)) if item.items else item.name for item in items]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("manifest.yaml", "FullName: a\nClasses: {a.B: B.yaml}\n", ["FullName", ("Classes", ["a.B"])]),
        ("UI/ui.yaml", "Forms:\n- f: {fields: [{name: x}, {type: string}]}\n", [("Forms", [("f", ["x"])])]),
        ("Classes/A.yaml", "Name: A\nMethods: {m: {Arguments: {a: {}}}}\n", [("A", [("m", ["a"])])]),
        ("Classes/A.yaml", "Name: A\n---\nName: B\n", ["A", "B"]),
        ("Classes/A.yaml", "Properties: {p: {}}\nMethods: [m]\n", ["p"]),
        ("Classes/A.yaml", "Name: A\nMethods: {m: &m {}, n: *m}\n", [("A", ["m", "n"])]),
        ("template.yaml", f"{TEMPLATE}resources: {{a: }}\n", [VERSION, ("resources", ["a"])]),
        ("Classes/A.yaml", "- 1\n", []),
        ("Classes/A.yaml", "", []),
    ],
)  # fmt: skip
def test_outline(path: str, text: str, expected: list[object]) -> None:
    assert shown(outline(text, path)) == expected
    for item in outline(text, path):
        start = (item.extent.line, item.extent.column)
        assert start <= (item.place.line, item.place.column)
        assert (item.place.end_line, item.place.end_column) <= (
            item.extent.end_line,
            item.extent.end_column,
        )


def test_folding() -> None:
    text = """\
# about
# this
a:
  b: |
    x

    y
  c: 1
list:
- d: 1
  e: 2
- f
last: "
  g"
"""
    folds = [(item.first, item.last, item.is_comment) for item in folding_ranges(text)]
    assert folds == [
        (1, 2, True),
        (3, 8, False),
        (4, 7, False),
        (9, 12, False),
        (10, 11, False),
        (13, 14, False),
    ]


def test_selections_nest() -> None:
    for path in EXAMPLES.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        for line in range(1, text.count("\n") + 1, 3):
            places = selections(text, path.as_posix(), line, 5)
            for inner, outer in itertools.pairwise(places):
                assert (outer.line, outer.column) <= (inner.line, inner.column)
                assert (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)


def test_tokens() -> None:
    text = """\
Methods:
  m:
    Body:
      - $x: p:B.new(c => $this.d[1]) and not null
      - Return: f('a',
          b)
"""
    lines = text.split("\n")
    found = [
        (lines[place.line - 1][place.column - 1 : place.end_column - 1], item.kind)
        for item in tokens(text, "Classes/A.yaml")
        if (place := item.place).line > 3
    ]
    assert [(word, kind.value) for word, kind in found] == [
        ("$x", "variable"),
        ("p", "namespace"),
        (":", "operator"),
        ("B", "class"),
        ("new", "method"),
        ("c", "parameter"),
        ("=>", "operator"),
        ("$this", "variable"),
        ("d", "property"),
        ("1", "number"),
        ("and", "keyword"),
        ("not", "keyword"),
        ("null", "keyword"),
        ("f", "function"),
        ("'a'", "string"),
        ("b", "string"),
    ]
    assert not tokens(text, "manifest.yaml")


def test_tokens_of_forms() -> None:
    text = "Application:\n  x: $.f.g\n"
    found = [item.kind for item in tokens(text, "UI/ui.yaml")]
    assert found == [TokenKind.VARIABLE, TokenKind.PROPERTY, TokenKind.PROPERTY]


_TEXTS = strategies.lists(
    strategies.sampled_from(
        ["a: 1", "  ", "b: |", "c: 'x", "y'", "  z  ", "# c ", "- d ", "", "\t", "e: >+"]
    ),
    max_size=8,
).map("\n".join)


@given(_TEXTS)
def test_formatting_keeps_what_a_file_says(text: str) -> None:
    result = formatted(text)
    assert formatted(result) == result
    before = events(text)
    if before is not None:
        assert events(result) == before


def events(text: str) -> list[object] | None:
    """Return what a text says; None if it is not YAML."""
    try:
        return [
            (type(event), getattr(event, "value", None))
            for event in yaml.parse(text, Loader=yaml.SafeLoader)
        ]
    except yaml.YAMLError:
        return None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1  \n\n\n", "a: 1\n"),
        ("a: 1", "a: 1\n"),
        ("a: 1 \r\nb: 2", "a: 1\r\nb: 2\r\n"),
        ("\n \n", ""),
        ("a: |\n  x  \nb: 1 \n", "a: |\n  x  \nb: 1\n"),
        ("a: |+\n  x\n\n\n", "a: |+\n  x\n\n\n"),
    ],
)
def test_formatting(text: str, expected: str) -> None:
    assert formatted(text) == expected


def test_examples_are_formatted() -> None:
    for path in Path(EXAMPLES).rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert formatted(text) == text, path
