"""`new()` of an object model that is none, in a Default."""

from __future__ import annotations

from pathlib import Path

import muranopl


def test_a_mapping_without_a_header_is_reported(tmp_path: Path) -> None:
    (tmp_path / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nFullName: a.b\nClasses: {a.b.C: C.yaml}\n"
    )
    (tmp_path / "Classes").mkdir()
    (tmp_path / "Classes" / "C.yaml").write_text(
        'Name: a.b.C\nProperties:\n  p:\n    Contract: $\n    Default: !yaql "new({size => 4}).size"\n'
    )
    assert "MPL001" not in {
        diagnostic.code for diagnostic in muranopl.validate(tmp_path).diagnostics
    }
