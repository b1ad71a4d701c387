"""Manifests of libraries, and files in folders, for tests that make many packages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


def write_library(
    folder: Path, name: str, classes: Iterable[str], text: str, version: str = "0.0.0"
) -> Path:
    """Write a library whose classes, listed by their short names, are the documents of one file; return its folder.

    The file is named after the first of them.
    """
    short = list(classes)
    listed = {f"{name}.{class_}": f"{short[0]}.yaml" for class_ in short}
    manifest = library_manifest(name, listed, version=version)
    return write_files(folder, {"manifest.yaml": manifest, f"Classes/{short[0]}.yaml": text})
