"""Start-up and checks cost what counts.json says: modules loaded, and Python functions called.

Counts do not depend on the machine or on what else it does, but on the version of Python and on those of libraries:
they are those of CPython 3.11 with constraints.txt. `pytest tests/test_counts.py --rewrite` records them anew; the
commit says why they rise.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.catalogs import write_catalog
from tests.project import EXAMPLES, ROOT

RECORDED = ROOT / "tests" / "counts.json"
TOLERANCE = 0.03
PYTHON = (3, 11)


def count(path: Path) -> dict[str, int]:
    """Return the counts of a check in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-P", str(ROOT / "tests" / "counting.py"), str(path)],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


def test_counts(tmp_path: Path, rewrite: bool) -> None:
    if sys.version_info[:2] != PYTHON:
        pytest.skip("the counts are those of CPython 3.11")
    write_catalog(tmp_path, 10, 10, ui=True)
    measured = {
        "modules after `check examples/hello`": count(EXAMPLES / "hello")["modules"],
        "calls of a cold check of 10 packages of 10 classes": count(tmp_path)["calls"],
    }
    if rewrite:
        RECORDED.write_text(f"{json.dumps(measured, indent=2)}\n", encoding="utf-8")
    assert measured == {
        name: pytest.approx(number, rel=TOLERANCE)
        for name, number in json.loads(RECORDED.read_text(encoding="utf-8")).items()
    }
