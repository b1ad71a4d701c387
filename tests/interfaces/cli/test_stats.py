"""`muranopl stats`: how much is in packages, as a table and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from tests import command_line

SHOP = {
    "manifest.yaml": "Format: MuranoPL/1.4\nType: Library\nFullName: example.shop\nVersion: {version}\n"
    "Classes: {{example.Shop: Shop.yaml}}\n",
    "Classes/Shop.yaml": "Namespaces: {{=: example}}\n\nName: Shop\nColour: red\nProperties:\n"
    "  port: {{Contract: $.int()}}\nMethods:\n  open: {{}}\n",
    "Resources/run.sh": "#!/bin/sh\n\nls\n",
    "Resources/logo.png": "\N{BYTE ORDER MARK}",
}


def package(folder: Path, version: str) -> None:
    for path, text in SHOP.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        encoding = "utf-16" if path.endswith(".png") else "utf-8"
        (folder / path).write_text(text.format(version=version), encoding=encoding)


def run(*words: str | Path) -> str:
    result = command_line.run("stats", "--no-cache", *map(str, words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_numbers_of_each_package(tmp_path: Path) -> None:
    package(tmp_path / "one", "1.0.0")
    package(tmp_path / "two", "2.0.0")
    data = json.loads(run(tmp_path, "--format", "json"))
    assert data["packages"][1] == {
        "name": "example.shop",
        "version": "2.0.0",
        "format": "MuranoPL/1.4",
        "type": "Library",
        "classes": 1,
        "properties": 1,
        "methods": 1,
        "lines": 7,
        "form_lines": 0,
        "script_lines": 2,
        "codes": {"MPL120": 1},
    }
    assert data["total"]["lines"] == 14
    assert data["total"]["codes"] == {"MPL120": 2}
    lines = run(tmp_path).splitlines()
    assert lines[1].split() == [
        "example.shop",
        "1.0.0",
        "MuranoPL/1.4",
        "1",
        "1",
        "1",
        "7",
        "0",
        "2",
        "1",
    ]
    assert lines[3].split() == ["2", "in", "total", "2", "2", "2", "14", "0", "4", "2"]
    assert lines[-1].split() == ["2", "MuranoPL/1.4"]


def test_there_must_be_a_package(tmp_path: Path) -> None:
    result = command_line.run("stats", str(tmp_path))
    assert result.exit_code == 2
    assert "no package found" in result.stderr
