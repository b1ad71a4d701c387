"""Files under a wrong name: which one is meant, told by the names of the files and not by their folders."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

MANIFEST = """\
=== manifest.yaml
Format: 1.4
Type: Application
FullName: example.app
{keys}Classes:
  example.app.Sample: Sample.yaml
=== Classes/Sample.yaml
Namespaces: {{=: example.app, sys: io.murano.system}}
Name: Sample
Methods:
  go:
    Body:
      - $r: new(sys:Resources)
      - Return: $r.string('{resource}')
=== Resources/agreement.txt
text
=== Resources/scripts/prepare.sh
echo
"""
PLAN = """\
=== Resources/Deploy.template
FormatVersion: 2.0.0
Version: 1.0.0
Name: Deploy
Body: return deploy().stdout
Scripts:
  deploy:
    Type: Application
    Version: 1.0.0
    EntryPoint: {script}
"""


def suggested(text: str, folder: Path) -> list[tuple[str, str, str | None]]:
    report = muranopl.Catalog([write(files(text), folder)]).check()
    return [
        (item.code, item.place.file.display.rpartition("/")[2], item.suggestion)
        for item in report.diagnostics
        if item.code in {"MPL139", "MPL666"}
    ]


@pytest.mark.parametrize(
    ("script", "suggestion"),
    [
        ("perpare.sh", 'did you mean "prepare.sh"?'),
        ("common/prepare.sh", 'did you mean "prepare.sh"?'),
        ("prepare.py", 'did you mean "prepare.sh"?'),
        # Of these, nothing but the folder and the ending is common
        ("xy.sh", "add the file"),
        ("start.sh", "add the file"),
    ],
)
def test_scripts(script: str, suggestion: str, tmp_path: Path) -> None:
    text = MANIFEST.format(keys="", resource="agreement.txt")
    found = suggested(text + PLAN.format(script=script), tmp_path)
    assert found == [("MPL139", "Deploy.template", suggestion)]


@pytest.mark.parametrize(
    ("resource", "suggestion"),
    [("agrement.txt", 'did you mean "agreement.txt"?'), ("cfg.txt", "add the file")],
)
def test_resources(resource: str, suggestion: str, tmp_path: Path) -> None:
    text = MANIFEST.format(keys="", resource=resource)
    assert suggested(text, tmp_path) == [("MPL666", "Sample.yaml", suggestion)]


@pytest.mark.parametrize(
    ("keys", "there", "place", "suggestion"),
    [
        ("", "UI/UI.yaml", "UI.yaml", "rename UI/UI.yaml to UI/ui.yaml"),
        ("", "UI/ui.yml", "ui.yml", "rename UI/ui.yml to UI/ui.yaml"),
        ("", "ui/ui.yaml", "ui.yaml", "rename ui/ui.yaml to UI/ui.yaml"),
        ("", "UI/form.yaml", "form.yaml", "rename UI/form.yaml to UI/ui.yaml"),
        ("UI: fromm.yaml\n", "UI/form.yaml", "manifest.yaml", 'did you mean "form.yaml"?'),
    ],
)
def test_forms(keys: str, there: str, place: str, suggestion: str, tmp_path: Path) -> None:
    text = MANIFEST.format(keys=keys, resource="agreement.txt")
    form = f"=== {there}\nVersion: 2.4\nApplication:\n  ?: {{type: example.app.Sample}}\n"
    assert suggested(text + form, tmp_path) == [("MPL139", place, suggestion)]


def test_no_form(tmp_path: Path) -> None:
    text = MANIFEST.format(keys="", resource="agreement.txt")
    assert suggested(text + "=== UI/readme.txt\nabout\n", tmp_path) == []
