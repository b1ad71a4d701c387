"""A service that has more to do than it can, and that is to end while it does something."""

from __future__ import annotations

import io
import itertools
import os
import signal
import threading
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from muranopl.diagnostics.examples import files
from tests.interfaces.server.serving import Serving, serving
from tests.material import write

# The body of the loop is slow, so that the limit of seconds ends it, not that of instructions
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
          - $go: range(10000).len() > 0
"""
LONG = 120.0


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
            workers = _workers(service)
            service.process.kill()
            with pytest.raises(httpx.HTTPError):
                stuck.result(LONG)
        deadline = time.monotonic() + LONG
        while any(map(_runs, workers)):
            assert time.monotonic() < deadline, "a worker goes on"
            time.sleep(0.02)


def _workers(service: Serving) -> list[str]:
    """Return the process numbers of the workers."""
    pid = service.process.pid
    result = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    assert result
    return result


def _runs(pid: str) -> bool:
    """Return whether a process does something: one that nobody waits for may be left as a number."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except FileNotFoundError:
        return False


def test_a_client_has_its_turn_before_the_next_calls_of_another(folder: Path) -> None:
    """Loopback addresses stand for clients."""
    with (
        serving(folder, "apps", "--queue", "12", "--grace", "0.1") as service,
        httpx.Client(base_url=service.address, timeout=LONG) as client,
        ThreadPoolExecutor(16) as pool,
    ):

        def ask(method: str, address: str) -> httpx.Response:
            transport = httpx.HTTPTransport(local_address=address)
            with httpx.Client(transport=transport, timeout=3 * LONG) as other:
                return other.post(f"{service.address}/actions", json=call(method))

        greedy = [pool.submit(ask, "loop", "127.0.0.2") for _ in range(12)]
        _until(client, "muranopl_work_waiting 11.0")
        others = [
            pool.submit(ask, "quick", f"127.0.0.{number}") for number in range(3, 6)
        ]
        # One of them has the last place of the queue, and the others two of the greedy client
        for refused in itertools.islice(as_completed(greedy, LONG), 2):
            assert refused.result().status_code == 503
        # The first loop ends; a second one would not
        for worker in _workers(service):
            os.kill(int(worker), signal.SIGKILL)
        assert [answer.result().json() for answer in others] == [1] * 3
        list(itertools.islice(as_completed(greedy, LONG), 3))
        assert sum(item.done() for item in greedy) == 3
        service.process.send_signal(signal.SIGTERM)
        statuses = {item.result().status_code for item in greedy}
        assert statuses == {503}


def _until(client: httpx.Client, metric: str) -> None:
    deadline = time.monotonic() + LONG
    while metric not in client.get("/metrics").text:
        assert time.monotonic() < deadline, client.get("/metrics").text
        time.sleep(0.02)


def test_checks_are_answered_while_files_change(tmp_path: Path) -> None:
    folder = write(files(_PACKAGE.replace("apps/", "apps/slow/")), tmp_path)
    uploads = [
        {"manifest.yaml": f"Format: 1.4\nType: Library\nFullName: a{number}\n"}
        for number in range(6)
    ]
    changing = threading.Event()
    with (
        serving(folder, "apps") as service,
        httpx.Client(base_url=service.address, timeout=LONG) as client,
        ThreadPoolExecutor() as pool,
    ):

        def change() -> None:
            file = folder / "apps" / "slow" / "Classes" / "Slow.yaml"
            text = file.read_text()
            number = 0
            while not changing.wait(0.05):
                number += 1
                file.write_text(f"{text}# {number}\n")

        writer = pool.submit(change)
        try:
            for entries in uploads:
                content = io.BytesIO()
                with zipfile.ZipFile(content, "w") as archive:
                    for name, text in entries.items():
                        archive.writestr(name, text)
                headers = {"Content-Type": "application/zip"}
                sent = content.getvalue()
                answer = client.post("/validate", content=sent, headers=headers)
                assert answer.status_code == 200, answer.text
                assert answer.json()["summary"]["packages"] == 1
                time.sleep(0.3)
        finally:
            changing.set()
            writer.result()


def test_uploads_at_once_are_taken_one_after_another(tmp_path: Path) -> None:
    (tmp_path / "apps").mkdir()
    with (
        serving(tmp_path, "apps", "--writable") as service,
        ThreadPoolExecutor(8) as pool,
    ):

        def upload(number: int) -> httpx.Response:
            content = io.BytesIO()
            with zipfile.ZipFile(content, "w") as archive:
                name = f"FullName: sent.at.once{number}"
                archive.writestr(
                    "manifest.yaml",
                    f"Format: 1.4\nType: Library\n{name}\nClasses: {{}}\n",
                )
            url = f"{service.address}/v1/catalog/packages"
            sent = {"package": ("x.zip", content.getvalue())}
            return httpx.post(url, files=sent, timeout=3 * LONG)

        answers = list(pool.map(upload, range(8)))
        assert [answer.status_code for answer in answers] == [200] * 8, [
            answer.text for answer in answers
        ]
        listed = httpx.get(f"{service.address}/v1/catalog/packages").json()["packages"]
    assert len(listed) == len(list((tmp_path / "apps").glob("*.zip"))) == 8
