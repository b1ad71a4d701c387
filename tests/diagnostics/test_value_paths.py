"""The paths of values in YAML files, in reports for machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.formats.value_paths import ValuePaths
from muranopl.diagnostics.places import File, Place

TEXT = """\
Properties:
  port:
    Contract: $.int()
    .odd: [1, {x: 2}]
Methods:
  go:
    Body:
      - $x: 1
      - Return: |
          some
          text
'two words': a
"""


@pytest.mark.parametrize(
    ("line", "column", "path"),
    [
        (1, 1, "Properties"),
        (2, 3, "Properties.port"),
        (3, 15, "Properties.port.Contract"),
        (4, 5, 'Properties.port[".odd"]'),
        (4, 12, 'Properties.port[".odd"][0]'),
        (4, 19, 'Properties.port[".odd"][1].x'),
        (8, 13, 'Methods.go.Body[0]["$x"]'),
        (10, 12, "Methods.go.Body[1].Return"),
        (12, 14, '["two words"]'),
        (99, 1, None),
    ],
)
def test_paths(line: int, column: int, path: str | None) -> None:
    file = File("", "Classes/Sample.yaml", TEXT)
    place = Place(file, line, column, line, column + 1)
    assert ValuePaths().at(place) == path


def test_places_in_any_order() -> None:
    file, paths = File("", "Classes/Sample.yaml", TEXT), ValuePaths()
    places = [Place(file, line, 3, line, 4) for line in (10, 2, 12, 4, 99, 6)]
    assert [paths.at(place) for place in places] == [ValuePaths().at(place) for place in places]


def test_a_file_that_breaks_off_has_paths_up_to_there() -> None:
    file = File("", "Classes/Sample.yaml", "a:\n  b: 1\n  c: [1\nd: }\n")
    assert ValuePaths().at(Place(file, 2, 3, 2, 4)) == "a.b"


@pytest.mark.parametrize("path", ["run.sh", "Classes/Sample.yaml"])
def test_no_values(path: str) -> None:
    text = "x: 1" if path == "run.sh" else None
    assert ValuePaths().at(Place(File("", path, text), 1, 1, 1, 2)) is None


def test_json_and_sarif_have_them(tmp_path: Path) -> None:
    (tmp_path / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nFullName: a.b\nClasses: {}\nRequire:\n  a.c: {x: 1}\n"
    )
    report = muranopl.validate(tmp_path)
    data = json.loads(report.render("json"))["diagnostics"]
    results = json.loads(report.render("sarif"))["runs"][0]["results"]
    places = [item["locations"][0]["logicalLocations"] for item in results]
    assert 'Require["a.c"]' in [item["yaml_path"] for item in data]
    assert [{"fullyQualifiedName": 'Require["a.c"]'}] in places
