"""Checks by way of a cache, of packages with one defect each: the report is that of a first run."""

from __future__ import annotations

import random
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.catalogs import write_catalog
from tests.material import all_of
from tests.project import EXAMPLES, ROOT

PER_KIND = 2


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    folder = tmp_path / "catalog"
    write_catalog(folder, 3, 1)
    shutil.copytree(EXAMPLES / "hello", folder / "hello")
    return folder


@pytest.fixture
def defects(catalog: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Those that `tools/seed_defects.py` seeds into the packages of the catalog."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    tool = runpy.run_path(str(ROOT / "tools" / "seed_defects.py"))
    packages = tool["find"]([str(catalog)])
    workspaces = tmp_path / "workspaces"
    corpus = tool["Corpus"](packages, [], workspaces, fixing=False)
    return (
        defect
        for kind in tool["KINDS"]
        for defect in corpus.seed(kind, PER_KIND, random.Random(kind))
    )


def test_defects_are_reported_as_in_a_first_run(catalog: Path, defects: Iterator[Any]) -> None:
    cache = muranopl.Cache.in_memory()
    clean = muranopl.Catalog([catalog], cache=cache).check()
    reported = 0
    for defect in defects:
        file = Path(defect.package, defect.edit.path or defect.file.path)
        before, text = file.read_bytes(), defect.edit.apply(defect.file.lines)
        if text is None:
            file.unlink()
        else:
            file.write_bytes(text.encode())
        fresh = muranopl.Catalog([catalog]).check()
        for _ in ("changed", "again"):
            assert all_of(muranopl.Catalog([catalog], cache=cache).check()) == all_of(fresh), (
                defect.data()
            )
        file.write_bytes(before)
        reported += len(fresh.diagnostics) > len(clean.diagnostics)
    assert reported >= 100
    assert all_of(muranopl.Catalog([catalog], cache=cache).check()) == all_of(clean)
