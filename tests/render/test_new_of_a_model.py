"""`new()` of an object model that is none, in a Default."""

from __future__ import annotations

from pathlib import Path

import muranopl
from tests.manifests import write_library


def test_a_mapping_without_a_header_is_reported(tmp_path: Path) -> None:
    default = '    Default: !yaql "new({size => 4}).size"\n'
    text = f"Name: a.b.C\nProperties:\n  p:\n    Contract: $\n{default}"
    write_library(tmp_path, "a.b", ["C"], text)
    assert "MPL001" not in {
        diagnostic.code for diagnostic in muranopl.validate(tmp_path).diagnostics
    }
