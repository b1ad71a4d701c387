"""Sessions in editors with the configurations of docs/editor.md, and the form of those that are not installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.interfaces.lsp.editor import APP, PACKAGE, write_package
from tests.programs import path_of, reason_of
from tests.project import ROOT
from tests.waiting import GUARD

WRONG = APP.replace("    Default: 80\n", "    Default: eighty\n")
HERE = Path(__file__).parent


def block(section: str, language: str) -> str:
    """Return the first code block of a section in a language."""
    text = (ROOT / "docs" / "editor.md").read_text(encoding="utf-8")
    text = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    found = re.search(f"```{language}\n(.*?)```", text, re.DOTALL)
    assert found, section
    return found[1]


COMMANDS = {
    "Neovim 0.11": ("Neovim", "lua", ["--headless", "-i", "NONE", "-n", "-u"], "init_session.lua"),
    "Emacs with Eglot": ("Emacs", "elisp", ["--batch", "--no-init-file"], "emacs.el"),
}


@pytest.mark.parametrize("program", COMMANDS)
def test_a_session_with_the_documented_configuration(tmp_path: Path, program: str) -> None:
    path = path_of(program)
    if path is None:  # in CI as well, which does not install them
        pytest.skip(reason_of(program))
    section, language, options, script = COMMANDS[program]
    package = write_package(tmp_path / "package", {**PACKAGE, "Classes/App.yaml": WRONG})
    # Without it, Emacs takes the folder of the file for the project
    if section == "Neovim":
        (package / ".git").mkdir()
    init = tmp_path / f"init.{language}"
    init.write_text(block(section, language), encoding="utf-8")
    file = package / "Classes" / "App.yaml"
    words = [*options, str(init), "-l"] if language == "lua" else [*options, "-l"]
    folders = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    result = subprocess.run(
        [path, *words, HERE / script],
        env={
            **os.environ,
            **dict.fromkeys(folders, str(tmp_path)),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "MURANOPL_FILE": str(file),
            "MURANOPL_INIT": str(init),
        },
        timeout=GUARD,
        capture_output=True,
        text=True,
        check=False,
    )
    said = result.stdout + result.stderr
    assert result.returncode == 0, said
    assert 'the Default of property "port" does not fit its contract' in said
    assert file.read_text(encoding="utf-8") == WRONG.replace("port", "socket")


def test_other_configurations_are_valid() -> None:
    helix = tomllib.loads(block("Helix", "toml"))
    server = helix["language-server"]["muranopl"]
    assert [server["command"], *server["args"]] == ["muranopl", "lsp"]
    assert helix["language"][0]["language-servers"][0] in helix["language-server"]
    (binary,) = (item["binary"] for item in json.loads(block("Zed", "json"))["lsp"].values())
    assert [binary["path"], *binary["arguments"]] == ["muranopl", "lsp"]
