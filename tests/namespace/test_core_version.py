"""A core library without a version is what packages and models that name one of the documents' mean."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PINNED = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.pinned
Require:
  io.murano: '{spec}'
Classes:
  example.pinned.Sample: Sample.yaml
=== Classes/Sample.yaml
Namespaces: {{=: example.pinned, std: io.murano}}
Name: Sample
Properties:
  other:
    Contract: $.class(std:Object)
"""


@pytest.mark.parametrize(
    ("spec", "version", "quirks", "loads"),
    [
        ("0.1", "0.2.0", (), True),
        ("0.2.0", "0.1.0", (), True),
        ("0", "0.0.0", (), True),
        (">0.2", "0", (), False),
        ("0", "0.3.0", (), False),
        ("0.1", "0", ("core-version",), False),
        ("0", "0.1.0", ("core-version",), False),
    ],
)
def test_pinned(
    spec: str, version: str, quirks: tuple[str, ...], loads: bool, tmp_path: Path
) -> None:
    folder = write(files(PINNED.format(spec=spec)), tmp_path)
    other = {"?": {"type": f"io.murano.Object/{version}", "id": "b"}}
    model = {"?": {"type": "example.pinned.Sample", "id": "a"}, "other": other}
    catalog = muranopl.Catalog([folder], quirks=quirks)
    assert catalog.render(model).ok == loads
