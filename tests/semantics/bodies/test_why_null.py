"""Reports about null say where it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl

MANIFEST = "Format: {format}\nType: Library\nFullName: example.app\nClasses:\n  example.app.Sample: Sample.yaml\n"
CLASS = """\
Namespaces:
  =: example.app
Name: Sample
Methods:
  take:
    Arguments:
      - text:
          Contract: $.string().notNull()
    Body:
      - Return: $text
  go:
    Body:
      - $none: null
      - $map: {a: 1}
"""
NO_KEY = 'it is null because there is no key "b"'
SET_HERE = "it is set to null here"


@pytest.mark.parametrize(
    ("line", "version", "reason"),
    [
        ("$map.get(b).name", "1.4", NO_KEY),
        ("$map.get(b)[1]", "1.4", NO_KEY),
        ("$map.get(b) + 5", "1.4", NO_KEY),
        ("$map?.get(b)?.name.more", "1.4", NO_KEY),
        ("$map.get(b, null).name", "1.4", None),
        ("coalesce(null, $map.get(b)).name", "1.4", NO_KEY),
        ("$map.b.name", "1.0", NO_KEY),
        ("$.take($map.get(b))", "1.4", NO_KEY),
        ("$none.name", "1.4", SET_HERE),
        ("-$none", "1.4", SET_HERE),
        ("$.take($none)", "1.4", SET_HERE),
    ],
)
def test_why(line: str, version: str, reason: str | None, tmp_path: Path) -> None:
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(MANIFEST.format(format=version))
    body = f"{CLASS}      - $result: {line}\n      - Return: [$result, $none, $map]\n"
    (tmp_path / "Classes" / "Sample.yaml").write_text(body)
    result = [
        item
        for item in muranopl.validate(tmp_path).diagnostics
        if item.code in {"MPL658", "MPL654"}
    ]
    assert result
    reasons = {
        text
        for item in result
        for text in (*item.notes, *(other.message for other in item.related))
        if "null" in text
    } - {"the contract is $.string().notNull()"}
    assert reasons == (set() if reason is None else {reason})


def test_a_key_that_is_there_is_known_and_a_default_takes_its_place(tmp_path: Path) -> None:
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(MANIFEST.format(format="1.4"))
    body = CLASS + (
        "      - $size: $map.get(a) + text\n"
        "      - $other: $map.get(b, 5) + text\n"
        "      - $more: $map.get(c, text) + text\n"
        "      - Return: [$none, $size, $other, $more]\n"
    )
    (tmp_path / "Classes" / "Sample.yaml").write_text(body)
    result = muranopl.validate(tmp_path).diagnostics
    assert [(item.code, item.line) for item in result] == [("MPL659", 15), ("MPL659", 16)]
