"""Distributions that tests make: checkouts, built ones, wheels and source distributions."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

from tests.archives import zip_of

MANIFEST = """\
Format: 1.4
Type: Library
FullName: example.app
Require:
  example.plugin: 0
Classes:
  example.app.Sample: Sample.yaml
"""
SETUP_CFG = """\
[metadata]
name = example.plugin

[entry_points]
io.murano.extensions =
    example.Thing = things:Thing
"""
ENTRY_POINTS = """\
[io.murano.extensions]
example.Thing = things:Thing
"""
THING = "class Thing:\n    def count_all(self): ...\n"


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write some files below a folder, and return it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def checkout(folder: Path, module: str = THING, points: str | None = None) -> Path:
    """Write a checkout with the class `example.Thing` in the module `things`."""
    cfg = SETUP_CFG if points is None else SETUP_CFG.replace("example.Thing = things:Thing", points)
    return write(folder, {"setup.cfg": cfg, "things.py": module})


def installed(name: str = "example.plugin", module: str = THING) -> dict[str, str]:
    """Return the files of a built distribution."""
    info = f"{name.replace('-', '_')}-1.2.dist-info"
    return {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n\nName: no\n",
        f"{info}/entry_points.txt": ENTRY_POINTS,
        "things.py": module,
    }


def wheel(path: Path, files: Mapping[str, str]) -> Path:
    """Write a zip with some files."""
    path.write_bytes(zip_of(files))
    return path


def sdist(path: Path, files: Mapping[str, str]) -> Path:
    """Write a source distribution, in which all files are in one folder."""
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"example-1.2/{name}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return path
