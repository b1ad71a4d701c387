"""The tool that seeds defects into Heat templates: every one is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.project import ROOT

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    default: 3
    constraints:
      - range: {min: 1, max: 5}
parameter_groups:
  - parameters: [size]
resources:
  first:
    type: OS::Heat::Value
    properties:
      value: {get_param: size}
  second:
    type: OS::Heat::Value
    depends_on: first
    properties:
      value: {list_join: ['-', [{get_attr: [first, value]}, {get_resource: first}]]}
outputs:
  joined:
    value: {get_attr: [second, value]}
"""


def test_defects_seeded_into_a_template_are_found(tmp_path: Path) -> None:
    (tmp_path / "template.yaml").write_text(TEMPLATE)
    tool = ROOT / "tools" / "seed_heat_defects.py"
    command = [sys.executable, tool, tmp_path, "--per-kind", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *kinds, everything = done.stdout.splitlines()[1:]
    assert len(kinds) >= 18
    assert everything.endswith("100.0%"), done.stdout
