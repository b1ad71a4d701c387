"""A service that runs: `muranopl serve` in a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_ADDRESS = re.compile(r"serving at (http://\S+)/")


class Serving(NamedTuple):
    """A service: where it is, its process, and what it writes."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path


@contextlib.contextmanager
def serving(folder: Path, *words: str) -> Iterator[Serving]:
    """Serve from `folder`, which is where the log goes too; it has to end well when it is told to."""
    log = folder / "service.log"
    command = [
        sys.executable,
        "-m",
        "muranopl",
        "serve",
        *words,
        "--port",
        "0",
        "--jobs",
        "1",
    ]
    with (
        log.open("wb") as written,
        subprocess.Popen(
            command,
            stdout=written,
            stderr=written,
            cwd=folder,
            # A group of its own, to which tests send signals as a terminal does
            start_new_session=True,
        ) as process,
    ):
        try:
            while not (result := _ADDRESS.search(log.read_text(encoding="utf-8"))):
                assert process.poll() is None, log.read_text(encoding="utf-8")
                time.sleep(0.05)
            yield Serving(result[1], process, log)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            status = process.wait()
    assert status == os.EX_OK, log.read_text(encoding="utf-8")
