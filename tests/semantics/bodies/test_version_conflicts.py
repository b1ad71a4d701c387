"""How certain it is that an object has another version than the package of a contract requires."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.manifests import library_manifest, write_files

MID = """\
Namespaces: {=: lib}
Name: Mid
Methods:
  take:
    Arguments:
      - thing:
          Contract: $.class(Thing)
"""
SAMPLE = """\
Namespaces: {{=: example.app, lib: lib}}
Name: Sample
Properties:
  own: {{Contract: $.class(lib:Thing).notNull()}}
  perhaps: {{Contract: $.class(lib:Thing)}}
Methods:
  go:
    Body:
      - new(lib:Mid).take({argument})
"""

SEVERITIES = {
    # the requirements of the two packages, the argument -> severity, and what would help
    ("1", "1", "new(lib:Thing)"): None,
    ("1", ">=1", "new(lib:Thing)"): ("warning", "1.5.0"),
    ("1", "2", "new(lib:Thing)"): ("error", None),
    ("1", "2", "$.own"): ("warning", None),
    ("1", "1.5", "$.own"): None,
    ("1.2", "1", "new(lib:Thing)"): ("warning", "1.2.0"),
    ("2", ">=1", "new(lib:Thing)"): None,
    ("1", "2", "$.perhaps"): ("warning", None),
}


@pytest.mark.parametrize("case", SEVERITIES)
def test_certainty(case: tuple[str, str, str], tmp_path: Path) -> None:
    of_mid, of_app, argument = case
    files = {
        "mid/manifest.yaml": library_manifest(
            "lib.mid", {"lib.Mid": "Mid.yaml"}, {"lib.thing": of_mid}
        ),
        "mid/Classes/Mid.yaml": MID,
        "app/manifest.yaml": library_manifest(
            "example.app",
            {"example.app.Sample": "Sample.yaml"},
            {"lib.thing": of_app, "lib.mid": "0"},
        ),
        "app/Classes/Sample.yaml": SAMPLE.format(argument=argument),
    }
    for version in ("1.2.0", "1.5.0", "2.0.0"):
        files[f"{version}/manifest.yaml"] = library_manifest(
            "lib.thing", {"lib.Thing": "Thing.yaml"}, version=version
        )
        files[f"{version}/Classes/Thing.yaml"] = "Namespaces: {=: lib}\nName: Thing\n"
    report = muranopl.validate(write_files(tmp_path, files))
    found = [item for item in report.diagnostics if item.code == "MPL654"]
    severity, fitting = SEVERITIES[case] or (None, None)
    assert [item.severity.value for item in found] == [severity] * bool(severity)
    remedy = fitting and f"require lib.thing {fitting}, which satisfies both packages"
    assert [item.suggestion for item in found] == [remedy] * len(found)
