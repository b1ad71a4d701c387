"""Full names are compared word by word: a beginning that all have in common makes none of them meant."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGES = """\
=== app/manifest.yaml
Format: 1.4
Type: Application
FullName: com.example.App
Require:
  {required}:
Classes:
  com.example.App: App.yaml
=== app/Classes/App.yaml
Name: com.example.App
Extends: io.murano.Application
=== app/UI/ui.yaml
Version: 2.4
Application:
  ?: {{type: {named}}}
=== other/manifest.yaml
Format: 1.4
Type: Library
FullName: com.example.Guacamole
Classes:
  com.example.Guacamole: Guacamole.yaml
=== other/Classes/Guacamole.yaml
Name: com.example.Guacamole
"""
NEAR = [
    ("com.example.Guacamloe", True),
    ("com.exampel.Guacamole", True),
    ("con.example.Guacamole", True),
    ("com.Example.guacamole", True),
    ("org.other.Guacamole", True),
    ("com.example.SugarCRM", False),
    ("com.example.guava.Mole", False),
]


MEANT = 'did you mean "com.example.Guacamole"?'


@pytest.mark.parametrize(("name", "is_near"), NEAR)
def test_packages_and_models(name: str, is_near: bool, tmp_path: Path) -> None:
    named = "com.example.App"
    folder = write(files(PACKAGES.format(required=name, named=named)), tmp_path)
    catalog = muranopl.Catalog([folder])
    (checked,) = catalog.check().diagnostics
    (rendered,) = catalog.render({"?": {"type": name, "id": "a"}}).diagnostics
    assert (checked.code, checked.suggestion == MEANT) == ("MPL211", is_near)
    assert (rendered.code, rendered.suggestion == MEANT) == ("MPL524", is_near)
    with pytest.raises(muranopl.ResolutionError) as refused:
        catalog.resolve_package(name)
    assert ("did you mean" in str(refused.value)) == is_near


@pytest.mark.parametrize(("name", "is_near"), NEAR)
def test_forms(name: str, is_near: bool, tmp_path: Path) -> None:
    required = "com.example.Guacamole"
    folder = write(files(PACKAGES.format(required=required, named=name)), tmp_path)
    (checked,) = muranopl.Catalog([folder]).check().diagnostics
    assert (checked.code, checked.suggestion == MEANT) == ("MPL700", is_near)
