"""How bad it is what is said of code, and what is said beside the message."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl import Diagnostic

MANIFEST = "Format: 1.4\nType: {type}\nFullName: example.app\nClasses:\n  example.app.Sample: Sample.yaml\n"
CLASS = """\
Namespaces:
  =: example.app
  res: io.murano.resources
Name: Sample
Properties:
  server:
    Contract: $.class(res:Instance)
  size:
    Contract: $.int()
Methods:
  initialize:
    Body:
      - $.prepare()
  prepare:
    Body:
      - $.size: 1
  start:
    Arguments:
      - delay:
          Contract: $.int().notNull()
    Body:
      - Return: $delay
  go:
    Body:
"""


def check(folder: Path, body: str, type_: str = "Library") -> list[Diagnostic]:
    (folder / "Classes").mkdir()
    (folder / "manifest.yaml").write_text(MANIFEST.format(type=type_))
    lines = "".join(f"      {line}\n" for line in body.splitlines())
    (folder / "Classes" / "Sample.yaml").write_text(CLASS + lines)
    first = CLASS.count("\n")
    return [
        diagnostic
        for diagnostic in muranopl.validate(folder).diagnostics
        if diagnostic.line > first
    ]


SEVERITIES = {
    # the class may have descendants elsewhere
    "- $.deploy()": "warning",
    "- $.strat(1)": "error",
    "- $.server.installIt()": "warning",
    "- $.server.deplyo()": "error",
    "- Return: $.server.whatever": "warning",
    # descendants make no difference
    "- Return: $.whatever": "error",
    "- new(:Sample).whatever()": "error",
    "- :Sample.whatever()": "error",
    # nothing is known of the receiver
    "- $.getAttr(a).strat(1)": "warning",
    "- $.getAttr(a).zzz()": None,
    "- $.getAttr(a).initialize()": "error",
    "- $.getAttr(a)?.initialize()": "warning",
    # null that is surely reached, or perhaps
    "- Return: $nothing": "warning",
    "- Return: $nothing.name": "error",
    "- Return: true and $nothing.name": "warning",
    "- Return: list(1).select($nothing.name)": "warning",
    "- Return: !yaql null.name": "error",
    "- Return: list(1).select(null.name)": "warning",
    "- $.start(null)": "error",
    # an error that is caught is not the end
    "- Try:\n    - $.strat(1)\n  Catch:\n    Do:\n      - $.start(1)": "warning",
    "- Try:\n    - $.strat(1)\n  Catch:\n    Do: []\n"
    "    With: yaql.language.exceptions.NoMatchingMethodException": "warning",
    "- Try:\n    - $.strat(1)\n  Catch:\n    With: broken\n    Do: []": "error",
    "- Try:\n    - $.start(1)\n  Catch:\n    Do:\n      - $.strat(1)": "error",
    "- Try:\n    - $.start(1)\n  Catch:\n    Do: []\n  Else:\n    - $.strat(1)": "error",
    # what is written
    "- $.size: 1": "error",
    # a list that has items, and one that may have none
    "- Return: list(1, 2).nothing": "error",
    "- $sizes: list(1, 2)\n- Return: $sizes.nothing": "error",
    "- Return: list($.size, new(:Sample)).whatever": None,
    "- Return: list(1, 2).where($ > 1).nothing": None,
    "- Return: !yaql '[1, 2].where($ > 1).nothing'": "warning",
    "- Return: list(1, a).where(isString($)).select($.len())": None,
    # a text in quotes may be meant
    "- Return: '$.size'": "info",
    "- Return: '$.size + 1'": "info",
    "- Return: '$.size and more'": None,
    "- Return: '$.whatever'": None,
    "- $size: 1\n- Return: '$size'": "info",
    "- $size: 1\n- Return: {a: '$size', b: $size}": None,
    "- Return: |\n    $.size": None,
}


@pytest.mark.parametrize("body", SEVERITIES)
def test_severity(body: str, tmp_path: Path) -> None:
    assert [item.severity.value for item in check(tmp_path, body)] == [SEVERITIES[body]] * (
        SEVERITIES[body] is not None
    )


def test_what_constructors_call_may_write(tmp_path: Path) -> None:
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(MANIFEST.format(type="Library"))
    (tmp_path / "Classes" / "Sample.yaml").write_text(CLASS + "      - $.start(1)\n")
    result = muranopl.validate(tmp_path).diagnostics
    assert [(item.code, item.severity.value) for item in result] == [("MPL657", "warning")]


def test_applications_are_hardly_extended(tmp_path: Path) -> None:
    assert [item.severity.value for item in check(tmp_path, "- $.deploy()", "Application")] == [
        "error"
    ]


SUGGESTIONS = {
    "- $.strat(1)": 'did you mean "start"?',
    "- Return: $.sise": 'did you mean "size"?',
    "- Return: $.start": "it is a method: write `$.start()`",
    "- $.size()": "it is a property: write `$.size`",
    "- start(1)": "it is a method of this class: write `$.start(1)`",
    "- strat(1)": 'did you mean "$.start"?',
    "- lenn(a)": 'did you mean "len"?',
    "- first(list(1))": "it is a method: write `list(1).first()`",
    "- $.str()": "it is a function: write `str($)`",
    "- $.start(dellay => 1)": 'did you mean "delay"?',
    "- $x: $.getAttr(a)\n- $x.deploy": "to call the method, write `$x.deploy()`",
    "- $count: 1\n- Return: $cuont + $count": 'did you mean "$count"?',
    "- Return: $size": "to read the property, write `$.size`",
    "- $.size: 1": "declare it with `Usage: InOut` or `Usage: Out`",
    "- server.deploy()": "did you mean `$.server`? A bare word is a string",
    "- sever.deploy()": "write a variable or a property: a word without $ is a string",
    "- Return: server.name.len()": "to read a variable, write `$.server.name`; "
    "to write a string, quote it: `'server.name'`",
    "- new(:Sample, sise => 1)": 'did you mean "size"?',
    "- Return: list(a).trim()": "call trim() only on strings",
    "- Return: $.size is null": "to compare values, write `$.size = null`",
    "- Return: $.size is not null": "to compare values, write `$.size != null`",
    "- Return: not($.size)": "it is an operator: write `not ($.size)`",
    "- Return: list(1).length()": "write `len(list(1))`",
    "- Return: '$.size'": "remove the quotes: `$.size`",
    "- $size: 1\n- Return: '$size'": "remove the quotes: `$size`",
    "- Return: unpack(list(1), a) -> $a": "it is a method: write `list(1).unpack(a)`",
    "- Return: list(1).select(it -> it)": "YAQL has no lambda: write `$`, where `$` is the argument",
}


LAMBDAS = {
    "x -> $x + 1": "$ + 1",
    "x -> x + 1": "$ + 1",
    "x => $x + 1": "$ + 1",
    "x => x + 1": "$ + 1",
    "$x -> $x + 1": "$ + 1",
    "$x => $x + 1": "$ + 1",
    "(x) -> x + 1": "$ + 1",
    "($x) => $x + 1": "$ + 1",
    "x -> x.x + $.x": "$.x + $.x",
    "x -> str(x) + 'x' + x": "str($) + 'x' + $",
    "x -> (x + 1) * x": "($ + 1) * $",
    "x -> $.size": "$.size",
}
"""Lambdas of other languages, and what to write for them; it is all that is reported."""


@pytest.mark.parametrize("code", LAMBDAS)
def test_lambda(code: str, tmp_path: Path) -> None:
    [found] = check(tmp_path, f"- Return: list(1).select({code})")
    assert found.suggestion == (
        f"YAQL has no lambda: write `{LAMBDAS[code]}`, where `$` is the argument"
    )


@pytest.mark.parametrize("body", SUGGESTIONS)
def test_suggestion(body: str, tmp_path: Path) -> None:
    assert [item.suggestion for item in check(tmp_path, body)] == [SUGGESTIONS[body]]


def test_a_member_that_only_a_descendant_declares(tmp_path: Path) -> None:
    (tmp_path / "Classes").mkdir()
    manifest = MANIFEST.format(type="Library") + "  example.app.Below: Below.yaml\n"
    (tmp_path / "manifest.yaml").write_text(manifest)
    body = "      - Return: $.deeper\n"
    (tmp_path / "Classes" / "Sample.yaml").write_text(CLASS + body)
    below = "Namespaces: {=: example.app}\nName: Below\nExtends: Sample\n"
    below += "Properties:\n  deeper:\n    Contract: $.int()\n"
    (tmp_path / "Classes" / "Below.yaml").write_text(below)
    [found] = [item for item in muranopl.validate(tmp_path).diagnostics if item.code == "MPL652"]
    assert found.severity.value == "warning"
    assert found.suggestion == (
        "declare it in example.app.Sample: its code cannot use members that only a descendant declares"
    )


RELATED = {
    "- $.server.deplyo()": 'property "server" of example.app.Sample is declared here',
    "- $x: $.server\n- $x.deplyo()": 'property "server" of example.app.Sample is declared here',
    "- $x: new(:Sample)\n- $x.strat(1)": "the object is created here",
    "- $.start(soon)": 'argument "delay" is declared here',
    "- $.start()": 'method "start" is declared here',
    "- $.size: 1": 'property "size" is declared here',
    "- Return: :Sample.size": 'property "size" belongs to objects: it is not Static',
}


@pytest.mark.parametrize("body", RELATED)
def test_related_place(body: str, tmp_path: Path) -> None:
    assert [[related.message for related in item.related] for item in check(tmp_path, body)] == [
        [RELATED[body]]
    ]


def test_place_is_that_of_the_name(tmp_path: Path) -> None:
    result = check(tmp_path, "- Return: $.start(1) + $.server.deplyo( 'a b' )")
    assert [(item.column, item.end_column) for item in result] == [(39, 45)]


@pytest.mark.parametrize("depth", [10, 50, 95])
def test_nesting(depth: int, tmp_path: Path) -> None:
    """Blocks inside blocks, each of which sets variables; what is wrong inside is still found."""
    lines: list[str] = []
    for level in range(depth):
        blank = " " * 3 * level
        lines += [
            f"{blank}- For: v{level}",
            f"{blank}  In: [1]",
            f"{blank}  Do:",
            f"{blank}   - $x{level}: $v{level}",
        ]
    lines.append(" " * 3 * depth + f"- $.strat($x{depth - 1})")
    result = check(tmp_path, "\n".join(lines))
    assert [item.code for item in result if item.severity.value == "error"] == ["MPL651"]


@pytest.mark.parametrize(
    ("again", "times"), [("list($a, $a)", 60), ("{a: $a, b: $a}", 60), ("list($a)", 1_500)]
)
def test_values_that_hold_one_another(again: str, times: int, tmp_path: Path) -> None:
    """Values with twice the parts of the one before, and deep ones; a limited number of parts is looked at."""
    body = "- $a: list(b)\n" + f"- $a: {again}\n" * times + "- $.start($a)"
    assert [item.code for item in check(tmp_path, body)] == ["MPL654"]


def test_many_instructions(tmp_path: Path) -> None:
    body = "".join(
        f"- $x{n}: $.size\n- $.start($x{n})\n- $.strat{n}()\n- Return: $z{n}.a\n"
        for n in range(1_250)
    )
    result = check(tmp_path, body)
    codes = [item.code for item in result]
    assert (codes.count("MPL651"), codes.count("MPL640")) == (101, 101)
