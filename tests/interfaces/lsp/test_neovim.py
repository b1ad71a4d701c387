"""A session in Neovim."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.interfaces.lsp.editor import APP, MANIFEST, PACKAGE, write_package
from tests.programs import require
from tests.waiting import GUARD

SCRIPT = Path(__file__).with_name("session.lua")
WRONG = APP.replace("Contract: $.int().notNull()", "Contrat: $.int().notNull()")

DOCUMENT = Path(__file__).parents[3] / "docs" / "editor.md"


def test_the_documented_root_is_that_of_all_packages() -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("## Neovim")[2]
    lists = re.findall(r"\{( [^{}]*\"manifest\.yaml\"[^{}]*)\}", text)
    assert lists == [' "muranopl.toml", ".git", "manifest.yaml" '] * 2


def test_a_session_in_neovim(tmp_path: Path) -> None:
    package = write_package(tmp_path / "package", {**PACKAGE, "Classes/App.yaml": WRONG})
    output = tmp_path / "output.json"
    session = [sys.executable, str(package / "Classes/App.yaml"), str(output)]
    environment = {
        **os.environ,
        "MURANOPL_SESSION": json.dumps(session),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path),
    }
    command = [require("Neovim"), "--headless", "-u", "NONE", "-i", "NONE", "-n"]
    result = subprocess.run(
        [*command, "-c", f"luafile {SCRIPT}", "-c", "cquit"],  # which ends it after an error
        env=environment,
        timeout=GUARD,
        capture_output=True,
        text=True,
        check=False,
    )
    assert output.exists(), result.stderr
    steps = json.loads(output.read_text())
    assert "problem" not in steps, steps
    assert steps["line"] == 7
    assert steps["seen"] in (["MPL121"], [None])
    assert steps["actions"][0] == "Write `Contract`"
    assert steps["mended"] == "    Contract: $.int().notNull()"
    assert "port" in steps["hover"]
    assert steps["contract"] == "$.class().notNull()"
    assert steps["explanation"].startswith("MPL121 missing-key\n\n")
    assert steps["text"] == APP.replace("port", "socket")
    assert steps["manifest"] == MANIFEST.replace("App.yaml", "Main.yaml")
