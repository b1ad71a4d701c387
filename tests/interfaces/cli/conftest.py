"""The command as users start it."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import muranopl
from muranopl.interfaces.cli.main import cli
from muranopl.interfaces.cli.start import main
from tests.project import EXAMPLES

BROKEN = EXAMPLES / "broken"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def loaded() -> None:
    """Import whatever a check needs, once for all processes."""
    assert muranopl.Catalog([BROKEN]).check().diagnostics
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        cli.main(["check", str(BROKEN), "--no-cache"])


@pytest.fixture
def run(tmp_path: Path, loaded: None) -> Run:
    """Start `muranopl` in a process of its own, with a cache folder that does not exist yet.

    The process is a copy of this one, which has all imported already.
    """

    def start(*words: str | Path) -> subprocess.CompletedProcess[str]:
        child = os.fork()
        if child == 0:
            status = 3
            try:
                os.chdir(tmp_path)
                os.environ["MURANOPL_CACHE_DIR"] = str(tmp_path / "cache")
                sys.argv = ["muranopl", *map(str, words)]
                sys.stdin, sys.stdout, sys.stderr = (
                    open(path, mode)  # noqa: SIM115 - until the process ends
                    for path, mode in zip(("/dev/null", *written), "rww", strict=True)
                )
                main()
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return subprocess.CompletedProcess(
            words, status, *(path.read_text() for path in written)
        )

    written = tmp_path / "written to stdout", tmp_path / "written to stderr"
    return start
