"""The tool that plants defects into packages: every one it plants into the example is found."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_defects_planted_into_the_example_are_found(tmp_path: Path) -> None:
    report = tmp_path / "seeds.json"
    command = [sys.executable, ROOT / "tools" / "seed_defects.py", ROOT / "examples" / "hello", "--per-kind", "2"]
    done = subprocess.run([*command, "--json", report], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text())
    plants = found if isinstance(found, list) else found["plants"]
    assert len(plants) >= 20
    assert [plant for plant in plants if not plant["here"]] == []
