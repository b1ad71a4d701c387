"""The modules of the page that touch no document have unit tests of their own, which node runs."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.project import ROOT

PAGE = ROOT / "interfaces" / "server" / "page"
NODE = shutil.which("node")


@pytest.mark.skipif(
    NODE is None or not (PAGE / "node_modules").is_dir(),
    reason="no node, or `make page` was not run",
)
def test_modules_of_the_page() -> None:
    run = subprocess.run(
        [str(NODE), "--test"], cwd=PAGE, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
