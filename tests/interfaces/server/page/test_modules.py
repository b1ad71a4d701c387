"""The modules of the page that touch no document have unit tests of their own, which Node runs: `npm test`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.interfaces.browsing import PAGE
from tests.programs import require

# One process, where `node --test` starts one for each module
ALL = "for (const path of process.argv.slice(1)) await import(path)"


def test_modules_of_the_page(built_page: Path) -> None:
    node = Path(require("Node")).with_name("node")
    modules = sorted((PAGE / "src").rglob("*.test.js"))
    assert modules
    run = subprocess.run(
        [node, "--input-type=module", "--eval", ALL, *modules],
        cwd=PAGE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
