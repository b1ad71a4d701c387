"""A service that has more to do than it can, and that is to end while it does something."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from muranopl.diagnostics.examples import files
from tests.archives import zip_of
from tests.interfaces.server.serving import Serving, message_of, serving
from tests.material import write
from tests.waiting import GUARD, wait_until

_PACKAGE = """\
=== apps/slow/manifest.yaml
Format: 1.4
Type: Library
FullName: slow
Version: 0.1.0
Classes:
  slow.Slow: Slow.yaml
=== apps/slow/Classes/Slow.yaml
Namespaces:
  =: slow
Name: Slow
Methods:
  quick:
    Usage: Static
    Scope: Public
    Body:
      - Return: 1
"""
CALL = {"className": "slow.Slow", "methodName": "quick"}
ZIP = {"Content-Type": "application/zip"}


def ask(service: Serving, address: str = "127.0.0.1") -> httpx.Response:
    """Call a method. Loopback addresses stand for clients."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(transport=transport, timeout=GUARD) as client:
        return client.post(f"{service.address}/actions", json=CALL)


@contextmanager
def stuck(service: Serving, count: int = 1) -> Iterator[list[Future[httpx.Response]]]:
    """Have the only worker hang, and clients wait for it: it has a task of the first one."""
    [worker] = service.workers()
    os.kill(worker, signal.SIGSTOP)
    with ThreadPoolExecutor(count) as pool:
        result = [pool.submit(ask, service) for _ in range(count)]
        service.wait_for("muranopl_work_running 1.0")
        service.wait_for(f"muranopl_work_waiting {count - 1:.1f}")
        yield result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(files(_PACKAGE), tmp_path)


def test_who_finds_no_place_is_told_to_come_back(folder: Path) -> None:
    with (
        serving(folder, "apps", "--queue", "0", "--grace", "0.1") as service,
        service.client() as client,
        stuck(service) as [waiting],
    ):
        for refused in (ask(service), client.get("/report")):
            assert message_of(refused) == (503, "the service is busy")
            assert refused.headers["Retry-After"] == "1"
        assert client.get("/healthz").status_code == 200
        service.process.send_signal(signal.SIGTERM)
        assert message_of(waiting.result()) == (503, "the service is shutting down")
        # A second signal would end it at once
        service.process.wait()


def test_a_task_that_takes_too_long_is_ended(folder: Path) -> None:
    with serving(folder, "apps", "--time-limit", "1") as service:
        before = service.workers()
        os.kill(before[0], signal.SIGSTOP)
        assert message_of(ask(service)) == (503, "the work took longer than 1 s")
        # There is a new worker
        wait_until(lambda: service.workers() not in ([], before))


def test_one_client_does_not_take_all_places(folder: Path) -> None:
    with (
        serving(folder, "apps", "--grace", "0.1") as service,
        ThreadPoolExecutor(1) as pool,
        stuck(service, 16) as waiting,
    ):
        refused = ask(service)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        other = pool.submit(ask, service, "127.0.0.2")
        service.wait_for("muranopl_work_waiting 16.0")
        service.process.send_signal(signal.SIGTERM)
        answers = [item.result() for item in (*waiting, other)]
        assert {answer.status_code for answer in answers} == {503}
        service.process.wait()


def test_nothing_is_left_of_a_service_that_is_killed(folder: Path) -> None:
    with pytest.raises(AssertionError, match="serving at"):  # as it did not end well
        _kill_while_it_works(folder)


def _kill_while_it_works(folder: Path) -> None:
    with serving(folder, "apps") as service, stuck(service) as [waiting]:
        workers = service.workers()
        service.process.kill()
        with pytest.raises(httpx.HTTPError):
            waiting.result()
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        wait_until(lambda: not any(map(_runs, workers)))


def _runs(pid: int) -> bool:
    """Return whether a process does something: one that nobody waits for may be left as a number."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_checks_are_answered_while_files_change(folder: Path) -> None:
    file = folder / "apps" / "slow" / "Classes" / "Slow.yaml"
    text = file.read_text()
    with (
        serving(folder, "apps") as service,
        service.client() as client,
        ThreadPoolExecutor() as pool,
    ):
        for number in range(4):
            answered = threading.Event()

            def change(answered: threading.Event, number: int) -> None:
                version = 0
                while version == 0 or not answered.wait(0.01):
                    version += 1
                    file.write_text(f"{text}# {number} {version}\n")

            before = client.get("/healthz").json()["catalog"]["state"]
            writer = pool.submit(change, answered, number)
            manifest = f"Format: 1.4\nType: Library\nFullName: a{number}\n"
            content = zip_of({"manifest.yaml": manifest})
            try:
                answer = client.post("/validate", content=content, headers=ZIP)
            finally:
                answered.set()
            writer.result()
            assert answer.status_code == 200, answer.text
            assert answer.json()["summary"]["packages"] == 1
            wait_until(lambda: _state(client) != before)  # noqa: B023 - at once


def _state(client: httpx.Client) -> str:
    state: str = client.get("/healthz").json()["catalog"]["state"]
    return state


def test_uploads_at_once_are_taken_one_after_another(tmp_path: Path) -> None:
    (tmp_path / "apps").mkdir()
    with (
        serving(tmp_path, "apps", "--writable") as service,
        service.client() as client,
        ThreadPoolExecutor(5) as pool,
    ):
        path = "/v1/catalog/packages"

        def upload(number: int) -> httpx.Response:
            manifest = f"Format: 1.4\nType: Library\nFullName: sent.at.once{number}\n"
            content = zip_of({"manifest.yaml": f"{manifest}Classes: {{}}\n"})
            return client.post(path, files={"package": ("x.zip", content)})

        answers = list(pool.map(upload, range(5)))
        assert [answer.status_code for answer in answers] == [200] * 5, [
            answer.text for answer in answers
        ]
        listed = client.get(path).json()["packages"]
    assert len(listed) == len(list((tmp_path / "apps").glob("*.zip"))) == 5
