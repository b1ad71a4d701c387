"""Commands that write a file for each package or class: each result has a file of its own, in the folder."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.command_line import run
from tests.manifests import library_manifest, write_files

PACKAGES: dict[str, list[tuple[str, str]]] = {
    "versions": [("ex.app", "1.0.0"), ("ex.app", "1.2.0"), ("ex.other", "1.0.0")],
    "case": [("ex.app", "1.0.0"), ("ex.App", "1.0.0"), ("ex.aPP", "1.1.0")],
    "index": [("index", "1.0.0"), ("Index", "1.0.0"), ("ex.app", "1.0.0")],
    "outwards": [("../app", "1.0.0"), ("ex.app", "1.0.0"), ("../../app", "1.0.0")],
}
"""Names and versions of packages; each has a class C."""
COMMANDS = {
    "doc": ("doc", "--no-cache", "-j1", "-o", "out"),
    "html": ("doc", "--no-cache", "-j1", "--format", "html", "-o", "out"),
    "build": ("build", "--no-cache", "-j1", "-o", "out"),
    "schema": ("schema", "--no-cache", "--all", "out"),
}


def _write(folder: Path, packages: list[tuple[str, str]]) -> list[Path]:
    """Write packages of which each requires the first one; return their folders."""
    result = []
    for at, (name, version) in enumerate(packages):
        require = {packages[0][0]: packages[0][1]} if at else {}
        manifest = library_manifest(name, {f"{name}.C": "C.yaml"}, require, version=version)
        text = f"Namespaces:\n  =: {name}\nName: C\n"
        files = {"manifest.yaml": manifest, "Classes/C.yaml": text}
        result.append(write_files(folder / f"p{at}", files))
    return result


@pytest.mark.parametrize("case", PACKAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_names_are_distinct_and_links_lead_to_files(
    command: str, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = _write(tmp_path / "in", PACKAGES[case])
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    paths = (
        [word for folder in folders for word in ("-L", folder)] if command == "schema" else folders
    )
    run(*COMMANDS[command], *paths)
    written = list(tmp_path.rglob("*.*"))
    outside = [
        path
        for path in written
        if tmp_path / "in" not in path.parents and path.parent.name != "out"
    ]
    assert outside == []
    files = {path.name: path for path in (tmp_path / "work").glob("out/*")}
    if command == "schema":
        files = {name: path for name, path in files.items() if not name.startswith("io.")}
    if case != "outwards":
        assert len({name.casefold() for name in files}) == {"doc": 4, "html": 4}.get(command, 3)
    for path in files.values() if command in {"doc", "html"} else ():
        text = path.read_text()
        links = re.findall(r'\]\(([^)#]*)|href="([^"#]*)', text)
        assert {unquote(link) for pair in links for link in pair if link} <= set(files)
