"""A folder of class files that is not called as it must be is one mistake, however many classes are listed."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import muranopl

MANIFEST = """\
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.A: A.yaml
  example.app.B: B.yaml
"""
CLASS = "Namespaces: {{=: example.app}}\nName: {}\n"
REMEDIES = {
    "classes/": "rename the folder `classes` to `Classes`",
    "CLASSES/": "rename the folder `CLASSES` to `Classes`",
    "Classes\\": "pack it with `muranopl build`: names in a zip need `/`, not `\\`",
    "Classes/": None,
}


@pytest.mark.parametrize("folder", REMEDIES)
def test_folder(folder: str, tmp_path: Path) -> None:
    package = tmp_path / "package.zip"
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr("manifest.yaml", MANIFEST)
        for name in "AB":
            info = zipfile.ZipInfo()
            info.filename = f"{folder}{name}.yaml"
            archive.writestr(info, CLASS.format(name))
    found = [
        (item.code, item.line, item.suggestion) for item in muranopl.validate(package).diagnostics
    ]
    remedy = REMEDIES[folder]
    assert found == ([] if remedy is None else [("MPL136", 5, remedy)])
