"""A service that has more to do than it can, and that is to end while it does something."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from muranopl.diagnostics.examples import files
from tests.interfaces.server.serving import Serving, serving
from tests.material import write

pytestmark = pytest.mark.processes

_PACKAGE = """\
=== apps/manifest.yaml
Format: 1.4
Type: Library
FullName: slow
Version: 0.1.0
Classes:
  slow.Slow: Slow.yaml
=== apps/Classes/Slow.yaml
Namespaces:
  =: slow
Name: Slow
Methods:
  quick:
    Usage: Static
    Scope: Public
    Body:
      - Return: 1
  loop:
    Usage: Static
    Scope: Public
    Body:
      - $go: true
      - While: $go
        Do:
          - $go: true
"""
LONG = 60.0


def call(method: str) -> dict[str, str]:
    return {"className": "slow.Slow", "methodName": method}


@contextmanager
def looping(service: Serving, client: httpx.Client) -> Iterator[Future[httpx.Response]]:
    """Have the only worker run a loop without an end."""
    with ThreadPoolExecutor() as pool:
        result = pool.submit(
            httpx.post, f"{service.address}/actions", json=call("loop"), timeout=LONG
        )
        deadline = time.monotonic() + LONG
        while "muranopl_work_running 1.0" not in client.get("/metrics").text:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(files(_PACKAGE), tmp_path)


def test_who_finds_no_place_is_told_to_come_back(folder: Path) -> None:
    with (
        serving(folder, "apps", "--queue", "0", "--grace", "0.1") as service,
        httpx.Client(base_url=service.address, timeout=LONG) as client,
        looping(service, client) as stuck,
    ):
        for refused in (
            client.post("/actions", json=call("quick")),
            client.get("/report"),
        ):
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
            assert refused.json()["error"]["message"] == "the service is busy"
        assert client.get("/healthz").status_code == 200
        service.process.send_signal(signal.SIGTERM)
        ended = stuck.result(LONG)
        assert (ended.status_code, ended.json()["error"]["message"]) == (
            503,
            "the service ends",
        )


def test_a_task_that_takes_too_long_is_ended(folder: Path) -> None:
    with (
        serving(folder, "apps", "--time-limit", "3") as service,
        httpx.Client(base_url=service.address, timeout=LONG) as client,
    ):
        ended = client.post("/actions", json=call("loop"))
        assert (ended.status_code, ended.json()["error"]["message"]) == (
            503,
            "it takes longer than 3 s",
        )
        deadline = time.monotonic() + LONG
        # Until there is a new worker
        while (
            answer := client.post("/actions", json=call("quick"))
        ).status_code == 503:
            assert time.monotonic() < deadline
        assert answer.json() == 1


def test_one_client_does_not_take_all_places(folder: Path) -> None:
    with (
        serving(folder, "apps", "--grace", "0.1") as service,
        httpx.Client(base_url=service.address, timeout=LONG) as client,
        looping(service, client),
    ):
        answers: list[httpx.Response] = []

        def ask() -> None:
            answers.append(
                httpx.post(
                    f"{service.address}/actions", json=call("quick"), timeout=LONG
                )
            )

        waiting = [threading.Thread(target=ask) for _ in range(16)]
        for item in waiting:
            item.start()
        deadline = time.monotonic() + LONG
        while not answers and time.monotonic() < deadline:
            time.sleep(0.02)
        assert (answers[0].status_code, answers[0].headers["Retry-After"]) == (429, "1")
        service.process.send_signal(signal.SIGTERM)
        for item in waiting:
            item.join(LONG)
        assert sorted(answer.status_code for answer in answers) == [429, *[503] * 15]


def test_nothing_is_left_of_a_service_that_is_killed(folder: Path) -> None:
    with pytest.raises(AssertionError, match="serving at"):  # as it did not end well
        _kill_while_it_works(folder)


def _kill_while_it_works(folder: Path) -> None:
    with serving(folder, "apps") as service:
        with (
            httpx.Client(base_url=service.address, timeout=LONG) as client,
            looping(service, client) as stuck,
        ):
            pid = service.process.pid
            workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            assert workers
            service.process.kill()
            with pytest.raises(httpx.HTTPError):
                stuck.result(LONG)
        deadline = time.monotonic() + LONG
        while any(map(_runs, workers)):
            assert time.monotonic() < deadline, "a worker goes on"
            time.sleep(0.02)


def _runs(pid: str) -> bool:
    """Return whether a process does something: one that nobody waits for may be left as a number."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except FileNotFoundError:
        return False
