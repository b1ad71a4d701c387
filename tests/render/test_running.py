"""Static methods that contracts ask: what is run, what fails, what is not run."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.manifests import write_library

CLASS = """\
Namespaces:
  =: example.app
Name: Sample
Properties:
  value:
    Contract: $
    Default: $.answer
  answer:
    Contract: $
    Default: {default}
  shared:
    Contract: $.int()
    Usage: Static
    Default: 3
Methods:
  twice:
    Usage: Static
    Arguments:
      - number:
          Contract: $.int().notNull()
      - plus:
          Contract: $.int()
          Default: 1
    Body:
      - Return: $number * 2 + $plus
  all:
    Usage: Static
    Arguments:
      - rest:
          Contract: $.int()
          Usage: VarArgs
      - others:
          Contract: $.string()
          Usage: KwArgs
    Body:
      - Return: [$rest, $others]
  again:
    Usage: Static
    Body:
      - Return: :Sample.again()
  ofObject:
    Body:
      - Return: 1
  go:
    Usage: Static
    Body:
{body}"""

VALUES = {
    "Return: 5": 5,
    "[]": None,
    "- $x: [1, 2]\n- $x: $x.append(3)\n- Return: $x": [1, 2, 3],
    "- If: 1 = 1\n  Then: {Return: a}\n  Else: {Return: b}": "a",
    "- $x: 0\n- While: $x < 5\n  Do: {$x: $x + 1}\n- Return: $x": 5,
    "- $x: 0\n- For: i\n  In: [1, 2]\n  Do:\n    - If: $i = 2\n      Then: {Continue: }\n    - $x: $i\n- Return: $x": 1,
    "- $x: 0\n- Repeat: 3\n  Do:\n    - $x: $x + 1\n    - If: $x = 2\n      Then: {Break: }\n- Return: $x": 2,
    "- Match: {1: {Return: one}, 2: {Return: two}}\n  Value: 1 + 1": "two",
    "- Match: {1: {Return: one}}\n  Value: 5\n  Default: {Return: other}": "other",
    "- $x: 0\n- Switch: {1 = 1: {$x: $x + 1}, 2 = 2: {$x: $x + 2}}\n  Default: {$x: 9}\n- Return: $x": 3,
    "- Do: {Return: inside}": "inside",
    "Return: :Sample.twice(4)": 9,
    "Return: $.twice(number => 4, plus => 0)": 8,
    "Return: $.all(1, '2', a => 5)": [[1, 2], {"a": "5"}],
    "Return: $this.shared": 3,
    "Return: {a: [1, !yaql 1 + 1]}": {"a": [1, 2]},
    "- $.shared: 5\n- Return: $.shared": 5,
    "- Try: {Throw: x}\n  Catch: {Do: {Return: caught}}": "caught",
    "- Parallel: [{Return: 1}]": 1,
    "- $x: {}\n- $x.a: 1\n- Return: $x": {"a": 1},
}
FAILURES = {
    "- Throw: broken\n  Message: not today": "MPL531",
    "- Break:": "MPL531",
    "Return: $.twice(soon)": "MPL531",
    "Return: :Sample.again()": "MPL531",
    "- While: 1 = 1\n  Do: []": "MPL531",
    "- Repeat: $nothing\n  Do: []": "MPL531",
    "Return: $.ofObject()": "MPL531",
    "- $.notThere.a: 5\n- Return: 1": "MPL531",
}


def rendered(folder: Path, body: str) -> muranopl.RenderResult:
    lines = "".join(f"      {line}\n" for line in body.splitlines())
    text = CLASS.format(default=":Sample.go()", body=lines)
    write_library(folder, "example.app", ["Sample"], text)
    return muranopl.Catalog([folder]).render({"?": {"type": "example.app.Sample", "id": "one"}})


@pytest.mark.parametrize("body", VALUES)
def test_value(body: str, tmp_path: Path) -> None:
    result = rendered(tmp_path, body)
    assert [diagnostic.message for diagnostic in result.diagnostics] == []
    assert result.model is not None
    assert result.model["answer"] == VALUES[body]


@pytest.mark.parametrize("body", FAILURES)
def test_failure(body: str, tmp_path: Path) -> None:
    assert {diagnostic.code for diagnostic in rendered(tmp_path, body).diagnostics} == {
        FAILURES[body]
    }


@pytest.mark.parametrize(("argument", "fails"), [("4", False), ("many", True)])
def test_meta_objects_may_ask(argument: str, fails: bool, tmp_path: Path) -> None:
    """Their values are evaluated like those of a model, by the check and for the forms alike."""
    tag = "---\nName: Tag\nUsage: Meta\nApplies: All\nProperties:\n  size:\n    Contract: $.int().notNull()\n"
    text = CLASS.format(default="1", body="      []\n")
    text = text.replace(
        "Properties:\n", f"Meta:\n  Tag:\n    size: :Sample.twice({argument})\nProperties:\n", 1
    )
    write_library(tmp_path, "example.app", ["Sample", "Tag"], text + tag)
    catalog = muranopl.Catalog([tmp_path])
    assert [diagnostic.code for diagnostic in catalog.check().diagnostics] == []
    if fails:
        with pytest.raises(
            muranopl.ResolutionError, match=r"a example\.app\.Tag cannot be created"
        ):
            catalog.schema("example.app.Sample")
    else:
        assert "answer" in catalog.schema("example.app.Sample")[""]["properties"]
