"""The pages of a form: schemas of answers, as the dashboard shows them for the answers so far."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write
from tests.render.test_form import APPLICATION, PACKAGE


def pages(
    forms: str, folder: Path, answers: Any = None, version: str = "2.4"
) -> muranopl.FormPages:
    """Return the pages of a package with these forms."""
    ui = f"Version: {version}\n{APPLICATION}\nForms:\n{forms}"
    write(files(PACKAGE + ui), folder)
    return muranopl.Catalog(folder).form_pages("example.app", answers)


SCHEMAS: list[tuple[str, dict[str, Any]]] = [
    # attributes of a field, the schema of its answers without the title
    ("type: string", {"type": "string", "minLength": 1}),
    ("type: string, required: false, maxLength: 9", {"type": ["string", "null"], "maxLength": 9}),
    ("type: string, initial: a & b", {"type": "string", "minLength": 1, "default": "a &amp; b"}),
    (
        "type: string, hidden: true, initial: a, description: Why",
        {"type": "string", "minLength": 1, "default": "a", "visible": False, "description": "Why"},
    ),
    (
        "type: text, helpText: Long",
        {"type": "string", "minLength": 1, "format": "textarea", "helpText": "Long"},
    ),
    (
        "type: password, label: P",
        {"type": "string", "minLength": 7, "maxLength": 255, "format": "password"},
    ),
    (
        "type: password, label: P, regexpValidator: '^a'",
        {"type": "string", "minLength": 1, "format": "password"},
    ),
    (
        "type: integer, minValue: 1, maxValue: !yaql '2 + 3', initial: '007'",
        {"type": "integer", "minimum": 1, "maximum": 5, "default": 7},
    ),
    ("type: boolean", {"type": "boolean", "default": False}),
    (
        "type: choice, choices: [[1, One], [Group, [[b, Two]]]]",
        {"enum": ["1", "b"], "enumNames": ["One", "Two"], "default": "1"},
    ),
    (
        "type: choice, choices: !yaql 'list(list(a, A))', required: false",
        {"enum": ["a", None], "enumNames": ["A", ""], "default": "a"},
    ),
    ("type: databaselist, initial: 'a, b'", {"type": "string", "default": "a, b"}),
    ("type: image", {"type": "string", "helpText": "Only the cloud knows which images exist."}),
    (
        "type: io.murano.Object, required: false",
        {"type": ["muranoObject", "null"], "muranoType": "io.murano.Object"},
    ),
    (
        "type: [io.murano.Object, io.murano.Application]",
        {
            "type": "string",
            "helpText": "The id of an application: io.murano.Object or io.murano.Application.",
        },
    ),
    (
        "type: integer, enabled: $.other = null",
        {"type": "integer", "helpText": "Used where $.other = null."},
    ),
]


@pytest.mark.parametrize(("attributes", "schema"), SCHEMAS)
def test_schema(attributes: str, schema: dict[str, Any], tmp_path: Path) -> None:
    forms = f"  - one:\n      fields:\n        - {{name: x, {attributes}}}\n"
    page = pages(forms, tmp_path).pages[0]
    result = page.schema["properties"]["x"]
    assert result.pop("title") in ("x", "P")
    assert (page.name, result) == ("one", schema)


TWO = """\
  - one:
      fields:
        - {name: kind, type: string, label: Kind}
  - two:
      fields:
        - {name: size, type: integer, label: !yaql "concat('Size of ', $.one.kind)", maxValue: 9}
      validators:
        - {expr: !yaql "$.two.size != 5", message: not five}
"""


def test_later_pages_are_those_for_the_answers_so_far(tmp_path: Path) -> None:
    result = pages(TWO, tmp_path, {"one": {"kind": "box"}})
    assert [page.name for page in result.pages] == ["one", "two", "workflowManagement"]
    assert result.pages[1].schema["properties"]["size"]["title"] == "Size of box"
    assert result.application == "example.app.App/0.0.0"


def test_the_name_is_asked_for_where_the_dashboard_does(tmp_path: Path) -> None:
    names = {
        version: list(pages(TWO, tmp_path, version=version).pages[-1].schema["properties"])
        for version in ("2.1", "2.2")
    }
    assert names["2.2"] == ["application_name", *names["2.1"]]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({}, [("MPL544", "$.one.kind"), ("MPL544", "$.two.size")]),
        ({"one": {"kind": "a"}, "two": {"size": 10}}, [("MPL543", "$.two.size")]),
        ({"one": {"kind": "a"}, "two": {"size": 5}}, [("MPL545", "$.two")]),
        ({"one": {"kind": "a"}, "two": {"size": 4}}, []),
    ],
)
def test_answers_are_judged_at_their_fields(
    answers: Any, told: list[tuple[str, str]], tmp_path: Path
) -> None:
    diagnostics = pages(TWO, tmp_path, answers).diagnostics
    paths = [(item.code, item.in_model and item.in_model.path) for item in diagnostics]
    assert sorted(paths, key=str) == told


def test_a_package_without_a_form_has_no_pages(tmp_path: Path) -> None:
    write(files(PACKAGE.partition("=== UI")[0]), tmp_path)
    result = muranopl.Catalog(tmp_path).form_pages("example.app")
    assert (result.pages, [item.code for item in result.diagnostics]) == ((), ["MPL547"])
