"""What UI definitions set of a class: by which fields, and what they leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== Classes/App.yaml
Namespaces: {=: example.app, std: io.murano}
Name: App
Extends: std:Application
Properties:
  v: {Contract: $.string().notNull()}
  optional: {Contract: $.int()}
  size: {Contract: $.int().notNull(), Default: 5}
  state: {Contract: $.int(), Usage: Runtime}
=== Classes/Other.yaml
Namespaces: {=: example.app}
Name: Other
=== UI/ui.yaml
Version: 2.4
Parameters: {p: 1}
Templates:
  t: {x: $.two.b, y: $u}
  u: $.two.c
"""
FORM = "Application:\n  ?: {type: example.app.App}\n"


def covered(application: str, folder: Path) -> dict[str, dict[str, Any]]:
    """The properties of Application by name."""
    write(files(PACKAGE + FORM + application), folder)
    result = muranopl.Catalog(folder).against_ui("example.app.App")
    assert [item["path"] for item in result["objects"]] == ["Application"]
    return {row.pop("name"): row for row in result["objects"][0]["properties"]}


FED: list[tuple[str, dict[str, Any]]] = [
    # the value of `v`, what is told of it besides its status and value
    ("text", {}),
    ("$.one.a", {"fields": ["one.a"]}),
    ("$forms.one.a + $.one?.b", {"fields": ["one.a", "one.b"]}),
    ("$.one.a.b.c", {"fields": ["one.a"]}),
    ("$.one", {}),
    ("$t", {"fields": ["two.b", "two.c"], "templates": ["t", "u"]}),
    ("repeat($u, $.one.n)", {"fields": ["one.n", "two.c"], "templates": ["u"]}),
    ("ref(u)", {"fields": ["two.c"], "templates": ["u"]}),
    ("str($p)", {"parameters": ["p"]}),
    ("\n    - $.one.a\n    - {k: $.one.b}", {"fields": ["one.a", "one.b"]}),
]


@pytest.mark.parametrize(("value", "told"), FED)
def test_what_feeds_a_property(
    value: str, told: dict[str, Any], tmp_path: Path
) -> None:
    row = covered(f"  v: {value}\n", tmp_path)["v"]
    assert row.pop("value") is not None
    assert row == {"status": "set", **told}


STATUSES: list[tuple[str, dict[str, str]]] = [
    ("  v: a\n", {"v": "set", "optional": "null", "size": "default"}),
    ("", {"v": "missing", "optional": "null", "size": "default"}),
    ("  $.one.key: a\n", {"v": "unknown", "optional": "unknown", "size": "unknown"}),
    (
        "  v: a\n  state: 1\n",
        {"v": "set", "optional": "null", "size": "default", "state": "unlisted"},
    ),
]


@pytest.mark.parametrize(("application", "statuses"), STATUSES)
def test_status(application: str, statuses: dict[str, str], tmp_path: Path) -> None:
    assert {
        name: row["status"] for name, row in covered(application, tmp_path).items()
    } == statuses


def test_default_is_told(tmp_path: Path) -> None:
    assert covered("  v: a\n", tmp_path)["size"] == {"status": "default", "value": 5}


def test_objects_inside_and_templates(tmp_path: Path) -> None:
    other = "{?: {type: example.app.Other}}"
    ui = (
        PACKAGE.replace("  u: $.two.c", f"  u: [{other}]")
        + FORM
        + f"  v: {{a: {other}}}\n"
    )
    ui = ui.replace(
        "{?: {type: example.app.Other}}", "{'?': {type: example.app.Other}}"
    )
    write(files(ui), tmp_path)
    result = muranopl.Catalog(tmp_path).against_ui("example.app.Other")
    assert [(item["path"], item["line"]) for item in result["objects"]] == [
        ("Application.v.a", 8),
        ("template u[0]", 5),
    ]


@pytest.mark.parametrize("name", ["example.app.None", "example.app.Other"])
def test_nothing_to_tell_of(name: str, tmp_path: Path) -> None:
    write(files(PACKAGE + FORM), tmp_path)
    with pytest.raises(muranopl.ResolutionError):
        muranopl.Catalog(tmp_path).against_ui(name)
