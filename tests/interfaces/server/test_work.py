"""Worker processes: they are ended in time, replaced when they die, and never mix two states of the catalog."""

from __future__ import annotations

import asyncio
import functools
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from muranopl.diagnostics.configuration.settings import Settings
from muranopl.interfaces.server.settings import CatalogSettings, WorkLimits
from muranopl.interfaces.server.work import watching
from muranopl.interfaces.server.work.messages import (
    BusyError,
    CatalogUnavailableError,
    ClientBusyError,
    EndingError,
    MemoryLimitError,
    TaskAnswer,
    TaskFailedError,
    TimeLimitError,
    WorkerLostError,
)
from muranopl.interfaces.server.work.work import CatalogWork
from tests.interfaces.server import work_tasks as tasks
from tests.project import ROOT
from tests.waiting import GUARD

Test = Callable[..., Coroutine[Any, Any, None]]


def write_package(folder: Path, name: str = "example.app", version: str = "1.0.0") -> Path:
    """A package with one class."""
    (folder / "Classes").mkdir(parents=True, exist_ok=True)
    (folder / "Classes" / "App.yaml").write_text(f"Namespaces:\n  =: {name}\nName: App\n")
    write_version(folder, name, version)
    return folder


def write_version(folder: Path, name: str, version: str) -> None:
    text = f"Format: 1.4\nType: Library\nFullName: {name}\nVersion: {version}\nClasses:\n  {name}.App: App.yaml\n"
    new = folder / ".new"
    new.write_text(text)
    new.replace(folder / "manifest.yaml")


@pytest.fixture(autouse=True)
def tasks_for_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers find the tasks of tests."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT)])


@pytest.fixture
def served(tmp_path: Path) -> Path:
    folder = tmp_path / "served"
    write_package(folder / "app")
    return folder


@asynccontextmanager
async def working(*paths: Path, **limits: Any) -> AsyncIterator[CatalogWork]:
    settings = CatalogSettings(tuple(map(str, paths)))
    work = CatalogWork(settings, WorkLimits(**{"workers": 1, "seconds": GUARD, **limits}))
    await work.start()
    try:
        yield work
    finally:
        await work.stop()


def in_event_loop(test: Test) -> Callable[..., None]:
    """Run a test in an event loop."""

    @functools.wraps(test)
    def run(*arguments: Any, **fixtures: Any) -> None:
        asyncio.run(test(*arguments, **fixtures))

    return run


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(GUARD):
        while not condition():
            await asyncio.sleep(0.01)


async def occupy(
    work: CatalogWork, folder: Path, task: Any = tasks.classes_when, **options: Any
) -> tuple[asyncio.Task[TaskAnswer], Path]:
    """Have a worker run a task until a file exists; return its answer and the file."""
    begun, go_on = folder / "begun", folder / "go on"
    runs = asyncio.create_task(work.ask(task, str(begun), str(go_on), **options))
    await until(begun.exists)
    return runs, go_on


async def text(work: CatalogWork, task: Any, *arguments: Any) -> str:
    return (await work.ask(task, *arguments)).body.decode()


@in_event_loop
async def test_others_answer_while_a_worker_is_stuck(served: Path, tmp_path: Path) -> None:
    async with working(served, workers=2) as work:
        await until(lambda: work.status.workers == 2)
        begun = tmp_path / "begun"
        stuck = asyncio.create_task(work.ask(tasks.endless, str(begun)))
        await until(begun.exists)
        for _ in range(3):
            assert (await work.ask(tasks.process)).status == 200
        assert not stuck.done()


@in_event_loop
async def test_a_stuck_worker_is_ended_and_replaced(served: Path, tmp_path: Path) -> None:
    async with working(served) as work:
        before = await text(work, tasks.process)
        with pytest.raises(TimeLimitError, match=r"longer than 0\.5 s"):
            await work.ask(tasks.endless, str(tmp_path / "begun"), limit=0.5)
        assert await text(work, tasks.process) != before
        assert (work.status.overtime, work.status.lost) == (1, 0)


@pytest.mark.parametrize(
    ("task", "error"),
    [
        (tasks.die, WorkerLostError),
        (tasks.fill_memory, MemoryLimitError),
        (tasks.fail, TaskFailedError),
    ],
)
@in_event_loop
async def test_a_worker_that_fails_is_replaced(
    served: Path, task: Any, error: type[Exception]
) -> None:
    async with working(served, memory=200 * 2**20) as work:
        with pytest.raises(error):
            await work.ask(task)
        assert (await work.ask(tasks.process)).status == 200


@in_event_loop
async def test_a_worker_that_is_killed_while_idle_is_replaced(served: Path) -> None:
    async with working(served) as work:
        before = await text(work, tasks.process)
        os.kill(int(before), signal.SIGKILL)
        await until(lambda: work.status.lost == 1)
        assert await text(work, tasks.process) != before


@in_event_loop
async def test_signals_for_the_service_do_not_end_its_workers(served: Path) -> None:
    async with working(served) as work:
        before = await text(work, tasks.process)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            os.kill(int(before), number)
        assert await text(work, tasks.process) == before


@in_event_loop
async def test_beyond_the_queue_work_is_refused(served: Path, tmp_path: Path) -> None:
    async with working(served, queue=1) as work:
        runs, go_on = await occupy(work, tmp_path)
        waits = asyncio.create_task(work.ask(tasks.process))
        await until(lambda: work.status.waiting == 1)
        with pytest.raises(BusyError) as refused:
            await work.ask(tasks.process)
        assert refused.value.retry_after
        go_on.touch()
        assert (await runs).status == 200
        assert (await waits).status == 200


@in_event_loop
async def test_whoever_gave_up_waiting_takes_no_worker(served: Path, tmp_path: Path) -> None:
    async with working(served) as work:
        runs, go_on = await occupy(work, tmp_path)
        with pytest.raises(BusyError):
            await work.ask(tasks.process, limit=0.1)
        gone = [asyncio.create_task(work.ask(tasks.process)) for _ in range(3)]
        await until(lambda: work.status.waiting == 3)
        for item in gone:
            item.cancel()
        go_on.touch()
        assert (await runs).status == 200
        assert (await work.ask(tasks.process)).status == 200


@in_event_loop
async def test_one_client_does_not_take_all(served: Path, tmp_path: Path) -> None:
    async with working(served, workers=1, client=1) as work:
        runs, go_on = await occupy(work, tmp_path, client="greedy")
        with pytest.raises(ClientBusyError):
            await work.ask(tasks.process, client="greedy")
        with pytest.raises(ClientBusyError), work.receiving("greedy"):
            pass
        waits = asyncio.create_task(work.ask(tasks.process, client="another"))
        await until(lambda: work.status.waiting == 1)
        go_on.touch()
        assert (await runs).status == 200
        assert (await waits).status == 200
        assert (await work.ask(tasks.process, client="greedy")).status == 200


@in_event_loop
async def test_a_client_has_its_turn_before_the_next_calls_of_another(
    served: Path, tmp_path: Path
) -> None:
    async with working(served, queue=12) as work:
        answered: list[str] = []

        async def ask(client: str) -> None:
            await work.ask(tasks.process, client=client)
            answered.append(client)

        runs, go_on = await occupy(work, tmp_path, client="greedy")
        greedy = [asyncio.create_task(ask("greedy")) for _ in range(11)]
        await until(lambda: work.status.waiting == 11)
        # One has the last place of the queue, and the others two of the greedy client
        others = [asyncio.create_task(ask(f"other {name}")) for name in "abc"]
        await until(lambda: sum(item.done() for item in greedy) == 2)
        go_on.touch()
        await asyncio.gather(runs, *others)
        results = await asyncio.gather(*greedy, return_exceptions=True)
        refused = [item for item in results if isinstance(item, BusyError)]
        assert len(refused) == 2
        assert answered == ["other a", "other b", "other c", *["greedy"] * 9]


@in_event_loop
async def test_a_client_that_goes_away_ends_no_worker(served: Path, tmp_path: Path) -> None:
    async with working(served) as work:
        before = await text(work, tasks.process)
        asked, go_on = await occupy(work, tmp_path)
        asked.cancel()
        go_on.touch()
        assert await text(work, tasks.process) == before


@in_event_loop
async def test_kept_answers_are_found_once(served: Path, tmp_path: Path) -> None:
    async with working(served, workers=2) as work:
        log = str(tmp_path / "log")
        together = await asyncio.gather(*(work.ask(tasks.count, log, kept=True) for _ in range(5)))
        later = await work.ask(tasks.count, log, kept=True)
        assert {item.body for item in (*together, later)} == {b"x"}
        write_version(served / "app", "example.app", "1.0.1")
        await work.refresh()
        assert (await work.ask(tasks.count, log, kept=True)).body == b"xx"


@in_event_loop
async def test_answers_that_met_a_limit_of_the_machine_are_found_again(
    served: Path, tmp_path: Path
) -> None:
    async with working(served) as work:
        log = str(tmp_path / "log")
        result = [(await work.ask(tasks.count_under_limits, log, kept=True)).body for _ in range(3)]
        assert result == [b"x", b"xx", b"xxx"]


def test_progress_grows_and_the_answer_is_last(served: Path) -> None:
    async def scenario() -> list[Any]:
        async with working(served) as work:
            return [item async for item in work.stream(tasks.steps)]

    *told, answer = asyncio.run(scenario())
    assert answer.body == b"done"
    assert told == sorted(set(told))
    assert told[-1] == 1000


# States


@pytest.mark.parametrize("is_told", [False, True], ids=["looked for", "told by the system"])
@in_event_loop
async def test_changes_are_seen(
    served: Path, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed, an added and a deleted package, a burst of changes, and a path that vanishes and comes back."""
    monkeypatch.setattr(watching, "_LEAST", 10 * GUARD if is_told else 0.1)
    monkeypatch.setattr(watching, "_LATE", 0.1 if is_told else 10 * GUARD)

    async with working(served) as work:

        async def seen(*wanted: str) -> None:
            async with asyncio.timeout(GUARD):
                while await text(work, tasks.classes) != "\n".join(wanted):
                    await asyncio.sleep(0.05)

        await seen("example.app.App/1.0.0@example.app")
        write_version(served / "app", "example.app", "1.1.0")
        await seen("example.app.App/1.1.0@example.app")
        write_package(served / "more", "example.more")
        await seen("example.app.App/1.1.0@example.app", "example.more.App/1.0.0@example.more")
        shutil.rmtree(served / "app")
        await seen("example.more.App/1.0.0@example.more")
        for number in range(20):
            write_version(served / "more", "example.more", f"1.{number}.0")
        await seen("example.more.App/1.19.0@example.more")
        served.rename(served.with_name("gone"))
        await until(lambda: work.status.problem is not None)
        assert "does not exist" in str(work.status.problem)
        await seen("example.more.App/1.19.0@example.more")
        write_package(served / "new", "example.new")
        await seen("example.new.App/1.0.0@example.new")
        assert work.status.problem is None


@pytest.mark.parametrize(
    ("cost", "pause", "is_told"),
    [(0.0, 0.5, False), (0.01, 0.5, False), (0.03, 1.5, False), (0.1, 5.0, True)],
)
def test_looking_for_changes_costs_little(
    monkeypatch: pytest.MonkeyPatch, cost: float, pause: float, is_told: bool
) -> None:
    """The pauses are long beside the cost of a look, and a burst of changes within one is one change."""
    pauses: list[float] = []
    told: list[bool] = []

    async def wait_for(awaitable: Coroutine[Any, Any, Any], seconds: float) -> None:
        awaitable.close()
        pauses.append(seconds)
        raise TimeoutError

    async def watch(*_: object) -> None:
        told.append(True)

    async def scenario() -> None:
        looks = watching.signatures(["nothing"])
        for _ in range(3):
            assert await anext(looks) == "digest"

    monkeypatch.setattr(watching, "_look", lambda _: ("digest", cost))
    monkeypatch.setattr(watching, "_watch", watch)
    monkeypatch.setattr(asyncio, "wait_for", wait_for)
    asyncio.run(scenario())
    assert pauses == [pytest.approx(pause)] * 2
    assert told == [True] * is_told


@in_event_loop
async def test_files_that_come_back_as_they_were_are_no_problem_any_more(served: Path) -> None:
    async with working(served) as work:
        state, away = work.state.id, served.with_name("away")
        served.rename(away)
        await until(lambda: work.status.problem is not None)
        away.rename(served)
        await until(lambda: work.status.problem is None)
        assert work.state.id == state


@in_event_loop
async def test_a_module_in_the_current_folder_is_not_loaded(
    served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (served / "msgspec.py").write_text("raise SystemExit\n")
    monkeypatch.chdir(served)

    async with working(served) as work:
        assert work.state.id


@in_event_loop
async def test_a_running_task_keeps_its_state(served: Path, tmp_path: Path) -> None:
    async with working(served) as work:
        old = work.state.id
        running, go_on = await occupy(work, tmp_path, kept=True)
        write_version(served / "app", "example.app", "2.0.0")
        new = (await work.refresh()).id
        assert (await work.ask(tasks.classes)).state == new != old
        later = asyncio.create_task(
            work.ask(tasks.classes_when, str(tmp_path / "begun"), str(go_on), kept=True)
        )
        await asyncio.sleep(0)
        go_on.touch()
        answer = await running
        assert (answer.state, (await later).state) == (old, new)
        assert set(answer.body.decode().split("\n")) == {"example.app.App/1.0.0@example.app"}
        await until(lambda: work.status.workers == 1)


@in_event_loop
async def test_a_task_that_reads_changed_files_is_done_again(served: Path, tmp_path: Path) -> None:
    async with working(served) as work:
        running, go_on = await occupy(work, tmp_path, tasks.report_when)
        write_version(served / "app", "example.app", "2.0.0")
        go_on.touch()
        answer = await running
        assert answer.body == b"example.app/2.0.0"
        assert answer.state == work.state.id


@in_event_loop
async def test_a_worker_for_an_old_state_is_not_made_of_new_files(
    served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield ""

    monkeypatch.setattr("muranopl.interfaces.server.work.states.signatures", nothing)

    async with working(served) as work:
        before = work.state.id
        write_version(served / "app", "example.app", "3.0.0")
        with pytest.raises(WorkerLostError):
            await work.ask(tasks.die)
        answer = await work.ask(tasks.classes)
        assert answer.body == b"example.app.App/3.0.0@example.app"
        assert answer.state != before


@in_event_loop
async def test_half_written_files_are_a_state_like_others(served: Path) -> None:
    async with working(served) as work:
        manifest = served / "app" / "manifest.yaml"
        whole = manifest.read_text()
        manifest.write_text(whole[: len(whole) // 2])
        await work.refresh()
        assert await text(work, tasks.classes) == ""
        manifest.write_text(whole)
        await work.refresh()
        assert await text(work, tasks.classes) == "example.app.App/1.0.0@example.app"


@in_event_loop
async def test_a_folder_may_wait_for_its_first_package(served: Path) -> None:
    """All that can be asked about then is the core library."""
    waiting = served.parent / "waiting"
    (waiting / "app").mkdir(parents=True)

    async with working(waiting) as work:
        assert "io.murano.Object/0.0.0@io.murano" in (await text(work, tasks.classes)).split()
        write_version(waiting / "app", "example.app", "1.0.0")
        await work.refresh()
        assert await text(work, tasks.classes) == "example.app.App/1.0.0@example.app"


@pytest.mark.parametrize("paths", [["nowhere"], ["served", "empty"]])
@in_event_loop
async def test_what_cannot_be_served_is_told_at_once(served: Path, paths: list[str]) -> None:
    (served.parent / "empty").mkdir()

    settings = CatalogSettings(
        (str(served.parent / paths[0]),),
        Settings(libraries=tuple(str(served.parent / path) for path in paths[1:])),
    )
    work = CatalogWork(settings, WorkLimits(workers=1))
    with pytest.raises(CatalogUnavailableError, match=r"does not exist|no package"):
        await work.start()


@in_event_loop
async def test_an_empty_folder_can_be_served(tmp_path: Path) -> None:
    async with working(tmp_path) as work:
        write_package(tmp_path / "app")
        await work.refresh()
        assert await text(work, tasks.classes) == "example.app.App/1.0.0@example.app"


# The end


@in_event_loop
async def test_the_end_finishes_what_runs_and_refuses_what_waits(
    served: Path, tmp_path: Path
) -> None:
    async with working(served) as work:
        runs, go_on = await occupy(work, tmp_path)
        waits = asyncio.create_task(work.ask(tasks.process))
        await until(lambda: work.status.waiting == 1)
        work.drain(GUARD)
        with pytest.raises(EndingError):
            await waits
        with pytest.raises(EndingError):
            await work.ask(tasks.process)
        go_on.touch()
        assert (await runs).status == 200
        await work.stop()
        assert work.status.workers == 0


@in_event_loop
async def test_what_does_not_end_in_time_is_ended(served: Path, tmp_path: Path) -> None:
    async with working(served) as work:
        begun = tmp_path / "begun"
        runs = asyncio.create_task(work.ask(tasks.endless, str(begun)))
        await until(begun.exists)
        work.drain(0.1)
        with pytest.raises(EndingError):
            await runs
