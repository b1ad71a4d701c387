"""A service that runs: `muranopl serve` in a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.waiting import GUARD, wait_until

_ADDRESS = re.compile(r"serving at (http://\S+)/")


class Serving(NamedTuple):
    """A service: where it is, its process, and what it writes."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path

    def client(self) -> httpx.Client:
        """Return a client of the service."""
        return httpx.Client(base_url=self.address, timeout=GUARD)

    def workers(self) -> list[int]:
        """Return the process numbers of the workers."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return list(map(int, children.split()))

    def wait_for(self, metric: str) -> None:
        """Wait until the metrics of the service have a line."""
        with self.client() as client:
            wait_until(lambda: f"\n{metric}\n" in client.get("/metrics").text)


def message_of(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the message of an answer that is an error."""
    error = answer.json()["error"]
    assert error["code"] == answer.status_code
    return answer.status_code, error["message"]


def require_refused(answer: httpx.Response, status: int, words: str) -> None:
    """Require that an answer is an error whose message has some words."""
    code, text = message_of(answer)
    assert (code, words in text) == (status, True), answer.text


def keep_upload(client: httpx.Client, package: bytes, name: str = "shelf.zip") -> str:
    """Return the id of an uploaded package that a service keeps."""
    answer = client.post(
        "/uploads",
        content=package,
        params={"name": name},
        headers={"Content-Type": "application/zip"},
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["name"] == name
    return str(answer.json()["id"])


@contextlib.contextmanager
def leaving_nothing(folder: Path) -> Iterator[None]:
    """Let services have a folder for temporary files, and require that they leave none there, or in `apps`."""
    temporary = folder / "temporary"
    temporary.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(temporary))
        yield
    assert list(temporary.iterdir()) == []
    assert list((folder / "apps").glob(".*")) == []


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Return where a service is, once it says so."""

    def is_there() -> bool:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        return _ADDRESS.search(log.read_text(encoding="utf-8")) is not None

    wait_until(is_there)
    result = _ADDRESS.search(log.read_text(encoding="utf-8"))
    assert result is not None
    return result[1]


@contextlib.contextmanager
def serving(folder: Path, *words: str) -> Iterator[Serving]:
    """Serve from `folder`, which is where the log goes too; it has to end well when it is told to."""
    log = folder / "service.log"
    command = [
        sys.executable,
        "-m",
        "muranopl",
        "serve",
        *("--port", "0", "--jobs", "1"),
        # However busy the machine is
        *("--time-limit", "3600"),
        *words,
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
            yield Serving(_address(process, log), process, log)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            status = process.wait()
    assert status == os.EX_OK, log.read_text(encoding="utf-8")
