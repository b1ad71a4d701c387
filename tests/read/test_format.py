"""What is said of a `Format` that is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from muranopl import Catalog

FALSE = "the engine reads it as MuranoPL/1.0, like any false value"
PLUGIN = "plugins of the engine can add formats, which muranopl cannot check"


@pytest.mark.parametrize(
    ("format_", "notes"),
    [
        ("0", [FALSE]),
        ("1.5", []),
        ("MuranoPL/1.5", []),
        ("Some.TOSCA/1.0", [PLUGIN]),
        ("1.4", None),
    ],
)
def test_a_note_says_what_becomes_of_the_package(
    format_: str, notes: list[str] | None, tmp_path: Path
) -> None:
    (tmp_path / "manifest.yaml").write_text(
        f"Format: {format_}\nType: Library\nFullName: example.app\nClasses: {{}}\n"
    )
    result = [
        list(diagnostic.notes)
        for diagnostic in Catalog(tmp_path).check().diagnostics
        if diagnostic.code == "MPL130"
    ]
    assert result == ([] if notes is None else [notes])


@pytest.mark.parametrize(
    ("format_", "codes"),
    [("MuranoPL/1.5", ["MPL130"]), ("MuranoPL/2", ["MPL130"]), ("1.4", []), ("1.3", ["MPL126"])],
)
def test_nothing_is_too_new_for_an_unknown_format(
    format_: str, codes: list[str], tmp_path: Path
) -> None:
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(
        f"Format: {format_}\nType: Library\nFullName: example.app\n"
        "Classes: {example.app.Sample: Sample.yaml}\n"
    )
    (tmp_path / "Classes/Sample.yaml").write_text(
        "Name: example.app.Sample\nMethods:\n  go: {Scope: Public, Body: []}\n"
    )
    found = [item.code for item in Catalog(tmp_path).check().diagnostics]
    assert found == codes
