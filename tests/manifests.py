"""Manifests of libraries, and files in folders, for tests that make many packages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def library_manifest(
    name: str,
    classes: Mapping[str, str],
    require: Mapping[str, str] | None = None,
    version: str = "0.0.0",
) -> str:
    """The text of a manifest: `classes` are the files by full names, `require` has the specifications by packages."""
    listed = "".join(f"  {key}: {file}\n" for key, file in classes.items())
    required = "".join(f"  {key}: '{spec}'\n" for key, spec in (require or {}).items())
    head = f"Format: 1.4\nType: Library\nFullName: {name}\nVersion: {version}\n"
    return f"{head}Classes:\n{listed}" + (f"Require:\n{required}" if required else "")


def write_files(folder: Path, files: Mapping[str, str]) -> Path:
    """Write texts to the paths of files in a folder; return the folder."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
