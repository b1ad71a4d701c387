"""Entries of designers in the headers of objects: kept by default, dropped as in the engine by a quirk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== Classes/Sample.yaml
Namespaces: {=: example.app, own: example.app}
Name: Sample
Properties:
  part: {Contract: $.class(Sample)}
"""
OWN = {"type", "id", "name", "metadata"}


@pytest.mark.parametrize("quirk", [False, True], ids=["document", "engine"])
@pytest.mark.parametrize(
    ("entry", "kept", "codes"),
    [
        pytest.param("_color: red", {"_color": "red"}, ("MPL540", None), id="private"),
        pytest.param("color: red", {"color": "red"}, ("MPL540", "MPL539"), id="any-name"),
        pytest.param("icon: {x: 1}", {"icon": {"x": 1}}, ("MPL540", "MPL539"), id="mapping"),
        pytest.param("naem: Web", {}, ("MPL539", "MPL539"), id="slip"),
        pytest.param("_naem: Web", {"_naem": "Web"}, ("MPL540", None), id="private-slip"),
        pytest.param("5: red", {}, ("MPL539", "MPL539"), id="no-text"),
        pytest.param(f"{'x' * 1000}: 1", {"x" * 1000: 1}, ("MPL540", "MPL539"), id="long"),
    ],
)
def test_entries_of_designers(
    entry: str, kept: dict[str, Any], codes: tuple[str, str | None], quirk: bool, tmp_path: Path
) -> None:
    write(files(PACKAGE), tmp_path)
    model = tmp_path / "model.yaml"
    model.write_text(f"'?':\n  type: example.app.Sample\n  id: one\n  {entry}\n")
    quirks = ["designer-keys"] if quirk else []
    result = muranopl.Catalog(tmp_path, quirks=quirks).render(model)
    assert result.model is not None
    header = result.model["?"]
    assert {key: header[key] for key in header.keys() - OWN} == ({} if quirk else kept)
    expected = codes[quirk]
    assert [(diagnostic.code, diagnostic.line) for diagnostic in result.diagnostics] == (
        [(expected, 4)] if expected else []
    )


def test_in_the_second_form_a_property_in_the_wrong_place_is_likelier(tmp_path: Path) -> None:
    write(files(PACKAGE), tmp_path)
    part = {"own:Sample": {}, "color": "red", "_x": 1}
    result = muranopl.Catalog(tmp_path).render({"?": {"type": "example.app.Sample"}, "part": part})
    assert result.model is not None
    header = result.model["part"]["?"]
    assert {key: header[key] for key in header.keys() - OWN} == {"_x": 1}
    assert [item.code for item in result.diagnostics] == ["MPL539", "MPL540"]
