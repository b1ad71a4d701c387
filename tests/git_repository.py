"""Repositories of git, made without the configuration of whoever runs the tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests import programs

_OPTIONS = ("-c", "user.name=a", "-c", "user.email=a@example.com")


def run_git(*words: str, folder: Path) -> str:
    """Run git in a folder; return its output. Skip the test where there is no git."""
    program = programs.require("git")
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    result = subprocess.run(
        [program, *_OPTIONS, *words],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return result.stdout.strip()


def commit_all(folder: Path, message: str = "all") -> None:
    """Commit the files of a folder, which is a repository from now on."""
    if not (folder / ".git").exists():
        run_git("init", "--quiet", "--initial-branch=main", folder=folder)
    run_git("add", ".", folder=folder)
    run_git("commit", "--quiet", "-m", message, folder=folder)
