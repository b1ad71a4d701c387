"""Sharing the work: the same report whoever does it, and however many."""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.incremental import parallel
from muranopl.incremental.workers import WORTHWHILE, Workers, cores
from tests.catalogs import write_catalog
from tests.material import all_of

SPAWN = multiprocessing.get_context("spawn")
EXECUTORS: dict[str, Callable[[], concurrent.futures.Executor]] = {
    "threads": lambda: concurrent.futures.ThreadPoolExecutor(3),
    "processes": lambda: concurrent.futures.ProcessPoolExecutor(2, mp_context=SPAWN),
}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog with mistakes in several packages, some of them about others."""
    folder = tmp_path_factory.mktemp("workers") / "catalog"
    write_catalog(folder, 8, 2)
    for number, file in enumerate(sorted(folder.glob("*/Classes/*.yaml"))):
        if number % 3 == 0:
            text = file.read_text()
            file.write_text(text.replace("Contract: ", "Contrat: ", 1) + f"Unknown{number}: $.missing.\n")
    return folder


@pytest.fixture(scope="module")
def expected(catalog: Path) -> tuple[object, ...]:
    return all_of(muranopl.Catalog([catalog]).check())


@pytest.mark.parametrize("jobs", [1, 2, 3, 50, None])
def test_any_number_of_jobs(catalog: Path, expected: tuple[object, ...], jobs: int | None, tmp_path: Path) -> None:
    assert len(expected[1]) > 5  # type: ignore[arg-type]
    assert all_of(muranopl.Catalog([catalog], jobs=jobs).check()) == expected
    for _ in range(2):
        cached = muranopl.Catalog([catalog], jobs=jobs, cache=muranopl.Cache(tmp_path)).check()
        assert all_of(cached) == expected


@pytest.mark.parametrize("name", EXECUTORS)
def test_any_executor(catalog: Path, expected: tuple[object, ...], name: str) -> None:
    with EXECUTORS[name]() as executor:
        assert all_of(muranopl.Catalog([catalog], executor=executor).check()) == expected
        assert all_of(muranopl.Catalog([catalog], executor=executor, jobs=5).check()) == expected


def test_more_jobs_than_packages() -> None:
    report = muranopl.Catalog([Path(__file__).parents[2] / "examples" / "hello"], jobs=7).check()
    assert report.diagnostics == ()


def test_workers_that_are_killed(catalog: Path, expected: tuple[object, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is done again, by who had handed it out."""
    here = os.getpid()
    for module, name in (
        ("muranopl.incremental.parallel", "CachingLoader"),
        ("muranopl.incremental.parallel", "render"),
    ):
        with monkeypatch.context() as patch:
            imported = __import__(module, fromlist=[name])
            function = getattr(imported, name)

            def dying(*given: object, function: Callable[..., object] = function, **more: object) -> object:
                if os.getpid() != here:
                    os.kill(os.getpid(), signal.SIGKILL)
                return function(*given, **more)

            patch.setattr(parallel, name, dying)
            assert all_of(muranopl.Catalog([catalog], jobs=2).check()) == expected


@pytest.mark.parametrize("name", ["fork", "pipe"])
def test_workers_that_cannot_be_started(
    catalog: Path, expected: tuple[object, ...], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    refused: list[int] = []
    function = getattr(os, name)

    def refusing() -> object:
        refused.append(1)
        if len(refused) % 2 == 0:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return function()

    monkeypatch.setattr(os, name, refusing)
    assert all_of(muranopl.Catalog([catalog], jobs=2).check()) == expected
    assert len(refused) == 4


def test_an_executor_is_used_without_a_number_of_jobs(catalog: Path, expected: tuple[object, ...]) -> None:
    handed: list[object] = []

    class Noting(concurrent.futures.ThreadPoolExecutor):
        def submit(self, *given: object, **more: object) -> concurrent.futures.Future[object]:  # type: ignore[override]
            handed.append(given)
            return super().submit(*given, **more)  # type: ignore[arg-type]

    with Noting(2) as executor:
        assert all_of(muranopl.Catalog([catalog], executor=executor).check()) == expected
    assert len(handed) >= 4


def test_no_worker_is_left(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    fork = os.fork

    def noted() -> int:
        started.append(fork())
        return started[-1]

    monkeypatch.setattr(os, "fork", noted)
    muranopl.Catalog([catalog], jobs=3).check()
    assert len(started) == 6
    for pid in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "one process": dict,
    "two processes": lambda: {"jobs": 2},
    "a cache": lambda: {"cache": muranopl.Cache.in_memory()},
    "two processes and a cache": lambda: {"jobs": 2, "cache": muranopl.Cache.in_memory()},
    "threads": lambda: {"jobs": 2, "executor": concurrent.futures.ThreadPoolExecutor(2)},
}


@pytest.mark.parametrize("stop_after", [None, "inherit", "read"])
@pytest.mark.parametrize("kind", KINDS)
def test_progress_covers_all_phases(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str, stop_after: str | None
) -> None:
    """It grows to all that there is; and when files are read, what is left is the share of the phases to come."""
    write_catalog(tmp_path, 20, 2)
    caplog.set_level("INFO", "muranopl")
    settings = KINDS[kind]()
    told: list[tuple[int, int]] = []
    phases: list[int] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        phases.append(len([each for each in caplog.messages if each.startswith("phase ")]))

    report = muranopl.Catalog([tmp_path], **settings).check(stop_after=stop_after, progress=tell)
    assert all_of(report) == all_of(muranopl.Catalog([tmp_path]).check(stop_after=stop_after))
    assert told == sorted(set(told))
    assert (told[-1], {total for _, total in told}) == ((1000, 1000), {1000})
    done = {
        phase: max(done for (done, _), ended in zip(told, phases, strict=True) if ended == phase) for phase in phases
    }
    if stop_after is None:
        assert 200 < done[0] < 700  # reading
        assert 0 < done[4] - done[3] <= 1000 - done[3]  # the last phase
        within = [each for (each, _), ended in zip(told, phases, strict=True) if done[3] < each < 990 and ended == 4]
        assert len(within) > 1 or kind == "threads"  # which are asked in the end
    seen: list[int] = []
    muranopl.Catalog([tmp_path], **settings).check(stop_after=stop_after, progress=lambda done, _: seen.append(done))
    assert (seen, seen[-1]) == (sorted(set(seen)), 1000)


def test_workers_end_where_their_original_is_killed(tmp_path: Path) -> None:
    """Their work never ends by itself."""
    code = """
import os, signal, sys
from muranopl.incremental.forks import run_forked

def endless(part, advance):
    with open(f"{sys.argv[1]}/{part}", "w") as file:
        file.write(str(os.getpid()))
    while True:
        advance(1)

run_forked(endless, ["one", "two"], lambda more: None)
"""
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) as running:
        while len([file for file in tmp_path.iterdir() if file.read_text()]) < 2:
            assert running.poll() is None
            time.sleep(0.01)
        running.kill()
    end = time.monotonic() + 30
    for file in tmp_path.iterdir():
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < end:
                os.kill(int(file.read_text()), 0)
                time.sleep(0.01)
            os.kill(int(file.read_text()), signal.SIGKILL)
            pytest.fail("a worker goes on")


def test_auto_takes_more_than_one_only_where_there_is_enough_to_do() -> None:
    assert Workers(None).count(WORTHWHILE - 1) == 1
    assert Workers(None).count(WORTHWHILE) == cores()
    assert Workers(3).count(2) == 2
    assert Workers(3).count(0) == 1


def test_after_many_workers_the_phases_can_be_shown(catalog: Path) -> None:
    report = muranopl.Catalog([catalog], jobs=2).check()
    assert report.dump("render") == muranopl.Catalog([catalog]).check().dump("render")
