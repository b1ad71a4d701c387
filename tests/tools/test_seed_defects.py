"""The tool that plants defects into packages: every one it plants into the example is found."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.project import EXAMPLES, ROOT

NOT_ALL_FOUND = {"misspelt property name", "lost quote"}
"""Kinds of which some in the example are not found yet."""


def test_defects_planted_into_the_example_are_found(tmp_path: Path) -> None:
    report = tmp_path / "seeds.json"
    command = [
        sys.executable,
        ROOT / "tools" / "seed_defects.py",
        EXAMPLES / "hello",
        "--per-kind",
        "2",
    ]
    done = subprocess.run([*command, "--json", report], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    plants = json.loads(report.read_text())["plants"]
    assert len(plants) >= 80
    assert [
        plant for plant in plants if not plant["here"] and plant["kind"] not in NOT_ALL_FOUND
    ] == []
