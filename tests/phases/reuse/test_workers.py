"""Sharing the work: the same report whoever does it, in how many shards, and whatever happens to who does it."""

from __future__ import annotations

import concurrent.futures
import gc
import multiprocessing
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.bounds import WORKER_SILENCE
from muranopl.phases import check
from muranopl.phases.job import Job
from muranopl.phases.reuse import exports, shard
from muranopl.phases.reuse.partition import partition
from muranopl.phases.reuse.shard import Plan
from muranopl.phases.workers import processes, rounds, tasks, workforce
from muranopl.phases.workers.workers import FILES_EACH, WORTHWHILE, Workers, cores
from muranopl.read.index import PackageIndex
from muranopl.render import phase as render_phase
from tests.catalogs import write_catalog
from tests.material import all_of
from tests.project import EXAMPLES

SPAWN = multiprocessing.get_context("spawn")
EXECUTORS: dict[str, Callable[[], concurrent.futures.Executor]] = {
    "threads": lambda: concurrent.futures.ThreadPoolExecutor(3),
    "processes": lambda: concurrent.futures.ProcessPoolExecutor(2, mp_context=SPAWN),
}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog with mistakes in several packages, some of them about others."""
    folder = tmp_path_factory.mktemp("workers") / "catalog"
    write_catalog(folder, 6, 2, ui=True)
    for number, file in enumerate(sorted(folder.glob("*/Classes/*.yaml"))):
        if number % 3 == 0:
            text = file.read_text()
            file.write_text(
                text.replace("Contract: ", "Contrat: ", 1) + f"Unknown{number}: $.missing.\n"
            )
    return folder


@pytest.fixture(scope="module")
def expected(catalog: Path) -> tuple[object, ...]:
    return all_of(muranopl.Catalog([catalog]).check())


@pytest.mark.parametrize("jobs", [1, 2, 3, 50, None])
def test_any_number_of_jobs(
    catalog: Path, expected: tuple[object, ...], jobs: int | None, tmp_path: Path
) -> None:
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
    report = muranopl.Catalog([EXAMPLES / "hello"], jobs=7).check()
    assert report.diagnostics == ()


@pytest.mark.parametrize("fork", [False, True])
def test_any_way_to_start_processes(
    catalog: Path,
    expected: tuple[object, ...],
    fork: bool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(workforce, "can_fork", lambda: fork)
    monkeypatch.setattr(rounds.Rounds, "_run", no_fallback(rounds.Rounds._run))
    for cache in (None, muranopl.Cache(tmp_path)):
        assert all_of(muranopl.Catalog([catalog], jobs=2, cache=cache).check()) == expected


def nothing(*_: object) -> None:
    """Take what is told of progress."""


def no_fallback(run: Callable[..., Any]) -> Callable[..., Any]:
    """Return `Rounds._run` that does nothing itself."""

    def refusing(*_: object) -> None:
        raise AssertionError("it is done by the process that waits")

    def checked(self: rounds.Rounds, task: Callable[..., bytes], *more: Any) -> Any:
        assert self._workforce is not None
        results = self._workforce.run(task, more[0], more[1], nothing)
        assert results.keys() == more[0].keys()
        return [results[item] for item in more[0]]

    return checked


@pytest.mark.parametrize(
    ("jobs", "files", "cached"), [(1, 1, False), (1, 15, True), (2, 1, True), (2, 15, False)]
)
def test_more_shards_than_workers(
    catalog: Path,
    expected: tuple[object, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    jobs: int,
    files: int,
    cached: bool,
) -> None:
    """Packages that do not fit into memory together are read twice, in shards one after another."""
    for module in (check, rounds):
        monkeypatch.setattr(module, "KEPT_FILES", files)
    monkeypatch.setattr(rounds, "FILES_READ_TWICE", files)
    for _ in range(2):
        cache = muranopl.Cache(tmp_path) if cached else None
        assert all_of(muranopl.Catalog([catalog], jobs=jobs, cache=cache).check()) == expected
    assert not runs_in_memory()


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang() -> None:
    signal.pause()


def fail() -> None:
    raise MemoryError


class _SilenceAfter:
    """The bound of a worker's silence, which is short only once a file exists: none is slow before."""

    def __init__(self, met: Path) -> None:
        self._met = met

    @property
    def most(self) -> float:
        return 0.2 if self._met.exists() else WORKER_SILENCE.most


@pytest.mark.parametrize(
    ("where", "happens", "everywhere", "cached"),
    [  # each pair of two columns
        ("export_of", kill, False, True),
        ("export_of", hang, True, False),
        ("export_of", fail, False, False),
        ("run", kill, True, False),
        ("run", hang, False, True),
        ("run", fail, True, True),
    ],
)
def test_workers_that_end_or_get_stuck(
    catalog: Path,
    expected: tuple[object, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    where: str,
    happens: Callable[[], None],
    everywhere: bool,
    cached: bool,
) -> None:
    """Another one does the work, or, where none does, the process that waits."""
    here, met = os.getpid(), tmp_path / "met"
    module = exports if where == "export_of" else shard
    function = getattr(module, where)

    def planted(*given: Any, **more: Any) -> Any:
        if os.getpid() != here and (everywhere or not met.exists()):
            met.touch()
            happens()
        return function(*given, **more)

    monkeypatch.setattr(module, where, planted)
    monkeypatch.setattr(workforce, "can_fork", lambda: True)
    monkeypatch.setattr(workforce, "WORKER_SILENCE", _SilenceAfter(met))
    cache = muranopl.Cache(tmp_path / "cache") if cached else None
    assert all_of(muranopl.Catalog([catalog], jobs=2, cache=cache).check()) == expected
    assert met.exists()
    if cache is not None:
        monkeypatch.undo()
        assert all_of(muranopl.Catalog([catalog], cache=cache).check()) == expected


def whole(_plan: object, _shard: int, order: bytes, common: bytes, _report: object) -> bytes:
    return order + common


def stopped_before(orders: Any, _calls: object) -> None:
    """Receive a part of an order, and no more."""
    orders.read(100_000)
    os.kill(os.getpid(), signal.SIGSTOP)


def stopped_after(sender: Any, kind: str, value: object) -> None:
    """Send a part of a message, and no more."""
    sender._results.write(pickle.dumps((kind, value))[:-1000])
    sender._results.flush()
    os.kill(os.getpid(), signal.SIGSTOP)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped")
@pytest.mark.parametrize(
    ("where", "planted"),
    [("_receive", stopped_before), ("_Sender.__call__", stopped_after), (None, None)],
)
def test_workers_that_are_stopped_in_the_middle_of_a_message(
    monkeypatch: pytest.MonkeyPatch, where: str | None, planted: Callable[..., None] | None
) -> None:
    """They are as those that are stuck: nobody waits for the rest of it."""
    orders = {shard: os.urandom(1_000_000) for shard in range(3)}
    if where is not None:
        monkeypatch.setattr(f"muranopl.phases.workers.processes.{where}", planted)
    monkeypatch.setattr(
        workforce, "WORKER_SILENCE", WORKER_SILENCE._replace(most=0.2 if where else 300)
    )
    started = workforce.Processes(Plan(Job(()), PackageIndex((), (), None)), 2, fork=True)
    try:
        result = started.run(whole, orders, b"all", nothing)
    finally:
        started.close()
    assert result == ({} if where else {shard: order + b"all" for shard, order in orders.items()})


@pytest.mark.parametrize("each", [1, 2])
def test_workers_that_cannot_be_started(
    catalog: Path, expected: tuple[object, ...], monkeypatch: pytest.MonkeyPatch, each: int
) -> None:
    refused: list[int] = []
    fork = os.fork

    def refusing() -> int:
        refused.append(1)
        if len(refused) % each == 0:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(workforce, "can_fork", lambda: True)
    monkeypatch.setattr(os, "fork", refusing)
    assert all_of(muranopl.Catalog([catalog], jobs=2).check()) == expected
    assert len(refused) == each


def test_an_executor_that_fails(catalog: Path, expected: tuple[object, ...]) -> None:
    class Failing(concurrent.futures.ThreadPoolExecutor):
        """Does the first of its tasks, refuses the second, loses all others."""

        submitted = 0

        def submit(self, *given: Any, **more: Any) -> concurrent.futures.Future[Any]:
            self.submitted += 1
            if self.submitted == 1:
                return super().submit(*given, **more)
            if self.submitted == 2:
                raise RuntimeError("cannot schedule new futures")
            lost: concurrent.futures.Future[Any] = concurrent.futures.Future()
            lost.set_exception(concurrent.futures.BrokenExecutor())
            return lost

    with Failing(2) as executor:
        assert all_of(muranopl.Catalog([catalog], executor=executor, jobs=3).check()) == expected
    with concurrent.futures.ThreadPoolExecutor(2) as ended:
        pass
    assert all_of(muranopl.Catalog([catalog], executor=ended).check()) == expected


def test_where_threads_run_nothing_is_forked() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert not processes.can_fork()
    finally:
        done.set()
        thread.join()


def test_what_one_worker_fails_on_is_given_up(
    catalog: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A bug in the check of a package that others require is met by one worker, in the second round."""
    name = sorted(folder.name for folder in catalog.iterdir())[0]
    complete = muranopl.Catalog([catalog])
    original = render_phase.check_metas

    def planted(type_: Any, *more: Any) -> Any:
        if type_.id.package.name == name:
            raise ValueError("planted")
        return original(type_, *more)

    monkeypatch.setattr(render_phase, "check_metas", planted)
    monkeypatch.setattr(workforce, "can_fork", lambda: True)
    expected = all_of(complete.check())
    assert "MPL001" in str(expected)
    for jobs, cache in ((2, None), (4, muranopl.Cache(tmp_path))):
        shared = muranopl.Catalog([catalog], jobs=jobs, cache=cache)
        assert all_of(shared.check()) == expected


def test_an_executor_keeps_nothing_of_a_check(catalog: Path) -> None:
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        muranopl.Catalog([catalog], executor=executor, jobs=3).check()
    assert not runs_in_memory()


def test_processes_of_an_executor_keep_little_of_earlier_checks(catalog: Path) -> None:
    """What one has read another one may check, and nobody tells the first that the check has ended."""
    read: list[Any] = []

    class Noting(concurrent.futures.ThreadPoolExecutor):
        def submit(
            self, function: Any, /, *given: Any, **more: Any
        ) -> concurrent.futures.Future[Any]:
            if function is tasks.read_shard:
                read.append(given)
            return super().submit(function, *given, **more)

    with Noting(1) as executor:
        for _ in range(4):
            muranopl.Catalog([catalog], executor=executor, jobs=2).check()
    for given in read:
        tasks.read_shard(*pickle.loads(pickle.dumps(given)))
    runs = list(dict.fromkeys(plan.run for plan, *_ in read))
    assert runs_in_memory() == {*runs[-2:]} != {*runs}
    for run in runs:
        shard.forget(run)
    assert not runs_in_memory()


def runs_in_memory() -> set[str]:
    """Return the ids of the plans of which this process still has a shard."""
    gc.collect()
    shards = (item for item in gc.get_objects() if isinstance(item, shard.Shard))
    return {item.plan.run for item in shards}


def test_where_no_process_may_be_started_the_work_is_done(
    catalog: Path, expected: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pool of `multiprocessing` has processes that may have no children."""
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)  # type: ignore[attr-defined]
    assert all_of(muranopl.Catalog([catalog], jobs=2).check()) == expected


def test_shards_follow_requirements() -> None:
    needs = {
        f"{side}{number}": [f"{side}{number - 1}"] * bool(number)
        for number in range(50)
        for side in "ab"
    }
    parts = partition(needs, lambda _: 1, 2)
    assert sorted(map(len, parts)) == [50, 50]
    assert [{name[0] for name in part} for part in parts] in ([{"a"}, {"b"}], [{"b"}, {"a"}])
    circle = {str(number): [str((number + 1) % 10)] for number in range(10)}
    assert partition({**circle, "else": []}, lambda _: 1, 4) in (
        [[*map(str, range(10))], ["else"]],
        [["else"], [*circle]],
    )
    assert partition({}, lambda _: 1, 3) == []


def test_an_executor_is_used_without_a_number_of_jobs(
    catalog: Path, expected: tuple[object, ...]
) -> None:
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
    monkeypatch.setattr(workforce, "can_fork", lambda: True)
    muranopl.Catalog([catalog], jobs=3).check()
    assert len(started) == 3
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


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    write_catalog(folder, 20, 1)
    return folder


@pytest.mark.parametrize(
    ("kind", "stop_after"),
    [
        *((kind, None) for kind in KINDS),
        ("one process", "inherit"),
        ("two processes", "read"),
        ("two processes and a cache", "inherit"),
        ("threads", "read"),
    ],
)
def test_progress_covers_all_phases(
    many: Path, caplog: pytest.LogCaptureFixture, kind: str, stop_after: str | None
) -> None:
    """It grows to all that there is; and when files are read, what is left is the share of the phases to come."""
    caplog.set_level("INFO", "muranopl")
    settings = KINDS[kind]()
    told: list[tuple[int, int]] = []
    phases: list[int] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        phases.append(len([message for message in caplog.messages if message.startswith("phase ")]))

    report = muranopl.Catalog([many], **settings).check(stop_after=stop_after, progress=tell)
    assert all_of(report) == all_of(muranopl.Catalog([many]).check(stop_after=stop_after))
    assert told == sorted(set(told))
    assert (told[-1], {total for _, total in told}) == ((1000, 1000), {1000})
    done = {
        phase: max(done for (done, _), ended in zip(told, phases, strict=True) if ended == phase)
        for phase in phases
    }
    if stop_after is None and "jobs" in settings:
        assert len([done for done, _ in told if done < 990]) > (1 if "executor" in settings else 3)
    elif stop_after is None:
        assert 200 < done[0] < 700  # reading
        assert 0 < done[4] - done[3] <= 1000 - done[3]  # the last phase
        assert (
            len(
                [
                    item
                    for (item, _), ended in zip(told, phases, strict=True)
                    if done[3] < item and ended == 4
                ]
            )
            > 2
        )
    seen: list[int] = []
    muranopl.Catalog([many], **settings).check(
        stop_after=stop_after, progress=lambda done, _: seen.append(done)
    )
    assert (seen, seen[-1]) == (sorted(set(seen)), 1000)


def test_workers_end_where_their_original_is_killed() -> None:
    """Their work never ends by itself. They have its output open, which ends with the last one."""
    code = """
import os
from muranopl.phases.reuse.shard import Plan
from muranopl.phases.workers.workforce import Processes
from muranopl.phases.job import Job
from muranopl.read.index import PackageIndex

def endless(plan, shard, numbers, common, report):
    os.write(1, b"%d\\n" % os.getpid())
    while True:
        report(1)

workers = Processes(Plan(Job(()), PackageIndex((), (), None)), 2, fork=True)
workers.run(endless, {0: [], 1: []}, b"", lambda shard, done: None)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        pids = [int(running.stdout.readline()) for _ in range(2)]
        running.kill()
        goes_on = not select.select([running.stdout], [], [], 300)[0]
        for pid in pids if goes_on else ():
            os.kill(pid, signal.SIGKILL)
        assert not goes_on
        assert running.stdout.read() == b""


def test_auto_takes_more_than_one_only_where_there_is_enough_to_do() -> None:
    assert Workers(None).count(WORTHWHILE - 1) == 1
    assert Workers(None).count(WORTHWHILE) == min(cores(), WORTHWHILE // FILES_EACH)
    assert Workers(None).count(10**9) == cores()
    assert Workers(3).count(2) == 2
    assert Workers(3).count(0) == 1


def test_after_many_workers_the_phases_can_be_shown(catalog: Path) -> None:
    report = muranopl.Catalog([catalog], jobs=2).check()
    assert report.dump("render") == muranopl.Catalog([catalog]).check().dump("render")
